/** The result of a replay as text. */
import type { Replays } from '@sluice/admin';

const LISTED = 20;

export function replayText({ tenantId, dryRun, replayed, skipped, left }: Replays): string {
  const all = replayed.length + skipped.length + left;
  if (all === 0) return `Tenant ${tenantId}: no leads to replay.`;
  const reasons = new Map<string, number>();
  for (const { because } of skipped) reasons.set(because, (reasons.get(because) ?? 0) + 1);
  const line = (name: string, count: number): string => `  ${name.padEnd(18)}${String(count).padStart(8)}`;
  return [
    `Tenant ${tenantId}: ${all} ${all === 1 ? 'lead' : 'leads'}`,
    line(dryRun ? 'would be sent' : 'replayed', replayed.length),
    ...(dryRun ? listed(replayed.map(({ leadId, submissionId }) => `${leadId}  after ${submissionId}`)) : []),
    line(dryRun ? 'would be skipped' : 'skipped', skipped.length),
    ...[...reasons].sort(([, a], [, b]) => b - a).map(([because, count]) => `    ${count}  ${because}`),
    ...listed(skipped.map(({ leadId, because }) => `${leadId}  ${because}`)),
    ...(left > 0
      ? [line('not checked', left), 'Interrupted. Repeat the command to continue; no lead is sent twice.']
      : []),
  ].join('\n');
}

function listed(lines: readonly string[]): string[] {
  const shown = lines.slice(0, LISTED).map((line) => `      ${line}`);
  return lines.length > LISTED
    ? [...shown, `      … and ${lines.length - LISTED} more; --json has all`]
    : shown;
}
