/** I8: the rows of every report are the leads and the ledger, whichever day is counted by. */
import { differences, sums, type Findings, type Problem, type ReportRow } from './evidence.js';

/** Where a lead counts whose last submission has this status; all others are pending. */
const columnOf: Readonly<Record<string, string>> = {
  disqualified: 'disqualified',
  duplicate: 'duplicate',
  delivered: 'delivered',
  rejected: 'rejected',
  failed: 'failed',
  error: 'error',
  superseded: 'error',
  void: 'error',
};
const numbers = new Set(['received', 'qualified', 'returned', 'pending', ...Object.values(columnOf)]);

/** Counts the leads and the ledger of each campaign, and compares them with what each report said. */
export function checkReports(findings: Findings): Problem[] {
  return findings.reports.flatMap(({ tenantId, basis, rows }) => {
    const subject = `${tenantId} by ${basis}`;
    if (!rows) return [{ subject, what: 'was not answered' }];
    return differences(sums(rows.flatMap(said)), sums(counted(tenantId, findings))).map(
      ([name, said, there]) => ({ subject, what: `reports ${said} ${name} where there are ${there}` }),
    );
  });
}

function said(row: ReportRow): (readonly [string, number])[] {
  const { campaign, money } = row;
  return [
    ...[...numbers].map((name) => [`${campaign} ${name}`, Number(row[name])] as const),
    ...money.map((sum) => [`${campaign} ${sum.currency}`, Math.round(sum.revenue * 100)] as const),
  ];
}

function counted(tenantId: string, { database, stories }: Findings): (readonly [string, number])[] {
  const leads = database.leads.filter((lead) => lead.tenantId === tenantId);
  const columns = leads.flatMap(({ campaignId, lastSubmissionId }) => {
    const last = stories.get(`${tenantId}/${lastSubmissionId}`);
    if (!last) return [];
    const { status } = last.submission;
    const qualification = last.decisions.findLast(({ stage }) => stage === 'qualification')?.decision.kind;
    const isQualified = qualification === 'qualified' || qualification === 'awaiting_action';
    return [
      `${campaignId} received`,
      `${campaignId} ${columnOf[status] ?? 'pending'}`,
      ...(isQualified ? [`${campaignId} qualified`] : []),
      ...(status === 'delivered' && last.isReturned ? [`${campaignId} returned`] : []),
    ];
  });
  const entries = database.ledger.filter((entry) => entry.tenantId === tenantId);
  return [
    ...columns.map((name) => [name, 1] as const),
    ...entries.map(({ campaignId, currency, minor }) => [`${campaignId} ${currency}`, minor] as const),
  ];
}
