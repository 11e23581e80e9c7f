/** The daily report: when it is due, that there is one a day, and what is in it. */
import { aSale, duringTests } from '@sluice/testing';
import { createPlanReports } from '../src/plan-reports.js';
import { address, openEmailWorker } from './email-worker.js';

const world = duringTests(openEmailWorker);
beforeEach(() => {
  world.sink.clear();
});

const wanted = { notificationEmail: address, sendDailyReport: true, timezone: 'Europe/Berlin' };
const idOf = (clientId: string, date: string) => `client.${clientId}.report.${date}`;

it('is planned once a day from 07:00 in the zone of the client, by however many processes', async () => {
  const clientId = await world.aClient(wanted);
  const unwanted = await world.aClient({ ...wanted, sendDailyReport: false });
  const [one, restarted] = [createPlanReports(world.deps), createPlanReports(world.deps)];
  world.clock.set('2026-03-02T05:59:59Z');
  await one();
  expect(await world.find(idOf(clientId, '2026-03-02'))).toBeUndefined();
  world.clock.set('2026-03-02T06:00:00Z');
  await Promise.all([one(), restarted()]);
  const planned = await world.find(idOf(clientId, '2026-03-02'));
  expect(planned).toMatchObject({ status: 'due', body: { mail: 'report', clientId, day: '2026-03-01' } });
  expect(await world.find(idOf(unwanted, '2026-03-02'))).toBeUndefined();
  await Promise.all([one(), createPlanReports(world.deps)()]);
  await world.run(planned!.effectId);
  await createPlanReports(world.deps)();
  await world.run(planned!.effectId);
  expect(world.mails()).toHaveLength(1);
});

it('of a day without placed leads says so', async () => {
  const clientId = await world.aClient(wanted);
  world.clock.set('2026-03-03T20:00:00Z');
  await createPlanReports(world.deps)();
  await world.run(idOf(clientId, '2026-03-03'));
  expect(world.mails()).toMatchObject([
    {
      subject: 'Leads of 2 Mar 2026: 0 placed',
      attachments: [],
      messageId: `<${idOf(clientId, '2026-03-03')}@sluice>`,
    },
  ]);
  expect(world.mails()[0]?.text).toContain('No lead was placed on this day.');
});

it('has the numbers of the local day, its revenue and a table of its placed leads, with guarded cells', async () => {
  const clientId = await world.aClient(wanted);
  const { conclusions, leads } = world.deps.stores.forTenant('demo');
  const data = { firstName: '=1+1', lastName: 'Lee', phone: '+14155550132', email: 'ann@example.com' };
  // 23:30 and 00:30 in Berlin: the second belongs to the next day.
  for (const [n, at] of [
    ['a', '2026-03-03T22:30:00Z'],
    ['b', '2026-03-03T23:30:00Z'],
  ] as const) {
    const occurredAt = new Date(at);
    const ids = { leadId: `lead_${clientId}${n}`, submissionId: `sub_${clientId}${n}` };
    await leads.ensure({
      lead: {
        tenantId: 'demo',
        ...ids,
        campaignId: 'ACMRU',
        clientId,
        data,
        isTest: false,
        status: 'pending',
        createdAt: occurredAt,
        updatedAt: occurredAt,
        lastSubmissionId: ids.submissionId,
      },
      search: [],
    });
    const sale = aSale(n, { ...ids, clientId, occurredAt, receivedAt: occurredAt });
    const placed = { campaignId: 'ACMRU', clientId };
    const lead = { ...ids, status: 'delivered', ended: true, at: occurredAt, placed } as const;
    const end = { status: 'delivered', endedAt: occurredAt, isResolution: false } as const;
    await conclusions.close(ids.submissionId, { end, ledger: [sale], lead, receivedAt: occurredAt });
  }
  world.clock.set('2026-03-04T06:00:00Z');
  await createPlanReports(world.deps)();
  await world.run(idOf(clientId, '2026-03-04'));
  const [mail] = world.mails();
  expect(mail?.text).toContain('Received: 1\n');
  expect(mail?.text).toContain('Placed: 1\n');
  expect(mail?.text).toContain('Revenue: $42.50\n');
  expect(mail?.attachments).toEqual([
    {
      filename: 'leads-2026-03-03.csv',
      contentType: 'text/csv',
      content: [
        'leadId,placedAt,campaign,firstName,lastName,phone,email,price,currency',
        `lead_${clientId}a,2026-03-03T22:30:00.000Z,ACMRU,'=1+1,Lee,'+14155550132,ann@example.com,42.5,USD`,
        '',
      ].join('\r\n'),
    },
  ]);
});
