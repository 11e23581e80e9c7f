/** What checks cost the routing of a tenant that has none: nothing is read for them and nothing written. */
import type { SuppressionList } from '@sluice/contracts';
import { audible, commandsOf, duringTests, eventually, putItem, testPhone } from '@sluice/testing';
import { openRoutingWorker } from './routing-worker.js';

const world = duringTests(() => openRoutingWorker({ reached: audible }));

let people = 0;
/** All commands by which a new lead is routed. */
async function routing(campaignId: string): Promise<readonly string[]> {
  people += 1;
  const submission = await world.qualified(campaignId, { data: { phone: testPhone(people) } });
  const commands = await commandsOf(() => world.route(submission));
  expect((await world.mine.journal.find(submission.submissionId, 'routing', 0))?.kind).toBe('routed');
  return commands;
}
const ofChecks = (commands: readonly string[]) =>
  commands.filter((command) => /suppression|lookup|consent|"claims"|\.claims|effects/i.test(command));

it('without lists, look-ups, consent and the scope client, nothing of them is read or written', async () => {
  await world.putCampaign('BARE', [], { settings: { dedupeEnabled: true } });
  await world.putCampaign('CLIENT', [], {
    settings: { dedupeEnabled: true, dedupeScope: 'client', dedupeFields: ['phone'] },
  });
  // What is cached later is read for the first lead.
  const commands = [...(await routing('BARE')), ...(await routing('BARE'))];
  expect(commands.length).toBeGreaterThan(2);
  expect(ofChecks(commands)).toEqual([]);
  // It is heard of a campaign with the scope, and of a tenant with a list.
  expect(ofChecks(await routing('CLIENT')).join()).toContain('claims');
  const at = new Date().toISOString();
  const list = { listId: 'sl_1', name: 'List', kind: 'phone', scope: 'client', clientId: 'BARE' };
  await putItem(world.mine.suppressionLists, 'sl_1', {
    ...list,
    ...{ active: true, createdAt: at, updatedAt: at },
  } as SuppressionList);
  await world.stores.tenants.noteLists('demo');
  await eventually('the list is asked', async () =>
    /suppression/i.test(ofChecks(await routing('BARE')).join()),
  );
});
