import { routingQueue } from '@sluice/contracts';
import { accepted, aSubmission, duringTests } from '@sluice/testing';
import { demoFile, openCommand } from './command.js';

const world = duringTests(() => openCommand({ privateRedis: true }));

it('sluice doctor and sluice leads show name the campaign that a lead waits for, and how many are on their way', async () => {
  const { stores, core, sluice } = world;
  expect(await sluice(['apply', demoFile])).toMatchObject({ code: 0 });
  const submission = aSubmission({ submissionId: 'sub_waits', campaignId: 'ACMRU' });
  await stores.accept(accepted(submission));
  const at = new Date();
  await stores
    .forTenant('demo')
    .journal.record(submission, 'qualification', 0, { kind: 'qualified', trace: [] }, at);
  const show = async () => (await sluice(['leads', 'show', submission.leadId, '--tenant', 'demo'])).output;
  const waits = 'sub_waits  Waits until campaign ACMRU takes more leads: 0 are on their way to its buyer.';
  expect(await show()).not.toContain('Waits until');
  const lists = core.producer.lists(routingQueue);
  const [list, item] = [{ tenantId: 'demo', list: 'campaign.ACMRU' }, 'sub_waits.0'];
  await lists.add(list, { item, sinceMs: at.getTime() - 60_000 });
  expect(await show()).toContain(waits);
  expect((await sluice(['doctor'])).output).toMatch(
    /leads: Tenant demo: Campaign ACMRU takes no more leads: 2,000 are on their way to its buyer since .* UTC; 1 lead waits\./,
  );
  await lists.remove(list, item);
  expect((await sluice(['doctor'])).output).not.toContain('takes no more leads');
}, 90_000);
