import { voiceCallId } from '@sluice/domain';
import { testPhone, eventually } from '@sluice/testing';
import type { Receipt } from '../installation/affiliate.js';
import { submitUntilDeath, type Death } from '../installation/dying-process.js';
import { startTenant, type TestTenant } from '../installation/tenant.js';

/** The worker ends at `name` while it places the call of the window's lead. */
interface Window extends Pick<Death, 'name'> {
  /** How often the vendor is asked to call, and whether the call is found and waited for. */
  readonly orders: number;
  readonly isFound: boolean;
}

const windows: readonly Window[] = [
  { name: 'after-effect-load', orders: 1, isFound: true },
  // Claimed, and the worker died before the call. Nobody knows that, so nobody is called.
  { name: 'after-attempt-before-call', orders: 0, isFound: false },
  // Called, and the worker died before it recorded the answer: the call is found by the ids that it carries.
  { name: 'after-call-before-outcome', orders: 1, isFound: true },
  { name: 'after-outcome-before-decision', orders: 1, isFound: true },
  { name: 'after-effect-call-before-record', orders: 1, isFound: true },
];
const code = (index: number) => `C${String(index).padStart(2, '0')}`;
const phone = (index: number) => testPhone(70_000 + index);

let tenant: TestTenant;
const receipts: Receipt[] = [];
beforeAll(async () => {
  tenant = await startTenant(
    {
      // No webhooks, whose sending would reach the same failpoints.
      settings: {},
      providers: { retell: { apiKey: '${META_TOKEN}', baseUrl: '${SINK_URL}/retell' } },
      phoneNumbers: [{ phoneNumberId: 'pho_v', phoneNumber: '+12125550100' }],
      clients: [
        {
          clientId: 'cli_v',
          name: 'V',
          abbrev: 'V',
          settings: { defaultPostingUrl: '${SINK_URL}/buyers/v', postingMethod: 'http' },
        },
      ],
      offers: [{ offerId: 'off_v', name: 'Talc', abbrev: 'TA', category: 'mass_tort' }],
      campaigns: windows.map((_, index) => ({
        campaignId: code(index),
        name: 'window',
        clientId: 'cli_v',
        offerId: 'off_v',
        phoneNumberId: 'pho_v',
        firstSubmissionAction: { action: 'voice_ai' },
        campaignAiAgents: { voice: { agentId: 'agent_1' } },
      })),
    },
    { services: ['gateway', 'qualification', 'routing', 'delivery', 'webhook'], apart: ['webhook'] },
  );
  const { stores } = tenant;
  for (const [index, { name, isFound }] of windows.entries()) {
    const death = { service: 'webhook', name } as const;
    const receipt = await submitUntilDeath(tenant, death, code(index), { phone: phone(index) });
    receipts.push(receipt);
    await eventually(
      `another worker has taken the call over, ${name}`,
      async () => {
        const call = await stores.effects.find(voiceCallId(receipt.submissionId));
        return isFound ? call?.reason === 'awaiting_verdict' : call?.status === 'failed';
      },
      120_000,
    );
  }
}, 600_000);
afterAll(() => tenant?.stop(), 60_000);

it.each(windows.map((window, index) => ({ ...window, index })))(
  'a worker that dies $name calls nobody twice',
  async ({ index, orders, isFound }) => {
    const { leadId } = receipts[index]!;
    const placed = tenant
      .received('/retell/v2/create-phone-call')
      .filter(({ body }) => body.includes(phone(index)));
    expect(placed).toHaveLength(orders);
    const lead = await tenant.stores.leads.find(leadId);
    expect(lead).toMatchObject({
      status: 'pending_action',
      reason: isFound ? 'voice_ai' : 'unknown_outcome',
    });
    if (!isFound) return;
    await tenant.installation.sink.sendEvents({
      vendor: 'retell',
      url: `${tenant.installation.url}/hooks/voice/retell/acme`,
      secret: 'test-token',
      events: [
        {
          event: 'call_analyzed',
          of: leadId,
          with: { call_analysis: { custom_analysis_data: { qualified: true } } },
        },
      ],
      times: 3,
    });
    await eventually(
      'it is delivered',
      async () => (await tenant.stores.leads.find(leadId))?.status === 'delivered',
    );
    expect(tenant.received('/buyers/v').filter(({ body }) => body.includes(leadId))).toHaveLength(1);
  },
  90_000,
);
