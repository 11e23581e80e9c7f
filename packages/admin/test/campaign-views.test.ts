/** Campaigns in plain words, switched on and off. */
import {
  adminGetCampaign,
  adminArchiveItem,
  adminListCampaigns,
  adminListClients,
  adminSwitchCampaign,
} from '@sluice/contracts';
import { duringTests, putItem } from '@sluice/testing';
import { aLead } from './a-lead.js';
import { aBuyer, aCampaign } from './catalog.js';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);
beforeAll(() => aBuyer(world.stores));

const alpha = { tenantId: 'alpha' };
const of = () => world.stores.forTenant('alpha');
const params = (campaignId: string) => ({ ...alpha, campaignId });

/** A lead that was submitted to `campaignId` just now, and placed with `placedWith`, the second buyer asked. */
async function sold(campaignId: string, minor: number, currency = 'USD', placedWith = campaignId) {
  const submission = await aLead(world.stores, campaignId, { firstName: 'Ada' });
  const { leadId, submissionId, acceptedAt: receivedAt } = submission;
  const at = world.stores.clock.now();
  const to = { campaignId: placedWith, clientId: 'cli_acme' };
  await of().journal.record(submission, 'delivery', 1, { kind: 'delivered', ...to, trace: [] }, at);
  const sale = { type: 'sale', minor, currency, occurredAt: at, receivedAt } as const;
  const about = { leadId, submissionId, campaignId, placedCampaignId: placedWith, clientId: to.clientId };
  await of().conclusions.close(submissionId, {
    end: { status: 'delivered', endedAt: at, placement: { ...to, at } },
    lead: { leadId, submissionId, status: 'delivered', ended: true, at },
    ledger: [{ entryId: `${submissionId}.sale`, ...sale, ...about }],
    receivedAt,
  });
}

async function refused(campaignId: string): Promise<void> {
  const {
    leadId,
    submissionId,
    acceptedAt: receivedAt,
  } = await aLead(world.stores, campaignId, { firstName: 'Bob' });
  const at = world.stores.clock.now();
  const lead = { leadId, submissionId, status: 'rejected', reason: 'no', ended: true, at };
  const end = { status: 'rejected', reason: 'no', endedAt: at } as const;
  await of().conclusions.close(submissionId, { end, lead, receivedAt });
}

