/** Every line at which a process can be told to end, with a service that passes it, and the order in which they do. */
import type { Failpoint } from '@sluice/runtime';
import type { LeadService } from '../harness/installation.js';

/** A failure window: `service` ends at the line `name` with a lead of the campaign of its own. */
export interface FailureWindow {
  readonly name: Failpoint;
  readonly service: LeadService;
  readonly campaignId: string;
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
    'after-arrival',
    'after-decision-before-hand-on',
    'after-hand-on',
    'after-effect-before-enqueue',
  ],
  routing: [
    'between-reservations',
    'after-reservation-before-decision',
    'after-decision-before-hand-on',
    'before-hold',
  ],
  delivery: [
    'after-attempt-before-call',
    'after-call-before-outcome',
    'after-outcome-before-decision',
    'after-decision-before-hand-on',
    'after-slots-before-effects',
    'after-effects-before-lead',
    'after-lead-before-end',
    'after-end',
  ],
  webhook: ['after-effect-arrival', 'after-effect-call-before-record'],
  pixel: ['after-effect-arrival', 'after-effect-call-before-record'],
  sms: ['after-sweep-before-later'],
};

/** All windows. */
export const windows: readonly FailureWindow[] = Object.entries(lines)
  .flatMap(([service, names]) => names.map((name) => ({ name, service: service as LeadService })))
  .map((window, index) => ({ ...window, campaignId: `W${String(index).padStart(2, '0')}` }));

/** The window that is opened by the sweep, with no other worker left to sweep. */
export const sweepWindow = windows.find(({ service }) => service === 'sms') as FailureWindow;

// These are passed without a lead at hand, so whoever comes first ends there.
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

/** What FAILPOINT has to be for the window to open. */
export function armed(window: FailureWindow, effect: WindowEffect): { readonly FAILPOINT: string } {
  const { name, campaignId } = window;
  const line = `${effect === 'hangs' ? 'hang:' : ''}${name}`;
  return { FAILPOINT: opensForItsOwnOnly(window) ? `${line}@${campaignId}` : line };
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
 * The windows in rounds of one for each service. Within a round, the service that a lead meets last comes first: the
 * way to each is still open when it is its turn.
 */
export function rounds(): readonly (readonly FailureWindow[])[] {
  const ofService = fromTheEnd.map((service) => windows.filter((window) => window.service === service));
  const count = Math.max(...ofService.map(({ length }) => length));
  return Array.from({ length: count }, (_, round) => ofService.flatMap((own) => own[round] ?? []));
}
