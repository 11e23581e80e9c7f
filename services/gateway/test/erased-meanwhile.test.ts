/** Requests that read a lead, are frozen while its person is erased, and then write what they read. */
import { ApiError, idPrefixes, type IdKind } from '@sluice/contracts';
import { newId, silentLogger } from '@sluice/process';
import { createReports } from '@sluice/reports';
import type { TenantStores } from '@sluice/store';
import { duringTests, everythingIn, frozenBefore, putTenant } from '@sluice/testing';
import type { GatewayDeps } from '../src/deps.js';
import { upsertFileRoute } from '../src/files/upsert-file.js';
import { takeInboundMessage } from '../src/hooks/inbound-message.js';
import { recordInteractionRoute } from '../src/interactions/record-interaction.js';
import { bulkUpdateLeadsRoute } from '../src/leads/bulk-update-leads.js';
import { sendSmsRoute } from '../src/sms/send-sms.js';
import { aLead, openGateway } from './gateway.js';

const world = duringTests(openGateway);
beforeAll(async () => {
  const settings = { webhooks: { url: 'https://hooks.example/alpha' } };
  await putTenant(world.stores.tenants, { tenantId: 'alpha', name: 'alpha', settings });
});

let people = 0;
async function aPerson() {
  people += 1;
  const phone = `+1415555${String(3000 + people)}`;
  const { data } = await world.call('createLead', { body: aLead({ phone }) });
  return { leadId: data.leadId, phone };
}

type Step = readonly [store: keyof TenantStores, method: string];

/** The gateway's dependencies; the person is erased just before `step`. */
function erasedBefore(leadId: string, [store, method]: Step): GatewayDeps {
  const erase = () => world.alpha.stores.removal.erase(leadId);
  const stores = frozenBefore(world.stores, store, method, erase);
  const reports = createReports(stores);
  return { stores, reports, log: silentLogger } as Partial<GatewayDeps> as GatewayDeps;
}

/** The details of the error with which a request is answered; its answer if there is no error. */
async function answerOf(
  route: typeof sendSmsRoute,
  body: Readonly<Record<string, unknown>>,
  deps: GatewayDeps,
): Promise<unknown> {
  const ulid = newId('event').slice('evt_'.length);
  const ids = { seed: ulid, of: (kind: IdKind) => idPrefixes[kind] + ulid };
  const call = { body, tenant: { tenantId: 'alpha' }, ids };
  return route.handle(call as never, deps).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    return error.details;
  });
}

/** Whether anything that is stored contains the text. */
const isStored = async (text: string) => JSON.stringify(await everythingIn(world.mongodbUrl)).includes(text);
/** The effects about a lead that are still to be carried out. */
const due = async (leadId: string) =>
  ((await everythingIn(world.mongodbUrl))['effects'] as readonly { leadId: string; status: string }[]).filter(
    (effect) => effect.leadId === leadId && effect.status === 'due',
  );

const erased = ['leadId: the personal data of this lead was erased'];
const messageSteps: readonly Step[] = [
  ['interactions', 'openConversation'],
  ['messages', 'add'],
  ['interactions', 'append'],
  ['effects', 'plan'],
];
const recordingSteps: readonly Step[] = [
  ['interactions', 'record'],
  ['effects', 'plan'],
  ['interactions', 'notified'],
];
const fileSteps: readonly Step[] = [
  ['files', 'upsert'],
  ['effects', 'plan'],
];

describe('a person who is erased while a request about them is in progress', () => {
  it.each(messageSteps)(
    'is sent no message, and none is kept, if that is just before %s.%s',
    async (...step) => {
      const { leadId, phone } = await aPerson();
      expect(await isStored(phone)).toBe(true);
      const body = { leadId, message: 'Hello', campaignId: 'ACMRU' };
      expect(await answerOf(sendSmsRoute, body, erasedBefore(leadId, step))).toEqual(erased);
      expect(await isStored(phone)).toBe(false);
      expect(await due(leadId)).toEqual([]);
    },
  );

  it.each(messageSteps)(
    'wrote a message of which nothing is kept or notified, if that is just before %s.%s',
    async (...step) => {
      const { leadId, phone } = await aPerson();
      const caller = { tenantId: 'alpha', provider: 'twilio' } as const;
      const message = { vendorMessageId: `SM-${leadId}`, from: phone, to: '+14155550100', text: 'Hello' };
      await takeInboundMessage(erasedBefore(leadId, step), caller, { kind: 'inbound', ...message });
      expect(await isStored(phone)).toBe(false);
      expect(await due(leadId)).toEqual([]);
    },
  );

  it('is not named by the event of a status that a request set', async () => {
    const { leadId, phone } = await aPerson();
    const body = { leadIds: [leadId], updates: { status: 'returned' } };
    await answerOf(bulkUpdateLeadsRoute, body, erasedBefore(leadId, ['effects', 'plan']));
    expect(await isStored(phone)).toBe(false);
    expect(await due(leadId)).toEqual([]);
  });

  it.each(recordingSteps)(
    'has no recorded call, and the request is refused, if that is just before %s.%s',
    async (...step) => {
      const { leadId, phone } = await aPerson();
      const summary = `rang about ${leadId}`;
      const body = { leadId, type: 'call', externalId: `x-${leadId}`, phone, summary };
      expect(await answerOf(recordInteractionRoute, body, erasedBefore(leadId, step))).toEqual(erased);
      expect(await isStored(phone)).toBe(false);
      expect(await isStored(summary)).toBe(false);
      expect(await due(leadId)).toEqual([]);
    },
  );

  it.each(fileSteps)(
    'has no file, and the request is refused, if that is just before %s.%s',
    async (...step) => {
      const { leadId } = await aPerson();
      const documentUrl = `https://files.example/of-${leadId}`;
      const body = { leadId, fileKey: 'id', fileName: 'id.pdf', fileType: 'pdf', documentUrl };
      expect(await answerOf(upsertFileRoute, body, erasedBefore(leadId, step))).toEqual(erased);
      expect(await isStored(documentUrl)).toBe(false);
      expect(await due(leadId)).toEqual([]);
    },
  );
});
