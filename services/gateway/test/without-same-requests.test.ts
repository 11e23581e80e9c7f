/** What recognising equal requests costs a campaign that does not ask for it: nothing is read for it and nothing written. */
import { audible, commandsOf, duringTests, putItem } from '@sluice/testing';
import { aLead, openGateway } from './gateway.js';

const world = duringTests(() => openGateway({ reached: audible }));

/** All commands by which a lead is accepted. */
const accepting = (campaignId: string) =>
  commandsOf(async () => {
    const { status } = await world.call('submitLead', { body: aLead({ campaignId }) });
    expect(status).toBe(202);
  });
const ofRequests = (commands: readonly string[]) =>
  commands.filter((command) => command.includes('idempotency'));

it('a request without a key is looked for among earlier ones only where its campaign says so', async () => {
  const { stores, campaign } = world.alpha;
  for (const [campaignId, settings] of [
    ['BARE', {}],
    ['SAME', { sameRequestSeconds: 60 }],
  ] as const)
    await putItem(stores.campaigns, campaignId, { ...campaign, campaignId, settings });
  const commands = [...(await accepting('BARE')), ...(await accepting('BARE'))];
  expect(commands.length).toBeGreaterThan(1);
  expect(ofRequests(commands)).toEqual([]);
  expect(ofRequests(await accepting('SAME'))).not.toEqual([]);
});
