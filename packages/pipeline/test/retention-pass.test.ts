import { reportLeads, type LeadReportAsked } from '@sluice/reports';
import { duringTests, putTenant, ulidAt } from '@sluice/testing';
import { retentionPass } from '../src/sweep/retention.js';
import { createTidying } from '../src/sweep/tidy.js';
import { accept, openPipeline } from './pipeline.js';

const world = duringTests(openPipeline);

const DAY_MS = 86_400_000;

describe('a pass of retention', () => {
  const tenant = (tenantId: string, retention?: object) =>
    putTenant(world.core.stores.tenants, {
      tenantId,
      name: tenantId,
      settings: { ...(retention && { retention }) },
    });
  /** A message is the simplest record that has an age. */
  const aMessage = async (tenantId: string, days: number) => {
    const at = new Date(Date.now() - days * DAY_MS).toISOString();
    await world.core.stores.forTenant(tenantId).messages.add({
      messageId: `msg_${tenantId}${days}`,
      leadId: 'lead_00000000000000000000000000',
      interactionId: 'int_1',
      direction: 'outbound',
      provider: 'console',
      to: '+14155550188',
      message: 'Hello',
      status: 'delivered',
      createdAt: at,
      updatedAt: at,
    });
  };
  const messagesOf = async (tenantId: string) =>
    (await world.db.collection('messages').find({ tenantId }).toArray()).map(({ _id }) => String(_id));

  it('deletes records past their tenant’s retention, audited before and counted; a tenant without retention keeps all', async () => {
    await tenant('t-days', { messages: 400 });
    await tenant('t-more-days', { messages: 500 });
    await tenant('t-for-good');
    for (const tenantId of ['t-days', 't-more-days', 't-for-good']) {
      await aMessage(tenantId, 399);
      await aMessage(tenantId, 401);
    }
    for await (const slice of retentionPass(world.core)) expect(slice).toBeDefined();
    expect(await messagesOf('t-days')).toEqual(['t-days/msg_t-days399']);
    expect(await messagesOf('t-more-days')).toHaveLength(2);
    expect(await messagesOf('t-for-good')).toHaveLength(2);
    const { values } = await world.core.metrics.retentionDeleted.get();
    expect(values).toEqual([expect.objectContaining({ labels: { collection: 'messages' }, value: 1 })]);
    const entries = (await world.core.stores.audit.page({}, 10)).filter(({ who }) => who === 'retention');
    expect(entries).toEqual([
      expect.objectContaining({
        tenantId: 't-days',
        outcome: 'done',
        result: { messages: 1 },
        what: 'delete records of tenant t-days past their retention (days: messages 400)',
      }),
    ]);
  });

  it('changes no report: what it says of the deleted leads is kept before they are deleted', async () => {
    const tenantId = 't-reported';
    await tenant(tenantId, { leads: 100 });
    const at = new Date(Date.now() - 200 * DAY_MS);
    const ulid = ulidAt(at, 1);
    const lead = { leadId: `lead_${ulid}`, submissionId: `sub_${ulid}` };
    await accept(world.core, { ...lead, tenantId, acceptedAt: at });
    await world.core.stores.forTenant(tenantId).conclusions.close(lead.submissionId, {
      end: { status: 'delivered', endedAt: at },
      lead: { ...lead, status: 'delivered', ended: true, at },
      receivedAt: at,
    });
    const day = (days: number) => new Date(at.getTime() + days * DAY_MS).toISOString().slice(0, 10);
    const ask: LeadReportAsked = {
      from: day(-2),
      to: day(2),
      timezone: 'UTC',
      basis: 'received',
      groupBy: ['campaign'],
    };
    const report = () => reportLeads(world.core, tenantId, ask);
    const before = await report();
    expect(before.totals).toMatchObject({ received: 1, delivered: 1 });
    for await (const slice of retentionPass(world.core)) expect(slice).toBeDefined();
    expect(await world.core.stores.forTenant(tenantId).leads.find(lead.leadId)).toBeUndefined();
    expect(await report()).toEqual(before);
  });

  it('pauses when its time is up, and resumes from there', async () => {
    for (const tenantId of ['t-rest-1', 't-rest-2']) {
      await tenant(tenantId, { messages: 1 });
      await aMessage(tenantId, 2);
    }
    const tidy = createTidying(world.core);
    let looks = 1;
    for (; (await tidy(0)) === 'more'; looks += 1);
    expect(looks).toBeGreaterThan(3);
    expect([await messagesOf('t-rest-1'), await messagesOf('t-rest-2')]).toEqual([[], []]);
    // The next pass does not start at once.
    await aMessage('t-rest-1', 3);
    expect(await tidy(1_000)).toBe('done');
    expect(await messagesOf('t-rest-1')).toHaveLength(1);
  });

  it('continues with the other tenants when the records of one cannot be read', async () => {
    await tenant('t-a-odd', { messages: 1 });
    await tenant('t-b-sound', { messages: 1 });
    await aMessage('t-b-sound', 2);
    // The deletion of a message with this id would read every key, so it fails.
    await world.db
      .collection('messages')
      .insertOne({ _id: 't-a-odd/msg_1' as never, tenantId: 't-a-odd', leadId: 7 });
    for await (const slice of retentionPass(world.core)) expect(slice).toBeDefined();
    expect(await messagesOf('t-b-sound')).toEqual([]);
  });
});
