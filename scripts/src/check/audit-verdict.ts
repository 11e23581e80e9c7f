/**
 * The result of `npm audit --json`: whether the shipped packages have known vulnerabilities, or that this is unknown.
 * Pure.
 */

/** The verdict. Vulnerabilities below `high` are not reported: the next update fixes them. */
export type AuditVerdict =
  | { readonly kind: 'clean' }
  | { readonly kind: 'holes'; readonly reported: readonly string[] }
  | { readonly kind: 'unanswered'; readonly because: string };

interface AuditReport {
  readonly message?: string;
  readonly error?: { readonly summary?: string; readonly code?: string };
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly severity: string; readonly range?: string; readonly fixAvailable?: unknown }>
  >;
}

const grave = new Set(['high', 'critical']);

/** Reads the report. Any other output means that the registry did not answer. */
export function auditVerdict(output: string): AuditVerdict {
  const report = parsed(output);
  if (!report?.vulnerabilities) {
    const because = report?.error?.summary || report?.message || 'npm audit gave no report';
    return { kind: 'unanswered', because };
  }
  const reported = Object.entries(report.vulnerabilities)
    .filter(([, { severity }]) => grave.has(severity))
    .map(([name, { severity, range = '*' }]) => `${name} ${range}: ${severity}`);
  return reported.length === 0 ? { kind: 'clean' } : { kind: 'holes', reported };
}

function parsed(output: string): AuditReport | undefined {
  try {
    return JSON.parse(output) as AuditReport;
  } catch {
    return undefined;
  }
}
