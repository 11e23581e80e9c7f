import { alertRules, findingsOf, findingTable, type Observation } from '@sluice/reports';
import { reportOf, reportText } from './report.js';

const at = new Date('2026-03-01T03:00:00.000Z');
const ago = (ms: number) => new Date(at.getTime() - ms);
const demo = { tenantId: 'demo' } as const;
const stage = {
  name: 'delivery',
  waiting: 7,
  active: 0,
  delayed: 0,
  failed: 0,
  oldestMs: 0,
  workers: 1,
  paused: false,
};
const acme = { ...demo, receiver: 'end_acme', buyer: 'end_acme', state: 'open', answers: '' } as const;
const since = ago(600_000);

/** An observation in which a finding's measure is `measured`, for every kind that an observation can show. */
const observations: Readonly<Record<string, (measured: number) => Partial<Observation>>> = {
  store_away: () => ({ away: [{ store: 'redis' }] }),
  redis_nearly_full: (measured) => ({ redis: [{ usedBytes: measured * 1_000, mostBytes: 1_000 }] }),
  disk_nearly_full: (measured) => ({ disk: { usedBytes: measured * 1_000, totalBytes: 1_000 } }),
  queue_paused: () => ({ stages: [{ ...stage, paused: true }] }),
  stage_without_workers: (oldestMs) => ({ stages: [{ ...stage, oldestMs, workers: 0 }] }),
  stage_stalled: (oldestMs) => ({ stages: [{ ...stage, oldestMs }] }),
  stage_late: (oldestMs) => ({ stages: [{ ...stage, oldestMs, active: 1 }] }),
  batches_failed: (failed) => ({ stages: [{ ...stage, failed }] }),
  sweep_stale: (ms) => ({ leaderUntil: ago(ms) }),
  outbox_late: (oldestMs) => ({ lag: { overdue: 2, oldestMs } }),
  lead_late: (oldestInProgressMs) => ({ oldestInProgressMs }),
  on_hold: () => ({ holds: [{ ...demo, by: 'nadia', since }] }),
  buyer_failing: () => ({ buyers: [{ ...acme, state: 'failing' }] }),
  circuit_open: () => ({ buyers: [acme] }),
  buyer_accepts_none: () => ({ buyers: [{ ...acme, state: 'accepts_none' }] }),
  circuit_opened_by_hand: () => ({ buyers: [{ ...acme, openedBy: { by: 'nadia', reason: '' } }] }),
  answers_unrecognised: (unread) => ({ unreadBuyers: [{ ...acme, unread, latest: 20, since }] }),
  verdicts_missing: (unread) => ({ unreadBuyers: [{ ...acme, isModel: true, unread, latest: 20, since }] }),
  webhooks_off: (count) => ({ receiversOff: [{ ...demo, count, since }] }),
  postbacks_fail: () => ({ failingPostbacks: [{ ...demo, supplierId: 'sup_north', since }] }),
  quarantined: (count) => ({ needingAttention: [{ ...demo, reason: 'quarantined', count, since }] }),
  leads_failed: (count) => ({ needingAttention: [{ ...demo, reason: 'failed', count }] }),
  unknown_outcome: (count) => ({ needingAttention: [{ ...demo, reason: 'unknown_outcome', count, since }] }),
  submission_crashes: (deaths) => ({
    crashing: [{ ...demo, submissionId: 'sub_1', leadId: 'lead_1', deaths }],
  }),
  documents_unsent: (count) => ({ unsentDocuments: [{ ...demo, count }] }),
  certificates_unretained: (count) => ({ unretained: [{ ...demo, count }] }),
  leads_wait_for_campaign: (waiting) => ({
    waitingAt: [{ ...demo, campaignId: 'ACMRU', waiting, since }],
  }),
  leads_held: (count) => ({
    held: [
      {
        ...demo,
        campaignId: 'ACMRU',
        reason: 'cap_reached',
        count,
        opensAt: at.toISOString(),
        oldestAt: at.toISOString(),
      },
    ],
  }),
  values_unread: (unread) => ({
    unreadRules: [
      {
        ...demo,
        campaignId: 'ACMRU',
        field: 'debt',
        operator: 'greater_than',
        unread,
        of: 20,
        wanted: 'number',
        unreadAt: since,
      },
    ],
  }),
  budget_overspent: (over) => ({
    overspent: [
      {
        ...demo,
        of: 'campaign',
        id: 'ACMRU',
        period: 'daily',
        currency: 'USD',
        budget: 100,
        spent: 100 + over,
      },
    ],
  }),
  change_unfinished: () => ({ unfinishedChanges: [demo] }),
  list_cut_short: (listed) => ({ cutShort: [{ list: 'buyers', listed }] }),
};

