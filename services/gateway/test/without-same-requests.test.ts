/** What recognising equal requests costs a campaign that does not ask for it: nothing is read for it and nothing written. */
import { audible, duringTests, hearCommands, putItem } from '@sluice/testing';
import type { Document } from 'mongodb';
import { aLead, openGateway } from './gateway.js';

const world = duringTests(() => openGateway({ reached: audible }));

/** All commands by which a lead is accepted, as text. */
async function commandsOf(campaignId: string): Promise<readonly string[]> {
  const heard: Document[] = [];
  const names = ['find', 'aggregate', 'insert', 'update', 'findAndModify', 'bulkWrite', 'delete'];
  const stop = hearCommands((command) => heard.push(command), names);
  const { status } = await world.call('submitLead', { body: aLead({ campaignId }) });
  stop();
  expect(status).toBe(202);
  return heard.map((command) => JSON.stringify(command));
}
const ofRequests = (commands: readonly string[]) =>
  commands.filter((command) => command.includes('idempotency'));

it('a request without a key is looked for among earlier ones only where its campaign says so', async () => {
  const { stores, campaign } = world.alpha;
  for (const [campaignId, settings] of [
    ['BARE', {}],
    ['SAME', { sameRequestSeconds: 60 }],
  ] as const)
    await putItem(stores.campaigns, campaignId, { ...campaign, campaignId, settings });
  const commands = [...(await commandsOf('BARE')), ...(await commandsOf('BARE'))];
  expect(commands.length).toBeGreaterThan(1);
  expect(ofRequests(commands)).toEqual([]);
  expect(ofRequests(await commandsOf('SAME'))).not.toEqual([]);
});
