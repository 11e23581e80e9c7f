/**
 * Failpoints: named lines at which a process can be made to end, to stop, or to wait forever, so that a test opens a
 * failure window on purpose instead of hoping to hit it; and steps that can be left out, so that a test sees that their
 * lack is noticed. Without FAILPOINT a failpoint does nothing. Production refuses to start with FAILPOINT set.
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
export const configurationFailpoints = [
  'after-plan-before-writes',
  'before-planned-item',
  'between-planned-writes',
] as const;

/** Further failpoints, which the return of a sale reaches, in its order. */
export const returnFailpoints = [
  'after-return-opened',
  'after-return-counted',
  'after-return-approved',
  'after-return-booked',
  'after-return-status',
  'after-return-effects',
] as const;

/** Steps without which a promise breaks: the sweep, and that a decision in the journal is never replaced. */
export const skippableSteps = ['sweep', 'write-once'] as const;
export type SkippableStep = (typeof skippableSteps)[number];

/** A further failpoint, which a change of what reports count passes between its mark and its write. */
export const reportFailpoints = ['after-report-mark'] as const;

/** A line at which a process can be made to end, to stop, or to wait forever. */
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

type Effect = 'ends' | 'stop' | 'hang' | 'skip';

interface Armed {
  readonly name: string;
  readonly effect: Effect;
  /** Counts only runs for this campaign, lead or submission; if absent, every run counts. */
  readonly of: string | undefined;
  runsLeft: number;
}

let armed: readonly Armed[] = [];

const SPEC = /^(?:(hang|stop|skip):)?([a-z-]+)(?::([1-9]\d{0,5}))?(?:@([\w.-]{1,64}))?$/;

/** What is wrong with a FAILPOINT value, if anything. */
export function failpointProblem(specs: string): string | undefined {
  return specs
    .split(',')
    .map((spec) => {
      const [, effect, name] = SPEC.exec(spec) ?? [];
      if (name === undefined)
        return 'must read NAME, NAME:COUNT, NAME@ID or NAME:COUNT@ID, hang: or stop: and one of these, or skip:STEP; several are parted by commas';
      const names: readonly string[] = effect === 'skip' ? skippableSteps : known;
      return names.includes(name) ? undefined : `knows no ${name}, only ${names.join(', ')}`;
    })
    .find((problem) => problem !== undefined);
}

/**
 * Ends this process at each failpoint that `specs` names, on its COUNT-th run (counting only runs for ID, if given). With
 * the prefix `stop:` the process stops there until it gets SIGCONT, with `hang:` that run waits forever; later runs
 * continue. `skip:STEP` leaves a step out.
 */
export function armFailpoint(specs: string | undefined): void {
  armed = (specs ?? '').split(',').flatMap((spec) => {
    const [, effect = 'ends', name, count = '1', of] = SPEC.exec(spec) ?? [];
    return name === undefined ? [] : [{ name, effect: effect as Effect, of, runsLeft: Number(count) }];
  });
}

/** Whether a test leaves the step out. */
export function isSkipped(step: SkippableStep): boolean {
  return armed.some(({ name, effect }) => effect === 'skip' && name === step);
}

/** The campaign, lead and submission for which a failpoint runs. */
export interface FailpointSubject {
  readonly campaignId?: string;
  readonly leadId?: string;
  readonly submissionId?: string;
}

/**
 * If this failpoint is armed, ends or stops the process here or returns a promise that never settles. Must be awaited.
 */
export function failpoint(
  name: Failpoint,
  { campaignId, leadId, submissionId }: FailpointSubject = {},
): Promise<void> | undefined {
  const subjects = [undefined, campaignId, leadId, submissionId];
  const point = armed.find((each) => each.name === name && subjects.includes(each.of));
  if (!point) return undefined;
  point.runsLeft -= 1;
  if (point.runsLeft !== 0) return undefined;
  const { effect } = point;
  if (effect !== 'ends')
    process.stdout.write(
      `${JSON.stringify({ message: `${effect}s at a failpoint`, failpoint: name, submissionId })}\n`,
    );
  if (effect === 'hang') return new Promise(() => undefined);
  process.kill(process.pid, effect === 'stop' ? 'SIGSTOP' : 'SIGKILL');
  return undefined;
}
