/** The alert rules of Prometheus, made from the table of findings. */
import type { Alert, FindingDeclaration } from './declare.js';
import { findingTable, RUNBOOK } from './findings.js';

/** One alert rule, in the form of Prometheus. */
export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: 'page' | 'ticket' };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

const severities = { wake: 'page', lookAt: 'ticket' } as const;

/** Every rule, in the order of the table. */
export function alertRules(): readonly AlertRule[] {
  return findingTable.flatMap((declaration) =>
    declaration.alert ? [ruleOf(declaration, declaration.alert)] : [],
  );
}

function ruleOf(
  { runbook }: Pick<FindingDeclaration, 'runbook'>,
  { name, level, expr, lasts, summary }: Alert,
): AlertRule {
  return {
    alert: name,
    expr,
    for: lasts,
    labels: { severity: severities[level] },
    annotations: { summary, runbook: `${RUNBOOK}/${runbook}` },
  };
}
