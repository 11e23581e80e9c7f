/** I11: the rows of every report are the leads and the ledger, whichever day is counted by. */
import {
  grouped,
  reportNumbers,
  type Findings,
  type ReportNumber,
  type ReportRow,
  type Violation,
} from './evidence.js';

type Row = Record<string, number>;

/** Counts the leads and the ledger of each campaign, and compares them with what each report said. */
export function checkReports(findings: Findings): Violation[] {
  return findings.reports.flatMap(({ tenantId, basis, rows }) => {
    if (!rows) return [complaint(`${tenantId} by ${basis}`, 'was not answered')];
    const said = new Map(rows.map((row) => [row.campaign ?? 'none', rowSaid(row)]));
    const counted = rowsOf(tenantId, findings);
    return [...new Set([...said.keys(), ...counted.keys()])].flatMap((campaign) =>
      differences(said.get(campaign) ?? {}, counted.get(campaign) ?? {}).map((what) =>
        complaint(`${tenantId}/${campaign} by ${basis}`, what),
      ),
    );
  });
}

function complaint(subject: string, what: string): Violation {
  return { invariant: 'I11', subject, what };
}

function differences(said: Row, counted: Row): string[] {
  return [...new Set([...Object.keys(said), ...Object.keys(counted)])]
    .filter((key) => (said[key] ?? 0) !== (counted[key] ?? 0))
    .map((key) => `reports ${said[key] ?? 0} ${key} where there are ${counted[key] ?? 0}`);
}

function rowSaid(row: ReportRow): Row {
  const money = row.money.map(({ currency, revenue }) => [currency, Math.round(revenue * 100)] as const);
  return Object.fromEntries([...reportNumbers.map((key) => [key, row[key]] as const), ...money]);
}

function rowsOf(tenantId: string, { database, stories }: Findings): Map<string, Row> {
  const rows = new Map<string, Row>();
  const add = (campaign: string, key: string, much = 1) => {
    const row = rows.get(campaign) ?? {};
    rows.set(campaign, { ...row, [key]: (row[key] ?? 0) + much });
  };
  const ofTenant = <T extends { readonly tenantId: string }>(items: readonly T[]) =>
    items.filter((item) => item.tenantId === tenantId);
  for (const { campaignId, lastSubmissionId } of ofTenant(database.leads)) {
    const last = stories.get(`${tenantId}/${lastSubmissionId}`);
    if (!last) continue;
    const qualification = last.decisions.findLast(({ stage }) => stage === 'qualification');
    const qualified = ['qualified', 'awaiting_action'].includes(qualification?.decision.kind ?? '');
    const { status } = last.submission;
    add(campaignId, 'received');
    add(campaignId, columnOf[status] ?? 'pending');
    if (qualified) add(campaignId, 'qualified');
    if (status === 'delivered' && last.isReturned) add(campaignId, 'returned');
  }
  for (const [campaign, entries] of grouped(ofTenant(database.ledger), ({ campaignId }) => campaignId))
    for (const { currency, minor } of entries) add(campaign, currency, minor);
  return rows;
}

/** Where a lead counts whose last submission has this status; all others are pending. */
const columnOf: Readonly<Record<string, ReportNumber>> = {
  disqualified: 'disqualified',
  duplicate: 'duplicate',
  delivered: 'delivered',
  rejected: 'rejected',
  failed: 'failed',
  error: 'error',
  superseded: 'error',
  void: 'error',
};