const seenOn = (kind: string, measured: number): Observation => ({
  at,
  away: [],
  ...observations[kind]?.(measured),
});
const onNow = (kind: string, measured: number) =>
  findingsOf(seenOn(kind, measured)).find((finding) => finding.kind === kind);
const ofDoctor = (kind: string, measured: number) => {
  const part = { observed: {}, findings: [], unseen: [] };
  const mongodb = { ...part, observed: seenOn(kind, measured) };
  return reportOf({ mongodb, redis: part, services: part, ofKey: part });
};
const severities = { note: 'note', lookAt: 'warning', wake: 'bad' } as const;
const levels = findingTable.flatMap(({ kind, thresholds }) =>
  Object.entries<number>({ ...thresholds }).map(
    ([level, over]) => [kind, level as keyof typeof severities, over] as const,
  ),
);
/** Measures beyond a threshold: a count, a time in milliseconds, or a fraction. */
const beyond = (over: number) => (over > 0 && over < 1 ? over + 0.01 : over + 1);
const isShown = ([kind]: readonly [string, ...unknown[]]) => kind in observations;

describe('the first page, the doctor and the alerts read one table of findings:', () => {
  it('what an observation cannot show is only what metrics alone know', () => {
    const others = findingTable.filter(({ find }) => !find).map(({ kind }) => kind);
    expect(others).toEqual(['refuses_work', 'not_measured']);
    const looked = findingTable.filter(({ find }) => find).map(({ kind }) => kind);
    expect(Object.keys(observations).sort()).toEqual(looked.sort());
  });

  it.each(levels.filter(isShown))('%s, %s: begins above the same threshold', (kind, level, over) => {
    const finding = onNow(kind, beyond(over));
    expect(finding?.severity).toBe(severities[level]);
    // What is only there or not has no measure to stay below.
    if (over > 0) expect(onNow(kind, over)?.severity).not.toBe(severities[level]);
    const { findings } = ofDoctor(kind, beyond(over));
    const found = findings.find((one) => one.kind === kind);
    expect(found?.severity).toBe(level === 'note' ? undefined : severities[level]);
  });

  it.each(levels.filter(isShown))('%s, %s: says the same in the same words', (kind, level, over) => {
    const finding = onNow(kind, beyond(over));
    const report = ofDoctor(kind, beyond(over));
    const found = report.findings.find((one) => one.kind === kind);
    if (level === 'note') return void expect(found).toBeUndefined();
    const { text = '', todo = '', command, runbook } = finding ?? {};
    expect(found?.problem.replace(/^Tenant demo: /, '')).toBe(text);
    expect(found?.remedy).toBe(command === undefined ? todo : `${todo} Run \`${command}\`.`);
    expect([found?.runbook, todo]).toEqual([runbook, expect.stringMatching(/\.$/)]);
    expect(reportText(report)).toContain(`${found?.area}: ${found?.problem}\n  ${found?.remedy}`);
  });

  it.each(findingTable.filter(({ alert, find }) => alert && find).map(({ kind }) => kind))(
    '%s: its alert has its headline, its severity, its section and its threshold',
    (kind) => {
      const { alert, thresholds } = findingTable.find((one) => one.kind === kind)!;
      const over = thresholds[alert!.level]!;
      const finding = onNow(kind, beyond(over));
      const rule = alertRules().find((one) => one.alert === alert?.name);
      expect(rule?.labels.severity).toBe(finding?.severity === 'bad' ? 'page' : 'ticket');
      expect(rule?.annotations.runbook).toBe(finding?.runbook);
      expect(rule?.annotations.summary.replace(/^Tenant \S+ \S+ \S+: /, '')).toContain(
        headlineOfLabels(finding?.headline ?? ''),
      );
      // What is only there or not has no threshold to compare with; a metric has seconds for milliseconds.
      if (over !== 0) expect([over, over / 1_000].some((one) => rule?.expr.includes(` > ${one}`))).toBe(true);
    },
  );
});

/** A headline with the labels of a metric in place of the names of the observations here. */
function headlineOfLabels(headline: string): string {
  return headline
    .replace(/delivery/, '{{ $labels.queue }}')
    .replace(/end_acme/, '{{ $labels.endpoint }}')
    .replace(/ACMRU/, '{{ $labels.campaign }}')
    .replace(/of demo/, 'of {{ $labels.tenant }}')
    .replace(/^Redis does/, '{{ $labels.dependency }} does')
    .replace(/\d+ %/, '{{ $value | humanizePercentage }}')
    .replace(/accepted .* ago/, 'accepted {{ $value | humanizeDuration }} ago');
}
