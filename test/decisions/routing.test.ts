import type { Trace } from '@sluice/contracts';
import { simulateLead } from '@sluice/cli';
import { buyerServices } from '@sluice/local';
import { eventually } from '@sluice/testing';
import type { Receipt } from '../installation/affiliate.js';
import { group, startTenant, type TestTenant } from '../installation/tenant.js';

const posting = (path: string) => ({
  defaultPostingUrl: `\${SINK_URL}/buyers/${path}`,
  postingMethod: 'http',
});
const clients = [
  { clientId: 'cli_a', name: 'Alder Law', abbrev: 'ALD', settings: posting('alder') },
  { clientId: 'cli_b', name: 'Birch & Sons', abbrev: 'BIR', settings: posting('birch') },
  { clientId: 'cli_r', name: 'Refuses', abbrev: 'REF', settings: posting('refuses') },
];
const offers = [
  { offerId: 'off_1', name: 'Roundup', abbrev: 'RU', category: 'mass_tort' },
  { offerId: 'off_2', name: 'Talc', abbrev: 'TA', category: 'mass_tort' },
];
const owner = (clientId: string, offerId = 'off_1') => ({ clientId, offerId });
const limit = (cap: number, more: Record<string, unknown> = {}) => [{ cap, type: 'daily', ...more }];
const heldCampaign = (cap: number) => ({
  campaignId: 'HELD',
  name: 'Held',
  ...owner('cli_b'),
  deliveryLimits: limit(cap),
});
const parent = { campaignId: 'PAR', name: 'Parent', ...owner('cli_b'), fallbackCampaigns: ['HELD'] };
const campaigns = [heldCampaign(1), { ...parent, active: false }];

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await startTenant({ clients, offers, campaigns }, { services: buyerServices });
}, 120_000);
afterAll(() => tenant.stop(), 60_000);

/** The campaign that routing chose for the lead, or else the lead's status and reason. */
async function takenBy(receipt: Receipt): Promise<string> {
  const lead = await tenant.atRest(receipt);
  const decisions = await tenant.decisions(receipt);
  const { decision } = decisions.find(({ stage }) => stage === 'routing') ?? {};
  return decision?.kind === 'routed' ? decision.campaignId : `${lead.status} ${lead.reason}`;
}
const statuses = (receipt: readonly Receipt[]) => Promise.all(receipt.map((one) => tenant.fate(one)));

describe('a lead is routed to', () => {
  const injury = (value: string) => group({ field: 'injury', operator: 'equals', value: [value] }).subRules;
  beforeAll(async () => {
    await tenant.campaign({ campaignId: 'TALC', ...owner('cli_b', 'off_2') });
    await tenant.campaign({ campaignId: 'OFF', ...owner('cli_a'), active: false });
    const routingRules = [
      { priority: 30, subRules: injury('burn'), routeTo: { campaignId: 'FULL' } },
      { priority: 20, subRules: injury('burn'), routeTo: { clientName: 'birch & sons ', offerName: 'TALC' } },
      { priority: 10, active: false, subRules: injury('burn'), routeTo: { campaignId: 'FULL' } },
    ];
    await tenant.campaign({ campaignId: 'FULL', deliveryLimits: limit(0, { action: 'next' }) });
    await tenant.campaign({ campaignId: 'RULES', ...owner('cli_a'), routingRules });
    const fallbackCampaigns = ['NONE', 'FULL', 'TALC'];
    await tenant.campaign({ campaignId: 'BACK', ...owner('cli_a'), active: false, fallbackCampaigns });
    await tenant.campaign({
      campaignId: 'LOST',
      ...owner('cli_a'),
      active: false,
      fallbackCampaigns: ['OFF'],
    });
  });

  it.each([
    ['the campaign that client and offer of the first matching rule name', 'RULES', 'burn', 'TALC'],
    ['the campaign itself, when no rule matches', 'RULES', 'none', 'RULES'],
    ['the first fallback that accepts leads, when the campaign does not', 'BACK', 'none', 'TALC'],
  ])('%s', async (_name, campaignId, value, expected) => {
    expect(await takenBy(await tenant.submit(campaignId, { questionnaire: { injury: value } }))).toBe(
      expected,
    );
  });
});

