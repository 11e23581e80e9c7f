import { findingsOf, type Seen } from './findings.js';

const at = new Date('2026-03-01T03:00:00.000Z');
const later = (seconds: number) => new Date(at.getTime() + seconds * 1_000);
const stage = {
  ...{ name: 'delivery', waiting: 0, active: 0, delayed: 0, failed: 0, oldestMs: 0 },
  ...{ workers: 2, paused: false },
};
const quiet: Seen = {
  ...{ at, away: [], stages: [stage], held: [], buyers: [], resting: [] },
  ...{ lag: { overdue: 0, oldestMs: 0 }, oldestOnItsWayMs: 3_000, sweepUntil: later(5) },
};
const acme = {
  ...({ tenantId: 'demo', receiver: 'end_acme', buyer: 'Acme', state: 'open', answers: '500' } as const),
  ...{ since: '2026-03-01T02:14:00.000Z', until: later(20).toISOString(), waiting: 312 },
};
const texts = (seen: Partial<Seen>) => findingsOf({ ...quiet, ...seen }).map(({ text }) => text);

describe('findings', () => {
  it('are none of a quiet system', () => {
    expect(findingsOf(quiet)).toEqual([]);
  });

  it('say of a failing buyer what it answers, since when, how many leads wait and when it is tried again', () => {
    const [finding] = findingsOf({ ...quiet, buyers: [acme] });
    expect(finding?.text).toBe(
      'Buyer "Acme" answers 500 since 02:14 UTC; 312 leads wait; its circuit tries again in 20 s.',
    );
    expect(finding).toMatchObject({
      ...{ subject: 'Acme', tenantId: 'demo', severity: 'bad', count: 312 },
      link: '/buyers/demo/end_acme',
    });
  });

  it('say in words why a buyer that gives no answer fails', () => {
    const { until: _until, ...failing } = acme;
    expect(texts({ buyers: [{ ...failing, state: 'failing', answers: 'timeout', waiting: 1 }] })).toEqual([
      'Buyer "Acme" does not answer in time since 02:14 UTC; 1 lead waits.',
    ]);
  });

  it('say of a circuit that a person opened who did, why, since when, and how many leads wait', () => {
    const { until: _until, ...ordered } = acme;
    const openedBy = { by: 'nadia', reason: 'they migrate' };
    const byHand = { ...ordered, answers: '', openedBy, waiting: 12 };
    const [finding] = findingsOf({ ...quiet, buyers: [byHand] });
    expect(finding?.text).toBe(
      'nadia keeps the circuit of Buyer "Acme" open by hand (“they migrate”) since 02:14 UTC; 12 leads wait.',
    );
    expect(finding).toMatchObject({
      ...{ kind: 'circuit_opened_by_hand', severity: 'warning', link: '/buyers/demo/end_acme' },
    });
    expect(texts({ buyers: [{ ...byHand, until: later(7_200).toISOString(), waiting: 0 }] })).toEqual([
      'nadia keeps the circuit of Buyer "Acme" open by hand (“they migrate”) since 02:14 UTC; it is called again in 2 h.',
    ]);
  });

  it('tell a paused queue from one without a worker, one that is behind and one that stands', () => {
    const waits = { ...stage, waiting: 1_200 };
    expect(texts({ stages: [{ ...waits, paused: true, workers: 0 }] })).toEqual([
      'Queue delivery is paused; 1,200 wait.',
    ]);
    expect(texts({ stages: [{ ...stage, workers: 0 }] })).toEqual(['Stage delivery has no worker.']);
    expect(texts({ stages: [{ ...waits, active: 5, oldestMs: 40_000 }] })).toEqual([
      'Stage delivery is behind since 02:59 UTC; 1,200 wait.',
    ]);
    expect(texts({ stages: [{ ...waits, oldestMs: 600_000 }] })).toEqual([
      'Stage delivery makes no progress since 02:50 UTC; 1,200 wait.',
    ]);
  });

  it('name the tenant whose webhooks were switched off, and lead to them', () => {
    const off = { tenantId: 'demo', count: 1, since: new Date('2026-03-01T02:14:00.000Z') };
    const [finding] = findingsOf({ ...quiet, receiversOff: [off] });
    expect(finding?.text).toBe(
      'Webhooks of demo are switched off, because their receiver was gone or failed for days since 02:14 UTC; 1 receiver.',
    );
    expect(finding?.link).toBe('/webhooks?tenant=demo');
  });

  it('name a store that is away, a sweep that stands still, and leads that are past due', () => {
    expect(texts({ away: ['mongodb'] })).toEqual(['MongoDB does not answer.']);
    expect(texts({ sweepUntil: later(-60) })).toEqual(['No process sweeps since 02:59 UTC.']);
    expect(texts({ lag: { overdue: 2, oldestMs: 120_000 } })).toEqual([
      'Leads are past due and were not requeued since 02:58 UTC; 2 leads.',
    ]);
  });

  it('mention an old lead only where nothing else says why it is late', () => {
    const old = { oldestOnItsWayMs: 3 * 3_600_000 };
    expect(texts(old)).toEqual(['The oldest lead on its way was accepted 3 h ago.']);
    expect(texts({ ...old, buyers: [acme] })).toHaveLength(1);
  });

  it('put what needs a person now first, and what is only good to know last', () => {
    const held = [
      {
        ...{ tenantId: 'demo', campaignId: 'A', reason: 'cap_reached', count: 5_000 },
        ...{ opensAt: later(7_200).toISOString(), oldestAt: at.toISOString() },
      },
    ];
    const resting = [{ tenantId: 'demo', reason: 'quarantined', count: 4, since: at }] as const;
    expect(findingsOf({ ...quiet, held, resting, buyers: [acme] }).map(({ kind }) => kind)).toEqual([
      'circuit_open',
      'quarantined',
      'leads_held',
    ]);
    expect(texts({ held })).toEqual([
      'Leads are held until hours open or a cap has room; 5,000 leads; the first are looked at in 2 h.',
    ]);
  });

  it('name the day of what began before today', () => {
    expect(texts({ buyers: [{ ...acme, since: '2026-02-27T23:59:00.000Z' }] })[0]).toContain(
      'since 2026-02-27 23:59 UTC',
    );
  });
});