describe('a campaign', () => {
  it('is described in plain words', async () => {
    const { data } = await world.call(adminGetCampaign, { params: params('ACMRU') });
    expect(data.refuses[0]?.text).toBe('It refuses leads (“Not hurt”) when injury is “no”.');
    expect(data.sends.map(({ text }) => text)).toEqual([
      'Rule “Texans” sends leads to TEXAS when state is “TX”.',
      'Its own leads go to the endpoint ep_acme.',
    ]);
    expect(data).toMatchObject({ clientName: 'Acme', offerName: 'Roundup', active: true, open: true });
  });

  it('says what it pays, how leads are given back, and which campaigns send it leads', async () => {
    const { data } = await world.call(adminGetCampaign, { params: params('TEXAS') });
    expect(data.price[0]?.text).toMatch(/^It has no price/);
    expect(data.returnTerms).toEqual([{ text: 'Its client may not give leads back.', tone: 'quiet' }]);
    expect(data.feeds).toEqual([
      {
        campaignId: 'ACMRU',
        name: 'Acme ACMRU',
        active: true,
        how: [{ text: 'Its rule “Texans” sends leads when state is “TX”.', tone: 'good' }],
      },
    ]);
    expect((await world.call(adminGetCampaign, { params: params('ACMRU') })).data.feeds).toEqual([]);
  });

  it('shows how much of its caps is used, and when their periods end', async () => {
    await putItem(
      of().campaigns,
      'CAPPD',
      aCampaign('CAPPD', { deliveryLimits: [{ cap: 5, type: 'daily' }] }),
    );
    const { data } = await world.call(adminListCampaigns, { params: alpha });
    const row = data.campaigns.find(({ campaignId }) => campaignId === 'CAPPD');
    expect(row?.caps).toEqual([
      { of: 'campaign', period: 'daily', cap: 5, taken: 0, reserved: 0, turnsAt: row?.caps[0]?.turnsAt },
    ]);
  });

  it('outside its hours shows when they open', async () => {
    const today = new Date().getUTCDay();
    const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
    const in3Days = names[(today + 3) % 7];
    const hours = { timezone: 'UTC', specificDays: [{ day: in3Days, startTime: '09:00', endTime: '10:00' }] };
    await putItem(of().campaigns, 'HOURS', aCampaign('HOURS', { deliverySchedule: hours }));
    const { data } = await world.call(adminGetCampaign, { params: params('HOURS') });
    expect(data.open).toBe(false);
    expect(new Date(data.opensAt!).getUTCDay()).toBe((today + 3) % 7);
  });

  it('counts what came in through it today and was sold, and apart what it bought itself, by currency', async () => {
    await putItem(of().campaigns, 'SALES', aCampaign('SALES'));
    await sold('SALES', 4_000);
    await sold('TEXAS', 1_250, 'USD', 'SALES');
    await sold('TEXAS', 3_000, 'EUR', 'SALES');
    await sold('TEXAS', 9_900);
    await refused('SALES');
    const { data } = await world.call(adminGetCampaign, { params: params('SALES') });
    expect(data.days).toHaveLength(14);
    expect(data.days.at(-1)).toMatchObject({
      received: 2,
      refused: 1,
      sold: 1,
      earned: [{ currency: 'USD', revenue: 40 }],
      placed: 3,
      money: [
        { currency: 'EUR', revenue: 30 },
        { currency: 'USD', revenue: 52.5 },
      ],
    });
  });

  it('is switched off and on by an actor with the role operate, whom the audit names', async () => {
    await putItem(of().campaigns, 'SWTCH', aCampaign('SWTCH'));
    const off = await world.call(adminSwitchCampaign, {
      params: params('SWTCH'),
      body: { active: false },
      key: world.keys.operate,
    });
    expect(off.data.active).toBe(false);
    expect((await of().campaigns.find('SWTCH'))?.active).toBe(false);
    const [entry] = await world.stores.audit.page({}, 1);
    expect(entry).toMatchObject({
      who: 'who may operate',
      about: { campaignId: 'SWTCH', active: 'false' },
      outcome: 'done',
    });
    const denied = await world.call(adminSwitchCampaign, {
      params: params('SWTCH'),
      body: { active: true },
      key: world.keys.view,
    });
    expect(denied.error?.code).toBe('FORBIDDEN');
  });

  it.concurrent('is archived and taken out again; meanwhile it is in the list unless that leaves archived ones out, and cannot be switched', async () => {
    await putItem(of().campaigns, 'ARCHV', aCampaign('ARCHV'));
    const archive = (archived: boolean) =>
      world.call(adminArchiveItem, {
        params: { ...alpha, section: 'campaigns', id: 'ARCHV' },
        body: { archived },
        key: world.keys.operate,
      });
    const patch = (body: object) =>
      world.call(adminSwitchCampaign, { params: params('ARCHV'), body, key: world.keys.operate });
    const rowOf = async (archived = 'true') => {
      const { data } = await world.call(adminListCampaigns, { params: alpha, query: { archived } });
      return data.campaigns.find(({ campaignId }) => campaignId === 'ARCHV');
    };
    expect((await archive(true)).data.archived).toBe(true);
    const archivedAt = (await of().campaigns.find('ARCHV'))?.archivedAt;
    expect(archivedAt).toMatch(/Z$/);
    expect(await rowOf()).toMatchObject({ archived: true, active: true });
    expect(await rowOf('false')).toBeUndefined();
    expect((await archive(true)).data.heldLeadsDue).toBe(0);
    expect((await of().campaigns.find('ARCHV'))?.archivedAt).toBe(archivedAt);
    expect((await patch({ active: false })).error?.code).toBe('INVALID_STATE');
    expect((await archive(false)).data.archived).toBe(false);
    expect((await of().campaigns.find('ARCHV'))?.active).toBe(true);
    expect(await of().campaigns.find('ARCHV')).not.toHaveProperty('archivedAt');
    expect(await rowOf('false')).toMatchObject({ archived: false });
    expect((await patch({})).error?.code).toBe('VALIDATION_ERROR');
  }, 60_000);

  it.concurrent('of an archived client says so, and the client is in its list unless that leaves archived ones out', async () => {
    const archive = (archived: boolean, clientId = 'cli_acme') =>
      world.call(adminArchiveItem, {
        params: { ...alpha, section: 'clients', id: clientId },
        body: { archived },
        key: world.keys.operate,
      });
    const states = async () => {
      const { data } = await world.call(adminListCampaigns, { params: alpha });
      const listed = await world.call(adminListClients, { params: alpha });
      const client = listed.data.clients.find(({ clientId }) => clientId === 'cli_acme');
      return [data.campaigns[0]?.clientArchived, client?.archivedAt !== undefined];
    };
    expect((await archive(true)).data.archived).toBe(true);
    expect((await of().clients.find('cli_acme'))?.archivedAt).toMatch(/Z$/);
    expect(await states()).toEqual([true, true]);
    const inUse = await world.call(adminListClients, { params: alpha, query: { archived: 'false' } });
    expect(inUse.data.clients.map(({ clientId }) => clientId)).not.toContain('cli_acme');
    expect((await archive(false)).data.archived).toBe(false);
    expect(await of().clients.find('cli_acme')).not.toHaveProperty('archivedAt');
    expect((await archive(true, 'cli_none')).error?.code).toBe('NOT_FOUND');
  }, 60_000);

  it('of another tenant is NOT_FOUND', async () => {
    const asked = { params: { tenantId: 'beta', campaignId: 'ACMRU' } };
    expect((await world.call(adminGetCampaign, asked)).error?.code).toBe('NOT_FOUND');
  });
});
