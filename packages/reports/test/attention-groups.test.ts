import { alertedReasons, alertedStatuses, leadStatuses, statusesAwaitingPerson } from '@sluice/contracts';
import { accepted, aSubmission, duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';

const world = duringTests(openWorld);

const t0 = Date.parse('2026-03-01T12:00:00.000Z');
const minute = (n: number) => new Date(t0 + n * 60_000);

async function leadThatEnded(
  n: number,
  { status, reason, campaignId = 'A', tenantId = 'demo' }: Record<string, string | undefined>,
  at = minute(n),
): Promise<void> {
  const submission = aSubmission({ submissionId: `sub_${n}`, campaignId, tenantId, acceptedAt: minute(0) });
  await world.stores.accept(accepted(submission));
  const rest = { status: status ?? '', ended: true, submissionId: `sub_${n}`, at };
  await world.stores.forTenant(tenantId ?? '').leads.recordStatus(`lead_${n}`, { ...rest, reason });
}

describe('leads that wait for a person', () => {
  beforeAll(async () => {
    for (const n of [1, 2, 3]) await leadThatEnded(n, { status: 'failed', reason: 'http_500' });
    await leadThatEnded(4, { status: 'failed', reason: 'http_500', campaignId: 'B' });
    await leadThatEnded(5, { status: 'error', reason: 'quarantined' });
    await leadThatEnded(6, { status: 'delivered' });
    await leadThatEnded(7, { status: 'failed' });
    await leadThatEnded(8, { status: 'failed', reason: 'http_500', tenantId: 'other' });
  }, 60_000);

  it('are grouped by status, reason and campaign, with when the first and the last came to rest', async () => {
    const group = { count: 1, firstAt: minute(4), lastAt: minute(4) };
    expect(await world.core.reports.forTenant('demo').attentionGroups.all()).toEqual([
      { ...group, status: 'failed', campaignId: 'A', firstAt: minute(7), lastAt: minute(7) },
      {
        ...group,
        status: 'error',
        reason: 'quarantined',
        campaignId: 'A',
        firstAt: minute(5),
        lastAt: minute(5),
      },
      { ...group, status: 'failed', reason: 'http_500', campaignId: 'B' },
      {
        status: 'failed',
        reason: 'http_500',
        campaignId: 'A',
        count: 3,
        firstAt: minute(1),
        lastAt: minute(3),
      },
    ]);
  });

  it('are paged within their group, the latest first, each once', async () => {
    const { attentionGroups } = world.core.reports.forTenant('demo');
    const cause = { status: 'failed', reason: 'http_500', campaignId: 'A' };
    const first = await attentionGroups.page(cause, 2);
    const second = await attentionGroups.page(cause, 2, first.next);
    expect([...first.leads, ...second.leads].map(({ leadId }) => leadId)).toEqual([
      'lead_3',
      'lead_2',
      'lead_1',
    ]);
    expect(second.next).toBeUndefined();
    const without = await attentionGroups.page({ status: 'failed', campaignId: 'A' }, 10);
    expect(without.leads.map(({ leadId }) => leadId)).toEqual(['lead_7']);
  });
});

describe('counts of the groups for callers that poll', () => {
  afterEach(() => jest.restoreAllMocks());

  /** Groups whose counts end when the test lets them, and a clock that only the test advances. */
  function counting(tenantId: string) {
    const { attentionGroups } = world.core.reports.forTenant(tenantId);
    const ends: (() => void)[] = [];
    const all = jest
      .spyOn(attentionGroups, 'all')
      .mockImplementation(() => new Promise((resolve) => ends.push(() => resolve([]))));
    let nowMs = 1_000;
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const made = async (since?: Date) => {
      const count = attentionGroups.allCached(since);
      await new Promise(setImmediate);
      nowMs += 100;
      for (const end of ends.splice(0)) end();
      await count;
    };
    return { attentionGroups, all, ends, made, advance: (ms: number) => (nowMs += ms) };
  }

  it('are kept apart by the time since which they count, and made anew after twenty times as long', async () => {
    const { all, made, advance } = counting('polled');
    await made();
    await made(minute(1));
    expect(all).toHaveBeenCalledTimes(2);
    for (const since of [undefined, minute(1), undefined, minute(1)]) await made(since);
    expect(all).toHaveBeenCalledTimes(2);
    advance(2_000);
    await made(minute(1));
    expect(all).toHaveBeenLastCalledWith(minute(1));
    expect(all).toHaveBeenCalledTimes(3);
  });

  it('are made one at a time, however many times are asked for, and few are kept', async () => {
    const { attentionGroups, all, ends, made } = counting('varied');
    const asked = Array.from({ length: 30 }, (_, n) => attentionGroups.allCached(minute(n)));
    for (let n = 1; n <= 30; n += 1) {
      await new Promise(setImmediate);
      expect(all).toHaveBeenCalledTimes(n);
      for (const end of ends.splice(0)) end();
    }
    await Promise.all(asked);
    await made(minute(0));
    expect(all).toHaveBeenCalledTimes(31);
  });

  it('are made again after one that failed', async () => {
    const { attentionGroups, all, made } = counting('failing');
    all.mockRejectedValueOnce(new Error('no answer'));
    await expect(attentionGroups.allCached()).rejects.toThrow('no answer');
    await made();
    expect(all).toHaveBeenCalledTimes(2);
  });
});

describe('the alerts of the first page', () => {
  it('are quarantined leads, unknown outcomes and those that failed within a day by tenant, and how many leads wait in all', async () => {
    const now = world.stores.clock.now();
    await leadThatEnded(24, { status: 'failed', reason: 'retries_spent', tenantId: 'third' }, now);
    await leadThatEnded(21, { status: 'rejected', reason: 'unknown_outcome', tenantId: 'other' });
    await leadThatEnded(22, { status: 'error', reason: 'quarantined', tenantId: 'other' });
    await leadThatEnded(23, { status: 'failed', reason: 'unknown_outcome', tenantId: 'other' });
    expect(await world.core.reports.leadsAwaitingOperator(100)).toEqual({
      count: 10,
      needingAttention: [
        { tenantId: 'demo', reason: 'quarantined', count: 1, since: minute(5) },
        { tenantId: 'other', reason: 'quarantined', count: 1, since: minute(22) },
        { tenantId: 'other', reason: 'unknown_outcome', count: 2, since: minute(21) },
        { tenantId: 'third', reason: 'failed', count: 1, since: now },
      ],
    });
    expect(
      (await world.core.reports.leadsAwaitingOperator(1)).needingAttention.map(({ count }) => count),
    ).toEqual([1, 1, 1, 1]);
  });

  it('are circuits that a person opened, until they close them or their time is over', async () => {
    const now = world.stores.clock.now().getTime();
    const [at, past, later] = [new Date(now - 9_000), new Date(now - 1_000), new Date(now + 60_000)];
    const give = (tenantId: string, receiver: string, kind: 'open' | 'closed', until?: Date) =>
      world.stores.forTenant(tenantId).circuitOrders.give(receiver, {
        kind,
        by: 'nadia',
        reason: 'they migrate',
        at,
        token: receiver,
        until,
      });
    await give('demo', 'client cli_acme', 'open');
    await give('other', 'end_b', 'open', later);
    await give('demo', 'end_c', 'open', past);
    await give('demo', 'end_d', 'open');
    await give('demo', 'end_d', 'closed');
    const ever = { failedSince: minute(0), calledSince: minute(0) };
    const open = await world.stores.receivers.inTrouble(10, ever);
    const given = { by: 'nadia', reason: 'they migrate', at };
    expect(open).toMatchObject([
      { tenantId: 'demo', receiver: 'client cli_acme', order: given },
      { tenantId: 'other', receiver: 'end_b', order: { until: later, ...given } },
    ]);
    expect(await world.stores.receivers.inTrouble(1, ever)).toHaveLength(1);
  });

  it('are receivers of webhooks that are switched off, by tenant', async () => {
    const disable = (tenantId: string, host: string, at: Date) =>
      world.stores
        .forTenant(tenantId)
        .webhookUrls.disable({ url: `https://${host}.example`, headers: {} }, 'gone', at);
    await disable('demo', 'a', minute(2));
    await disable('demo', 'b', minute(1));
    await disable('other', 'a', minute(3));
    await world.stores
      .forTenant('other')
      .webhookUrls.noteFailure({ url: 'https://c', headers: {} }, minute(4));
    expect(await world.stores.webhooksSwitchedOff(10)).toEqual([
      { tenantId: 'demo', count: 2, since: minute(1) },
      { tenantId: 'other', count: 1, since: minute(3) },
    ]);
  });
});

describe('held leads', () => {
  it('are grouped by tenant, campaign and reason, with the next opening', async () => {
    const soon = (seconds: number) => new Date(Date.now() + seconds * 1_000);
    for (const [n, reason, opensIn] of [
      [11, 'cap_reached', 600],
      [12, 'cap_reached', 300],
      [13, 'outside_hours', 900],
    ] as const) {
      await world.stores.accept(accepted(aSubmission({ submissionId: `sub_${n}`, acceptedAt: minute(n) })));
      await world.stores
        .forTenant('demo')
        .submissions.hold(`sub_${n}`, 0, { until: soon(opensIn), reason: reason, waitsFor: ['x'] });
    }
    const [capped, hours] = await world.stores.heldLeads();
    expect([capped?.reason, capped?.count, capped?.oldestAt]).toEqual(['cap_reached', 2, minute(11)]);
    expect(capped?.opensAt.getTime()).toBeLessThan(soon(301).getTime());
    expect([hours?.tenantId, hours?.campaignId, hours?.reason, hours?.count]).toEqual([
      'demo',
      'ACMRU',
      'outside_hours',
      1,
    ]);
  });
});

it('a lead waits for a person, or alerts one, in the statuses and for the reasons of the contract alone', async () => {
  const reasons = [...alertedReasons, 'http_500', undefined];
  const ends = leadStatuses.flatMap((status) =>
    reasons.map((reason) => ({ status, reason, tenantId: 'each' })),
  );
  await Promise.all(ends.map((end, n) => leadThatEnded(100 + n, end)));
  const { attentionGroups, needsAttention } = world.core.reports.forTenant('each');
  const groups = await attentionGroups.all();
  const wait = statusesAwaitingPerson.flatMap((status) => reasons.map((reason) => `${status} ${reason}`));
  expect(groups.map(({ status, reason }) => `${status} ${reason}`).sort()).toEqual(wait.sort());
  const to = (most: number) => ({ most, failedSince: minute(0) });
  // Leads that failed for a reason of their own are counted for it alone.
  expect((await needsAttention.alerted('failed', to(100)))?.count).toBe(2);
  expect(await needsAttention.alerted('failed', { most: 100, failedSince: minute(200) })).toBeUndefined();
  for (const reason of alertedReasons) {
    const newest = await needsAttention.newest(reason, 100);
    expect(newest.map(({ status }) => status).sort()).toEqual([...alertedStatuses].sort());
    expect(newest.map(({ since }) => since)).toEqual(
      newest.map(({ since }) => since).sort((a, b) => +b - +a),
    );
    expect((await needsAttention.alerted(reason, to(100)))?.count).toBe(alertedStatuses.length);
    expect((await needsAttention.alerted(reason, to(2)))?.count).toBe(2);
  }
}, 60_000);
