import { findingsOf } from './findings.js';
import type { Observation } from './observation.js';

const at = new Date('2026-03-01T03:00:00.000Z');
const later = (seconds: number) => new Date(at.getTime() + seconds * 1_000);
const stage = {
  name: 'delivery',
  waiting: 0,
  active: 0,
  delayed: 0,
  failed: 0,
  oldestMs: 0,
  workers: 2,
  paused: false,
};
const quiet: Observation = {
  at,
  away: [],
  stages: [stage],
  held: [],
  buyers: [],
  needingAttention: [],
  lag: { overdue: 0, oldestMs: 0 },
  oldestInProgressMs: 3_000,
  leaderUntil: later(5),
};
const acme = {
  ...({ tenantId: 'demo', receiver: 'end_acme', buyer: 'Acme', state: 'open', answers: '500' } as const),
  since: '2026-03-01T02:14:00.000Z',
  until: later(20).toISOString(),
  waiting: 312,
};
const texts = (seen: Partial<Observation>) => findingsOf({ ...quiet, ...seen }).map(({ text }) => text);

describe('findings', () => {
  it('are empty for a healthy system', () => {
    expect(findingsOf(quiet)).toEqual([]);
  });

  it('report a failing buyer with its answer, since when it fails, how many leads wait and the next try', () => {
    const [finding] = findingsOf({ ...quiet, buyers: [acme] });
    expect(finding?.text).toBe(
      'Buyer "Acme" answers 500 since 02:14 UTC; 312 leads wait; its circuit tries again in 20 s.',
    );
    expect(finding).toMatchObject({
      subject: 'Acme',
      tenantId: 'demo',
      severity: 'warning',
      count: 312,
      link: '/buyers/demo/end_acme',
      actions: [
        { path: '/admin/v1/tenants/demo/buyers/end_acme/retry', label: 'Retry now', needsReason: false },
        { path: '/admin/v1/tenants/demo/circuits/end_acme/open', label: 'Open circuit', needsReason: true },
      ],
      command: 'sluice circuits retry end_acme --tenant demo',
    });
    const [idle] = findingsOf({ ...quiet, buyers: [{ ...acme, waiting: 0 }] });
    expect(idle?.actions.map(({ label }) => label)).toEqual(['Open circuit']);
  });

  it('report a buyer that accepted none of its last ten calls, which may answer each of them in time', () => {
    const { until: _until, ...answering } = acme;
    const [finding] = findingsOf({
      ...quiet,
      buyers: [{ ...answering, state: 'accepts_none', answers: '', waiting: 2 }],
    });
    expect(finding?.text).toBe(
      'Buyer "Acme" accepted none of its last 10 calls since 02:14 UTC; 2 leads wait.',
    );
    expect(finding).toMatchObject({
      kind: 'buyer_accepts_none',
      severity: 'warning',
      link: '/buyers/demo/end_acme',
    });
  });

  it('report leads that ended failed as what nobody retries, a note at first, with their replay and its address', () => {
    const failed = (count: number) =>
      findingsOf({ ...quiet, needingAttention: [{ tenantId: 'demo', reason: 'failed', count }] })[0];
    expect(failed(12)?.text).toBe(
      'Leads of demo ended failed within the last day and are not retried automatically; 12 leads.',
    );
    expect(failed(12)).toMatchObject({
      severity: 'warning',
      link: '/attention?tenant=demo&cause=failed',
      actions: [{ label: 'Replay', link: '/attention?tenant=demo&cause=failed' }],
      command: 'sluice replay --tenant demo --status failed',
    });
    expect(failed(9)?.severity).toBe('note');
  });

  it('mean by the page and the command for leads that ended failed those that they count, and say when there may be more', () => {
    const since = new Date('2026-03-01T02:14:00.000Z');
    const failed = { tenantId: 'demo', reason: 'failed', count: 10_000, since, orMore: true } as const;
    const [finding] = findingsOf({ ...quiet, needingAttention: [failed] });
    const link = '/attention?tenant=demo&cause=failed&since=2026-03-01T02%3A14%3A00.000Z';
    expect(finding).toMatchObject({
      counted: 'leads or more',
      link,
      actions: [{ label: 'Replay', link }],
      command: 'sluice replay --tenant demo --status failed --since 2026-03-01T02:14:00.000Z',
    });
  });

  it.each([
    ['of the installation', {}, false],
    ['of the installation, as a tenant is shown it', { tenantId: 'demo', ofAll: true as const }, true],
    ['that an operator put on a tenant', { tenantId: 'demo' }, true],
    ['that a member put on its tenant', { tenantId: 'demo', byMember: true as const }, false],
  ])('say of a hold %s whether only an operator can release it', (_whose, hold, says) => {
    const [finding] = findingsOf({ ...quiet, holds: [{ by: 'nadia', since: at, ...hold }] });
    expect(finding?.todo).toBe(
      `Leads wait and none is lost. Release the calls once the reason is resolved${says ? '; only an operator can' : ''}.`,
    );
  });

  it('name no command, field or setting in what a person is told to do', () => {
    const named = { tenantId: 'demo', count: 3, named: ['lead_1'], since: at };
    const told = findingsOf({
      ...quiet,
      buyers: (['failing', 'open', 'accepts_none'] as const).map((state) => ({ ...acme, state })),
      stages: [
        { ...stage, paused: true, failed: 2 },
        { ...stage, workers: 0 },
      ],
      holds: [{ by: 'nadia', since: at }],
      needingAttention: (['failed', 'quarantined', 'unknown_outcome'] as const).map((reason) => ({
        ...named,
        reason,
      })),
      unsentDocuments: [named],
      unretained: [named],
      receiversOff: [named],
      failingPostbacks: [{ tenantId: 'demo', supplierId: 'sup_north', since: at }],
      redis: [{ usedBytes: 9, mostBytes: 10 }],
      disk: { usedBytes: 9, totalBytes: 10 },
      unreadBuyers: [true, false].map((isModel) => ({
        ...{
          tenantId: 'demo',
          receiver: 'end_acme',
          buyer: 'Acme',
          isModel,
          unread: 3,
          latest: 20,
          since: at,
        },
      })),
      overspent: [
        {
          tenantId: 'demo',
          of: 'client',
          id: 'cli_1',
          period: 'daily',
          currency: 'USD',
          budget: 1,
          spent: 2,
        },
      ],
    });
    expect(new Set(told.map(({ kind }) => kind)).size).toBeGreaterThan(14);
    for (const { headline, todo = '' } of told)
      expect(`${headline} ${todo}`).not.toMatch(/`|\bsluice \w|\b[a-z]+[A-Z]\w+|\bproviders\.|\/api\//);
  });

  it('send people with failed batches to the page that retries them', () => {
    const [finding] = findingsOf({ ...quiet, stages: [{ ...stage, failed: 2 }] });
    expect(finding).toMatchObject({
      kind: 'batches_failed',
      link: '/queues',
      actions: [{ method: 'POST', path: '/admin/v1/queues/delivery/retry', label: 'Retry failed' }],
      command: 'sluice queues retry delivery',
    });
  });

  it('name the service that works on a queue, which may have another name', () => {
    const todoOf = (change: object) =>
      findingsOf({ ...quiet, stages: [{ ...stage, name: 'checks', ...change }] })[0]?.todo;
    expect(todoOf({ workers: 0 })).toBe('Start the webhook service.');
    expect(todoOf({ waiting: 1, active: 1, oldestMs: 90_000 })).toBe(
      'Start more webhook workers if this persists.',
    );
    expect(todoOf({ waiting: 1, oldestMs: 600_000 })).toBe('Check the log of the webhook workers.');
  });

  it('say in words why a buyer that gives no answer fails', () => {
    const { until: _until, ...failing } = acme;
    expect(texts({ buyers: [{ ...failing, state: 'failing', answers: 'timeout', waiting: 1 }] })).toEqual([
      'Buyer "Acme" does not answer in time since 02:14 UTC; 1 lead waits.',
    ]);
  });

  it('report a circuit that an operator opened with the operator, the reason, since when and how many leads wait', () => {
    const { until: _until, ...ordered } = acme;
    const openedBy = { by: 'nadia', reason: 'they migrate' };
    const byHand = { ...ordered, answers: '', openedBy, waiting: 12 };
    const [finding] = findingsOf({ ...quiet, buyers: [byHand] });
    expect(finding?.text).toBe(
      'Circuit of buyer "Acme" held open by nadia (“they migrate”) since 02:14 UTC; 12 leads wait.',
    );
    expect(finding).toMatchObject({
      kind: 'circuit_opened_by_hand',
      severity: 'warning',
      link: '/buyers/demo/end_acme',
      actions: [{ operationId: 'adminCloseCircuit', role: 'operate' }],
      command: 'sluice circuits close end_acme --tenant demo',
    });
    const [ofClient] = findingsOf({ ...quiet, buyers: [{ ...byHand, receiver: 'client cli_1' }] });
    expect(ofClient?.command).toBe("sluice circuits close 'client cli_1' --tenant demo");
    expect(texts({ buyers: [{ ...byHand, until: later(7_200).toISOString(), waiting: 0 }] })).toEqual([
      'Circuit of buyer "Acme" held open by nadia (“they migrate”) since 02:14 UTC; calls resume in 2 h.',
    ]);
  });

  it('report a buyer whose answers are not recognised, and how many of its latest', () => {
    const unread = { tenantId: 'demo', receiver: 'end_acme', buyer: 'Acme', unread: 3, latest: 20 };
    const [finding] = findingsOf({
      ...quiet,
      unreadBuyers: [{ ...unread, since: new Date('2026-03-01T02:14:00.000Z') }],
    });
    expect(finding?.text).toBe(
      'Answers of buyer "Acme" are not recognised since 02:14 UTC; 3 of its last 20 answers.',
    );
    expect(finding).toMatchObject({
      kind: 'answers_unrecognised',
      severity: 'warning',
      link: '/buyers/demo/end_acme',
    });
  });

  it('report a rule that meets values which are no dates, and how many of its last', () => {
    const unreadAt = new Date('2026-03-01T02:14:00.000Z');
    const rule = { tenantId: 'demo', campaignId: 'ACMRU', field: 'accident', operator: 'before', unreadAt };
    const [finding] = findingsOf({ ...quiet, unreadRules: [{ ...rule, unread: 3, of: 20, wanted: 'date' }] });
    expect(finding?.text).toBe(
      'A rule of campaign ACMRU on "accident" (before) meets values that are not readable as a date; 3 of its last 20 values.',
    );
    expect(finding).toMatchObject({
      kind: 'values_unread',
      severity: 'warning',
      link: '/campaigns/demo/ACMRU',
    });
  });

  it('distinguish a paused queue, one without a worker, one that is behind and one that makes no progress', () => {
    const waits = { ...stage, waiting: 1_200 };
    expect(texts({ stages: [{ ...waits, paused: true, workers: 0 }] })).toEqual([
      'Queue delivery is paused; 1,200 waiting.',
    ]);
    expect(texts({ stages: [{ ...stage, workers: 0 }] })).toEqual(['Queue delivery has no workers.']);
    expect(texts({ stages: [{ ...waits, active: 5, oldestMs: 90_000 }] })).toEqual([
      'Queue delivery is behind since 02:58 UTC; 1,200 waiting.',
    ]);
    expect(texts({ stages: [{ ...waits, oldestMs: 600_000 }] })).toEqual([
      'Queue delivery makes no progress since 02:50 UTC; 1,200 waiting.',
    ]);
  });

  it('name the tenant whose webhooks were switched off, and link to them', () => {
    const off = { tenantId: 'demo', count: 1, since: new Date('2026-03-01T02:14:00.000Z') };
    const [finding] = findingsOf({ ...quiet, receiversOff: [off] });
    expect(finding?.text).toBe('Failing webhook receivers of demo switched off since 02:14 UTC; 1 receiver.');
    expect(finding?.link).toBe('/webhooks?tenant=demo');
  });

  it('name an unavailable store, a stopped sweep, and leads that are past due', () => {
    expect(texts({ away: [{ store: 'mongodb' }] })).toEqual(['MongoDB does not answer.']);
    expect(texts({ leaderUntil: later(-60) })).toEqual(['No process runs the sweep since 02:59 UTC.']);
    expect(texts({ lag: { overdue: 2, oldestMs: 120_000 } })).toEqual([
      'Overdue leads have not been requeued since 02:58 UTC; 2 leads.',
    ]);
  });

  it('mention an old lead only if no other finding explains why it is late, or if nothing can', () => {
    const old = { oldestInProgressMs: 30 * 60_000 };
    expect(texts(old)).toEqual(['The oldest lead in progress was accepted 30 min ago.']);
    expect(texts({ ...old, buyers: [acme] })).toHaveLength(1);
    // Retries end before.
    expect(texts({ oldestInProgressMs: 3 * 3_600_000, buyers: [acme] })).toHaveLength(2);
  });

  it('list urgent findings first and merely informative ones last', () => {
    const held = [
      {
        tenantId: 'demo',
        campaignId: 'A',
        reason: 'cap_reached',
        count: 5_000,
        opensAt: later(7_200).toISOString(),
        oldestAt: at.toISOString(),
      },
    ];
    const needingAttention = [{ tenantId: 'demo', reason: 'quarantined', count: 4, since: at }] as const;
    expect(findingsOf({ ...quiet, held, needingAttention, buyers: [acme] }).map(({ kind }) => kind)).toEqual([
      'circuit_open',
      'quarantined',
      'leads_held',
    ]);
    expect(texts({ held })).toEqual([
      'Leads are held until opening hours or until a cap has room; 5,000 leads; next check in 2 h.',
    ]);
  });

  it('show the date of anything that began before today', () => {
    expect(texts({ buyers: [{ ...acme, since: '2026-02-27T23:59:00.000Z' }] })[0]).toContain(
      'since 2026-02-27 23:59 UTC',
    );
  });
});
