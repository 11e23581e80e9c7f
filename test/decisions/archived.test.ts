import { buyerServices } from '@sluice/local';
import { startTenant, type TestTenant } from '../installation/tenant.js';

const settings = { defaultPostingUrl: '${SINK_URL}/buyers/alder', postingMethod: 'http' };
const clients = (archived?: boolean) => [
  { clientId: 'cli_a', name: 'Alder Law', abbrev: 'ALD', settings },
  { clientId: 'cli_b', name: 'Birch', abbrev: 'BIR', settings, archived },
];
const owner = { clientId: 'cli_a', offerId: 'off_1' };
const next = { ...owner, campaignId: 'NEXT', name: 'Next' };
const campaigns = (archived?: boolean) => [
  next,
  {
    ...owner,
    campaignId: 'ARCH',
    name: 'Archived',
    fallbackCampaigns: ['NEXT'],
    archived,
  },
  { ...owner, clientId: 'cli_b', campaignId: 'OFCLI', name: 'Of an archived client' },
];
const offers = [{ offerId: 'off_1', name: 'Roundup', abbrev: 'RU', category: 'mass_tort' }];

let tenant: TestTenant;
beforeAll(async () => {
  const archived = { clients: clients(true), offers, campaigns: campaigns(true) };
  tenant = await startTenant(archived, { services: buyerServices });
}, 120_000);
afterAll(() => tenant.stop(), 60_000);

/** The lead's status, and the campaigns that routing looked at with its verdicts. */
async function lookedAt(campaignId: string) {
  const receipt = await tenant.submit(campaignId);
  const { status } = await tenant.atRest(receipt);
  const routing = (await tenant.decisions(receipt)).find(({ stage }) => stage === 'routing');
  const trace = routing?.decision.trace ?? [];
  return [status, ...trace.map(({ at, verdict, because }) => [at, verdict, because ?? ''].join(' ').trim())];
}

describe('an archived campaign', () => {
  it('is passed over, as is one of an archived client; both stay in what is listed', async () => {
    expect(await lookedAt('ARCH')).toEqual(['delivered', 'ARCH passed_over archived', 'NEXT chosen']);
    expect(await lookedAt('OFCLI')).toEqual(['error', 'OFCLI passed_over client_archived']);
    const read = await tenant.call('GET', '/campaigns/ARCH');
    expect(read.data).toMatchObject({ active: true, archivedAt: expect.stringMatching(/Z$/) as unknown });
    const listed = await tenant.call('GET', '/clients');
    expect(listed.data['clients']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ clientId: 'cli_b', archivedAt: expect.stringMatching(/Z$/) as unknown }),
      ]),
    );
  });

  it('stays archived by a file that does not say, and takes leads again by one that says so', async () => {
    const before = (await tenant.call('GET', '/campaigns/ARCH')).data['archivedAt'];
    await tenant.apply({ clients: clients(), campaigns: campaigns() });
    expect((await tenant.call('GET', '/campaigns/ARCH')).data['archivedAt']).toBe(before);
    await tenant.apply({ clients: clients(false), campaigns: campaigns(false) });
    expect(await lookedAt('ARCH')).toEqual(['delivered', 'ARCH chosen']);
    expect(await lookedAt('OFCLI')).toEqual(['delivered', 'OFCLI chosen']);
  }, 60_000);
});
