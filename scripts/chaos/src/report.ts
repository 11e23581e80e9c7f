/** The final report of a run, as text and as JSON. */
import type { Verdict } from './checker/check.js';
import type { Violation } from './checker/evidence.js';
import type { Played } from './faults/play.js';
import type { Recovery } from './recovery/stage.js';

/** The report of a run. */
export interface Report extends Verdict {
  readonly seed: number;
  readonly minutes: number;
  readonly broken?: string;
  /** How long everything took to end after the last fault. */
  readonly settledAfterSeconds: number;
  readonly played: Played;
  /** How soon the installation recovered from single faults, if measured. */
  readonly recovery?: readonly Recovery[];
  /**
   * Processes that exited without the rig's request: because a store was unavailable at their start, or by a defect.
   */
  readonly unaskedEnds: number;
  /** The run's folder, if it was kept. */
  readonly folder?: string;
}

const SHOWN_PER_INVARIANT = 5;

/** The report as text. */
export function reportText(report: Report): string {
  const { counts, played, violations } = report;
  const faults = Object.values(played).reduce((sum, times) => sum + times, 0);
  const lines = [
    '',
    `seed ${report.seed}, ${report.minutes} minutes${report.broken === undefined ? '' : `, broken on purpose: ${report.broken}`}`,
    `  leads      ${counts.asked} submitted, ${counts.acknowledged} acknowledged (${counts.refused} refusals and ${counts.unanswered} missing answers were retried)`,
    `  ended      ${counted(counts.endings)} of ${counts.submissions}`,
    ...(Object.keys(counts.waiting).length > 0 ? [`  waiting    ${counted(counts.waiting)}`] : []),
    `  buyers     accepted ${counts.accepted}; ${counts.repeated} received twice under one key; ${counts.calls} calls in total, ${counts.effects} effects`,
    `  sold       ${counts.sales}; returns: ${counted(counts.returns) || 'none'}; changed limits: ${counts.changedLimits.used} let leads in, ${counts.changedLimits.reached} were reached`,
    `  faults     ${faults}: ${counted(played)}`,
    `  at rest    ${report.settledAfterSeconds.toFixed(0)} s after the last fault; ${report.unaskedEnds} processes ended unexpectedly`,
    ...(report.recovery ?? []).map(({ what, value, unit }) => `  recovery   ${what}: ${value} ${unit}`),
    '',
    violations.length === 0 ? 'wrong      0' : `wrong      ${violations.length}`,
    ...violationLines(violations),
    ...(report.folder === undefined ? [] : [`ledgers, actions and logs: ${report.folder}`]),
  ];
  return lines.join('\n');
}

function violationLines(violations: readonly Violation[]): string[] {
  const invariants = [...new Set(violations.map(({ invariant }) => invariant))].sort();
  return invariants.flatMap((invariant) => {
    const those = violations.filter((violation) => violation.invariant === invariant);
    const shown = those
      .slice(0, SHOWN_PER_INVARIANT)
      .map(({ subject, what }) => `  ${invariant}  ${subject} ${what}`);
    const rest = those.length - shown.length;
    return rest > 0 ? [...shown, `  ${invariant}  and ${rest} more`] : shown;
  });
}

function counted(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}
