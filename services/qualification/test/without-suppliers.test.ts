/** What suppliers and checks cost a tenant that has none: nothing is read for them and nothing written. */
import { lookupInputSchema, type Delivered } from '@sluice/contracts';
import { advance } from '@sluice/pipeline';
import { newId } from '@sluice/process';
import {
  accepted,
  aStoredCampaign,
  aStoredClient,
  aStoredSupplier,
  aSubmission,
  audible,
  commandsOf,
  duringTests,
  putItem,
  putTenant,
  testPhone,
} from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { qualificationStage } from '../src/qualification-stage.js';

const world = duringTests(() => openWorld({ reached: audible }));
const mine = () => world.core.stores.forTenant('demo');

beforeAll(async () => {
  await putTenant(world.stores.tenants, { tenantId: 'demo', name: 'Demo', settings: { timezone: 'UTC' } });
  await putItem(mine().clients, 'cli_1', aStoredClient({ clientId: 'cli_1' }));
  const campaign = { campaignId: 'ACMRU', clientId: 'cli_1', settings: { dedupeEnabled: true } };
  await putItem(mine().campaigns, 'ACMRU', aStoredCampaign(campaign));
});

let people = 0;
/** All commands by which a new lead is qualified and sold. */
async function selling(supplierId?: string, campaignId = 'ACMRU'): Promise<readonly string[]> {
  people += 1;
  const source = supplierId === undefined ? {} : { supplierId, sentTo: 'ACMRU' };
  const submission = aSubmission({
    submissionId: newId('submission'),
    campaignId,
    acceptedAt: world.stores.clock.now(),
    data: { phone: testPhone(people) },
    ...source,
  });
  await world.stores.accept(accepted(submission));
  const decision = { kind: 'delivered', campaignId: 'ACMRU', clientId: 'cli_1', price: 40, trace: [] };
  return commandsOf(async () => {
    await qualificationStage.run({ ...submission, generation: 0 }, world.core, { first: true });
    const sale = { decision: decision as unknown as Delivered, decidedAt: world.stores.clock.now() };
    await advance(world.core, submission, { stage: 'delivery', generation: 0, ...sale });
  });
}

it('of a lead without a supplier, no supplier, count of one or cost is read or written', async () => {
  // What is cached later is read for the first lead.
  const [first, second] = [await selling(), await selling()];
  expect(second.length).toBeGreaterThan(3);
  expect([...first, ...second].filter((command) => /supplier|"type":"cost"/.test(command))).toEqual([]);
  // Qualification counts for nobody, and delivery was not routed by this test.
  expect(second.filter((command) => command.includes('.counts"'))).toEqual([]);
  expect(await mine().ledger.page({}, 50)).toMatchObject({ entries: [{ type: 'sale' }, { type: 'sale' }] });
  // It is heard of a supplier's.
  const cost = { mode: 'per_sale', amount: 5, currency: 'USD' } as const;
  await putItem(mine().suppliers, 'sup_1', aStoredSupplier({ supplierId: 'sup_1', cost }));
  const supplied = (await selling('sup_1')).join();
  for (const trace of ['"suppliers"', 'supplier.sup_1', '"type":"cost"']) expect(supplied).toContain(trace);
});

it('of a campaign without checks, no look-up, certificate or check is read or written', async () => {
  const ofChecks = (commands: readonly string[]) =>
    commands.filter((command) => /lookup|consent|\.check\./.test(command));
  expect(ofChecks([...(await selling()), ...(await selling())])).toEqual([]);
  // It is heard of one that makes a look-up.
  const lookup = {
    lookupId: 'lk_1',
    url: 'https://v.example/',
    map: [{ field: 'code', jsonPath: '$.code' }],
  };
  await putItem(mine().lookups, 'lk_1', lookupInputSchema.parse(lookup));
  const asks = aStoredCampaign({ campaignId: 'ASKS', clientId: 'cli_1', lookups: [{ lookupId: 'lk_1' }] });
  await putItem(mine().campaigns, 'ASKS', asks);
  expect(ofChecks(await selling(undefined, 'ASKS')).join()).toContain('.check.lookup.lk_1');
});
