/**
 * Failpoints: named lines at which a process can be made to end, or to wait forever, so that a test opens a failure
 * window on purpose instead of hoping to hit it. Without FAILPOINT a failpoint does nothing. Production refuses to
 * start with FAILPOINT set.
 */

/** Every failpoint on the path of a lead, in the order in which a lead reaches them. */
export const failpoints = [
  // Gateway
  'after-claim-before-work',
  'before-write',
  'after-write-before-enqueue',
  'after-follow-up-before-lead',
  'after-work-before-answer-kept',
  // Every stage
  'after-load',
  'after-decision-before-advance',
  'after-advance',
  // Qualification, routing, delivery
  'after-duplicate-claim',
  'after-opening-before-decision',
  'after-attempt-before-call',
  'after-call-before-outcome',
  'after-outcome-before-decision',
  // A hold and an end
  'before-hold',
  'after-release-before-end',
  'after-end',
  // Effects
  'after-effect-before-enqueue',
  'after-effect-load',
  'after-effect-call-before-record',
  // Sweep
  'after-sweep-before-later',
] as const;

/** Further failpoints, which a change of a tenant's configuration reaches and no lead does. */
export const configurationFailpoints = ['after-plan-before-writes', 'between-planned-writes'] as const;

/** Further failpoints, which the return of a sale reaches, in its order. */
export const returnFailpoints = [
  'after-return-opened',
  'after-return-counted',
  'after-return-approved',
  'after-return-booked',
  'after-return-status',
  'after-return-effects',
] as const;

/** A further failpoint, which a change of what reports count passes between its mark and its write. */
export const reportFailpoints = ['after-report-mark'] as const;

/** A line at which a process can be made to end, or to wait forever. */
export type Failpoint =
  | (typeof failpoints)[number]
  | (typeof configurationFailpoints)[number]
  | (typeof returnFailpoints)[number]
  | (typeof reportFailpoints)[number];

const known: readonly string[] = [
  ...failpoints,
  ...configurationFailpoints,
  ...returnFailpoints,
  ...reportFailpoints,
];

interface Armed {
  readonly name: Failpoint;
  readonly effect: 'ends' | 'hangs';
  /** Counts only runs for this campaign, lead or submission; if absent, every run counts. */
  readonly of: string | undefined;
  runsLeft: number;
}

let armed: Armed | undefined;

const SPEC = /^(hang:)?([a-z-]+)(?::([1-9]\d{0,5}))?(?:@([\w.-]{1,64}))?$/;

/** What is wrong with a FAILPOINT value, if anything. */
export function failpointProblem(spec: string): string | undefined {
  const name = SPEC.exec(spec)?.[2];
  if (name === undefined)
    return 'must read NAME, NAME:COUNT, NAME@ID or NAME:COUNT@ID, or hang: and one of these';
  return known.includes(name) ? undefined : `knows no ${name}, only ${known.join(', ')}`;
}

/**
 * Ends this process at the failpoint that `spec` names, on its COUNT-th run (counting only runs for ID, if given).
 * With the prefix `hang:` that run waits forever instead, and later runs continue.
 */
export function armFailpoint(spec: string | undefined): void {
  const [, hang, name, count = '1', of] = SPEC.exec(spec ?? '') ?? [];
  const effect = hang === undefined ? 'ends' : 'hangs';
  armed = name === undefined ? undefined : { name: name as Failpoint, effect, of, runsLeft: Number(count) };
}

/** The campaign, lead and submission for which a failpoint runs. */
export interface FailpointSubject {
  readonly campaignId?: string;
  readonly leadId?: string;
  readonly submissionId?: string;
}

/**
 * If this failpoint is armed, ends the process here with SIGKILL or returns a promise that never settles. Must be
 * awaited.
 */
export function failpoint(
  name: Failpoint,
  { campaignId, leadId, submissionId }: FailpointSubject = {},
): Promise<void> | undefined {
  if (armed?.name !== name) return undefined;
  if (armed.of !== undefined && ![campaignId, leadId, submissionId].includes(armed.of)) return undefined;
  armed.runsLeft -= 1;
  if (armed.runsLeft !== 0) return undefined;
  if (armed.effect === 'hangs') {
    process.stdout.write(`${JSON.stringify({ message: 'hangs at a failpoint', failpoint: name })}\n`);
    return new Promise(() => undefined);
  }
  process.kill(process.pid, 'SIGKILL');
  return undefined;
}
