/** A lead that waits because as many leads as may be are on their way to its campaign. */
import { adminGetLeadTimeline, adminGetNow, routingQueue } from '@sluice/contracts';
import { campaignCount } from '@sluice/domain';
import {
  accepted,
  aStoredCampaign,
  aSubmission,
  duringTests,
  openSlot,
  putItem,
  slot,
} from '@sluice/testing';
import { openAdminApi } from './admin-api.js';

const world = duringTests(() => openAdminApi());

it('is named with its campaign in its timeline and on Now, until it is routed', async () => {
  const { stores, core } = world;
  const of = stores.forTenant('alpha');
  const campaign = aStoredCampaign({ campaignId: 'CROWDED', clientId: 'cli_1' });
  await putItem(of.campaigns, 'CROWDED', campaign);
  const at = stores.clock.now();
  const submission = aSubmission({ tenantId: 'alpha', submissionId: 'sub_crowded', campaignId: 'CROWDED' });
  await stores.accept(accepted(submission));
  await of.journal.record(submission, 'qualification', 0, { kind: 'qualified', trace: [] }, at);
  const count = campaignCount(campaign, undefined, 'UTC', at);
  for (const name of ['sub_a.routing.0', 'sub_b.routing.0']) await openSlot(of, slot(name), at, [count]);
  const lists = core.producer.lists(routingQueue);
  const [list, item] = [{ tenantId: 'alpha', list: 'campaign.CROWDED' }, 'sub_crowded.0'];
  const timeline = async () => {
    const params = { tenantId: 'alpha', leadId: submission.leadId };
    const { moments } = (await world.call(adminGetLeadTimeline, { params })).data;
    return moments.filter(({ kind }) => kind === 'waiting').map(({ what }) => what.text);
  };
  const findings = async () => {
    const found = (await world.call(adminGetNow)).data.findings;
    return found.filter(({ subject }) => subject === 'CROWDED');
  };

  expect(await timeline()).toEqual([]);
  await lists.add(list, { item, sinceMs: at.getTime() });
  expect(await timeline()).toEqual([
    'Waits until campaign CROWDED takes more leads: 2 are on their way to its buyer.',
  ]);
  const [finding] = await findings();
  expect(finding).toMatchObject({
    kind: 'leads_wait_for_campaign',
    severity: 'warning',
    tenantId: 'alpha',
    count: 1,
    counted: 'lead waits',
    link: '/campaigns/alpha/CROWDED',
  });
  expect(finding?.text).toMatch(
    /^Campaign CROWDED takes no more leads: 2,000 are on their way to its buyer since .*; 1 lead waits\.$/,
  );
  await lists.remove(list, item);
  expect(await timeline()).toEqual([]);
});
