import type { Campaign } from '@sluice/contracts';
import type { TenantStores } from '@sluice/store';
import { aStoredCampaign, aStoredClient, aStoredOffer, duringTests, putItem } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { reachableCampaigns, routingAnswers } from '../src/index.js';

const CAMPAIGNS = 500;

const world = duringTests(openWorld);

const campaign = (campaignId: string, more: Partial<Campaign> = {}): Campaign =>
  aStoredCampaign({ campaignId, clientId: 'cli_1', offerId: 'off_1', ...more });
const code = (n: number) => `C${n}`;
/** Writes campaigns `C0`, `C1` and so on, one after another: all at once would wait for connections. */
async function writeCampaigns({ campaigns }: TenantStores, more: (n: number) => Partial<Campaign>) {
  for (let n = 0; n < CAMPAIGNS; n += 1) await putItem(campaigns, code(n), campaign(code(n), more(n)));
}
const codesFrom = async (of: TenantStores, own: string) =>
  (await reachableCampaigns(of, await of.campaigns.find(own))).map(({ campaignId }) => campaignId).sort();

describe('the campaigns that a lead may be routed to', () => {
  it("are those of its own campaign's rules and fallbacks, without the fallbacks of fallbacks", async () => {
    const of = world.stores.forTenant('fallbacks');
    await writeCampaigns(of, (n) => ({
      fallbackCampaigns: [1, 2, 3].map((step) => code((n + step) % CAMPAIGNS)),
      routingRules: [
        { logicalOperator: 'AND', subRules: [], routeTo: { campaignId: code((n + 9) % CAMPAIGNS) } },
      ],
    }));
    expect(await codesFrom(of, 'C10')).toEqual(['C10', 'C11', 'C12', 'C13', 'C19']);
  });

  it('are at most as many in a chain of relays as routing considers', async () => {
    const of = world.stores.forTenant('relays');
    await writeCampaigns(of, (n) => ({
      deliveryLimits: [{ type: 'daily', cap: 1, action: 'route', routeToCampaignId: code(n + 1) }],
    }));
    expect(await codesFrom(of, 'C100')).toEqual(Array.from({ length: 25 }, (_, n) => code(100 + n)));
  });
});

describe('a campaign looked up by the names of its client and offer', () => {
  it('is the first active one by code, in any case of the names, and another once names change', async () => {
    const of = world.stores.forTenant('names');
    await putItem(of.clients, 'cli_1', aStoredClient({ clientId: 'cli_1', name: 'Birch & Sons' }));
    await putItem(of.clients, 'cli_2', aStoredClient({ clientId: 'cli_2', name: 'A / B' }));
    await putItem(of.offers, 'off_1', aStoredOffer({ offerId: 'off_1', name: 'Talc' }));
    await putItem(of.offers, 'off_2', aStoredOffer({ offerId: 'off_2', name: 'C' }));
    await putItem(of.campaigns, 'C1', campaign('C1', { active: false }));
    await putItem(of.campaigns, 'C2', campaign('C2'));
    await putItem(of.campaigns, 'C3', campaign('C3'));
    await putItem(of.campaigns, 'C4', campaign('C4', { clientId: 'cli_2', offerId: 'off_2' }));
    const find = async (clientName: string, offerName: string) =>
      (
        await routingAnswers(of, new Date(), { duplicateFor: async () => ({ kind: 'unique' }) }).campaignOf(
          clientName,
          offerName,
        )
      )?.campaignId;
    expect(await find(' birch & SONS', 'talc')).toBe('C2');
    expect(await find('A / B', 'C')).toBe('C4');
    expect(await find('A', 'B / C')).toBeUndefined();
    await putItem(of.clients, 'cli_2', aStoredClient({ clientId: 'cli_2', name: 'Cedar' }));
    expect(await find('Cedar', 'C')).toBe('C4');
    expect(await find('A / B', 'C')).toBeUndefined();
  });
});