describe('a simulation of routing', () => {
  it.each(['RULES', 'BACK', 'LOST', 'FULL'])(
    'of a lead to %s decides as the workers do, with the same trace, and takes no slot',
    async (campaignId) => {
      const receipt = await tenant.submit(campaignId);
      await tenant.atRest(receipt);
      const { stores } = tenant.installation;
      const submission = (await tenant.stores.submissions.find(receipt.submissionId))!;
      const foreseen = await simulateLead(stores, { ...submission, leadId: 'lead_x', submissionId: 'sub_x' });
      const made = await tenant.decisions(receipt);
      for (const { stage, decision } of foreseen.decisions) {
        const real = made.find((one) => one.stage === stage)!.decision;
        expect([decision.kind, decision.reason]).toEqual([real.kind, real.reason]);
        const looks = (trace: Trace) =>
          trace.map(({ looked, at, verdict, because }) => [looked, at, verdict, because]);
        expect(looks(decision.trace)).toEqual(looks(real.trace));
      }
      expect(await tenant.stores.journal.history('sub_x')).toEqual([]);
    },
  );
});

describe('a full limit', () => {
  it.concurrent('releases the oldest held lead when a buyer frees a slot', async () => {
    await tenant.campaign({ campaignId: 'SLOT', ...owner('cli_b'), deliveryLimits: limit(1) });
    const ofSlot = { path: '/buyers/birch', contains: '"campaignId":"SLOT"' };
    tenant.installation.sink.script({ ...ofSlot, status: 422, delayMs: 6_000, times: 1 });
    const first = await tenant.submit('SLOT');
    await eventually('the buyer is asked', () =>
      tenant.received('/buyers/birch').some(({ body }) => body.includes(first.leadId)),
    );
    const [second, third] = [await tenant.submit('SLOT'), await tenant.submit('SLOT')];
    // Both are held before the buyer has answered.
    expect(await statuses([second, third])).toEqual(['queued', 'queued']);
    expect(await tenant.fate(first)).toBe('rejected');
    await eventually('the oldest is placed', async () => (await tenant.fate(second)) === 'delivered');
    expect(await tenant.fate(third)).toBe('queued');
  }, 45_000);

  it.concurrent('leaves no slot free while a lead waits for it, when refusals and leads arrive concurrently', async () => {
    tenant.installation.sink.script({ path: '/buyers/refuses', status: 422 });
    const codes = Array.from({ length: 10 }, (_, n) => `FREE${n}`);
    const placed = await Promise.all(
      codes.map(async (campaignId) => {
        await tenant.campaign({ campaignId, ...owner('cli_r'), deliveryLimits: limit(1) });
        const receipt = await Promise.all(Array.from({ length: 4 }, () => tenant.submit(campaignId)));
        return eventually(
          `all of ${campaignId} are refused`,
          async () => (await statuses(receipt)).every((status) => status === 'rejected'),
          60_000,
        );
      }),
    );
    expect(placed).toHaveLength(codes.length);
  }, 90_000);
});

describe('a change of configuration', () => {
  it('releases the held leads of the campaign, and those that are routed to it', async () => {
    const receipt: Receipt[] = [];
    for (const campaignId of ['HELD', 'HELD', 'PAR', 'HELD']) {
      const one = await tenant.submit(campaignId);
      await tenant.atRest(one);
      receipt.push(one);
    }
    expect(await statuses(receipt)).toEqual(['delivered', 'queued', 'queued', 'queued']);
    await tenant.apply({ campaigns: [heldCampaign(3), { ...parent, active: false }] });
    // Which two is not promised: the three are decided side by side.
    let released: string[] = [];
    await eventually('two more are placed', async () => {
      released = await statuses(receipt);
      return released.filter((status) => status === 'delivered').length === 3;
    });
    const [held, ...others] = receipt.filter((_, nth) => released[nth] === 'queued');
    expect(others).toEqual([]);
    await tenant.apply({ campaigns: [{ ...heldCampaign(3), active: false }, parent] });
    await eventually('the last one finds no buyer', async () => (await tenant.fate(held!)) === 'error');
  }, 60_000);
});
