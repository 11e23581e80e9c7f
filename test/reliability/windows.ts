/**
 * Every failpoint at which a test can end a process, with a service that reaches it, and the order in which they are
 * played.
 */
import type { Failpoint } from '@sluice/process';
import type { ServiceName } from '@sluice/local';
import { leadServices } from '../installation/installation.js';

/** A failure window: `service` ends at the failpoint `name` with leads of the window's own campaign. */
export interface FailureWindow {
  readonly name: Failpoint;
  readonly service: ServiceName;
  readonly campaignId: string;
  /** How many leads reach the failpoint together; more than one are posted in one moment. */
  readonly leads: number;
}

const lines: Readonly<Partial<Record<ServiceName, readonly Failpoint[]>>> = {
  gateway: [
    'after-claim-before-work',
    'before-write',
    'after-write-before-enqueue',
    'after-work-before-answer-kept',
    'after-follow-up-before-lead',
  ],
  qualification: [
    'after-duplicate-claim',
    'after-load',
    'after-decision-before-advance',
    'after-advance',
    'after-effect-before-enqueue',
  ],
  routing: ['after-opening-before-decision', 'after-decision-before-advance', 'before-hold'],
  delivery: [
    'after-attempt-before-call',
    'after-call-before-outcome',
    'after-outcome-before-decision',
    'after-decision-before-advance',
    'after-release-before-end',
    'after-end',
  ],
  webhook: ['after-effect-load', 'after-effect-call-before-record'],
  pixel: ['after-effect-load', 'after-effect-call-before-record'],
  sms: ['after-sweep-before-later'],
};

/** A window at every failpoint, each with this many leads. */
export function windowsWith(leads: number): readonly FailureWindow[] {
  return Object.entries(lines)
    .flatMap(([service, names]) => names.map((name) => ({ name, service: service as ServiceName })))
    .map((window, index) => ({
      ...window,
      campaignId: `${leads === 1 ? 'W' : 'M'}${String(index).padStart(2, '0')}`,
      leads,
    }));
}

/** Whether the sweep opens the window, with no other worker left to sweep. */
export function isOfSweep({ service }: FailureWindow): boolean {
  return service === 'sms';
}

// These failpoints are not tied to a lead, so the first process that reaches one ends there.
const withoutLead: ReadonlySet<Failpoint> = new Set([
  'after-claim-before-work',
  'after-work-before-answer-kept',
  'after-sweep-before-later',
]);

// The first is the failpoint of a follow-up. A lead reaches the second if one of its values is taken already, and the
// others because the end of a further submission that is delivered is more than one command.
const ofLeadsPlacedBefore: ReadonlySet<string> = new Set([
  'gateway after-follow-up-before-lead',
  'qualification after-duplicate-claim',
  'delivery after-decision-before-advance',
  'delivery after-release-before-end',
]);

// A single new lead is open in its counts and decided by one command, unless one of them refuses it.
const ofFullCounts: ReadonlySet<string> = new Set(['after-opening-before-decision', 'before-hold']);

/** Whether the window opens only for a lead that finds a limit full. */
export function needsFullLimit({ name, leads }: FailureWindow): boolean {
  return leads === 1 && ofFullCounts.has(name);
}

/** Whether the window's leads were placed once before, and are submitted again to open it. */
export function isSubmittedAgain({ service, name }: FailureWindow): boolean {
  return ofLeadsPlacedBefore.has(`${service} ${name}`);
}

/** Whether the buyer refuses the window's leads: only a refusal is recorded before the decision that follows from it. */
export function isRefused({ name }: FailureWindow): boolean {
  return name === 'after-outcome-before-decision';
}

/** Whether only the lead of the window's own campaign opens it, so that it may be armed while other leads reach it. */
export function opensForItsOwnOnly({ name }: FailureWindow): boolean {
  return !withoutLead.has(name);
}

/** The effect of a window: the process ends, or the caller of the failpoint hangs. */
export type WindowEffect = 'ends' | 'hangs';

/** Which run of the failpoint opens the window: of many leads, some are past it by then, and most are in progress. */
function runOf(window: FailureWindow): number {
  // A sweep reaches its failpoint once, however many submissions it requeues.
  if (window.leads === 1 || isOfSweep(window)) return 1;
  return window.service === 'gateway' || ofFullCounts.has(window.name) ? 10 : 20;
}

/** The value of FAILPOINT that opens the window. */
export function armed(window: FailureWindow, effect: WindowEffect): { readonly FAILPOINT: string } {
  const line = `${effect === 'hangs' ? 'hang:' : ''}${window.name}:${runOf(window)}`;
  return { FAILPOINT: opensForItsOwnOnly(window) ? `${line}@${window.campaignId}` : line };
}

const fromTheEnd = leadServices.toReversed();

/**
 * Groups the windows into rounds with one window for each service. Within a round, the service that a lead reaches last
 * comes first, so that the path to every other service still works. The windows of the sweep are in no round.
 */
export function rounds(of: readonly FailureWindow[]): readonly (readonly FailureWindow[])[] {
  const left = of.find((window) => !isOfSweep(window) && !fromTheEnd.includes(window.service));
  if (left) throw new Error(`${left.service} has failure windows but no place in the order`);
  const ofService = fromTheEnd.map((service) =>
    of.filter((window) => window.service === service && !isOfSweep(window)),
  );
  const count = Math.max(...ofService.map(({ length }) => length));
  return Array.from({ length: count }, (_, round) => ofService.flatMap((own) => own[round] ?? []));
}
