/** Every line at which a process can be told to end, with a service that passes it, and the order in which they do. */
import type { Failpoint } from '@sluice/runtime';
import type { LeadService } from '../harness/installation.js';

/** A failure window: `service` ends at the line `name` with leads of the campaign of its own. */
export interface FailureWindow {
  readonly name: Failpoint;
  readonly service: LeadService;
  readonly campaignId: string;
  /** How many leads travel to the line together; more than one are posted in one moment. */
  readonly leads: number;
}

const lines: Readonly<Partial<Record<LeadService, readonly Failpoint[]>>> = {
  gateway: [
    'after-claim-before-work',
    'before-write',
    'after-submission-before-lead',
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
  routing: [
    'between-reservations',
    'after-reservation-before-decision',
    'after-decision-before-advance',
    'before-hold',
  ],
  delivery: [
    'after-attempt-before-call',
    'after-call-before-outcome',
    'after-outcome-before-decision',
    'after-decision-before-advance',
    'after-slots-before-effects',
    'after-effects-before-lead',
    'after-lead-before-end',
    'after-end',
  ],
  webhook: ['after-effect-load', 'after-effect-call-before-record'],
  pixel: ['after-effect-load', 'after-effect-call-before-record'],
  sms: ['after-sweep-before-later'],
};

/** A window at every line, each with so many leads. */
export function windowsWith(leads: number): readonly FailureWindow[] {
  return Object.entries(lines)
    .flatMap(([service, names]) => names.map((name) => ({ name, service: service as LeadService })))
    .map((window, index) => ({
      ...window,
      campaignId: `${leads === 1 ? 'W' : 'M'}${String(index).padStart(2, '0')}`,
      leads,
    }));
}

/** Whether the window is opened by the sweep, with no other worker left to sweep. */
export function isOfSweep({ service }: FailureWindow): boolean {
  return service === 'sms';
}

// These are passed without a lead at hand, so the first process that comes ends there.
const ofNobody: ReadonlySet<Failpoint> = new Set([
  'after-claim-before-work',
  'after-work-before-answer-kept',
  'between-reservations',
  'after-sweep-before-later',
]);

/** Whether only the lead of the window's own campaign opens it, so that it may be armed while others pass. */
export function opensForItsOwnOnly({ name }: FailureWindow): boolean {
  return !ofNobody.has(name);
}

/** What happens in a window: the process ends, or whatever came there waits for ever. */
export type WindowEffect = 'ends' | 'hangs';

/** Of many leads that come to a line this one opens the window: some have passed it, and most are in hand. */
function passOf(window: FailureWindow): number {
  // A sweep passes its line once, however much it requeues.
  if (window.leads === 1 || isOfSweep(window)) return 1;
  return window.service === 'gateway' || window.name === 'before-hold' ? 10 : 20;
}

/** What FAILPOINT has to be for the window to open. */
export function armed(window: FailureWindow, effect: WindowEffect): { readonly FAILPOINT: string } {
  const line = `${effect === 'hangs' ? 'hang:' : ''}${window.name}:${passOf(window)}`;
  return { FAILPOINT: opensForItsOwnOnly(window) ? `${line}@${window.campaignId}` : line };
}

const fromTheEnd: readonly LeadService[] = [
  'pixel',
  'webhook',
  'delivery',
  'routing',
  'qualification',
  'gateway',
];

/**
 * These windows in rounds of one for each service. Within a round, the service that a lead meets last comes first: the
 * way to each is still open when it is its turn.
 */
export function rounds(of: readonly FailureWindow[]): readonly (readonly FailureWindow[])[] {
  const ofService = fromTheEnd.map((service) => of.filter((window) => window.service === service));
  const count = Math.max(...ofService.map(({ length }) => length));
  return Array.from({ length: count }, (_, round) => ofService.flatMap((own) => own[round] ?? []));
}
