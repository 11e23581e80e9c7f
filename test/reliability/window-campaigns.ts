/** The campaigns whose leads open the failure windows, and the expected outcomes of those leads. */
import { leadBody } from '../installation/affiliate.js';
import { isRefused, isSubmittedAgain, needsFullLimit, type FailureWindow } from './windows.js';

/** How many of a campaign's many leads find a slot. */
const SLOTS = 48;

function slotsOf(window: FailureWindow): number {
  const { leads } = window;
  if (leads > 1) return isSubmittedAgain(window) ? 2 * leads : SLOTS;
  return needsFullLimit(window) ? 1 : 40;
}

/** The numbers of the leads of a campaign that are placed before, and of the phone numbers that they change to. */
export const PLACED_BEFORE = 100;
const NEW_PHONES = 200;

/** The endpoint of a buyer that refuses every lead. */
export const refusing = {
  deliveryEndpointId: 'end_refusing',
  name: 'Refuses',
  url: '${SINK_URL}/buyers/refusing',
  responseRules: [{ when: { status: 200 }, outcome: 'rejected', reason: 'no' }],
};

/** The campaign of a window's leads. */
export const campaignOf = (window: FailureWindow) => ({
  campaignId: window.campaignId,
  name: `Window ${window.campaignId}`,
  clientId: 'cli_borden',
  offerId: 'off_roundup',
  deliveryEndpointId: isRefused(window) ? refusing.deliveryEndpointId : undefined,
  settings: { dedupeEnabled: true },
  price: { currency: 'EUR', amount: 40 },
  revenueMilestones: [{ leadStatus: 'qualified', amount: 2.5, currency: 'EUR' }],
  deliveryLimits: [
    { type: 'daily', cap: slotsOf(window), action: 'queue' },
    { type: 'lifetime', cap: slotsOf(window) + window.leads, action: 'queue' },
  ],
  pixelRules: [
    {
      id: 'px',
      name: 'Qualified',
      active: true,
      triggerPoint: 'lead_qualified',
      fireOnce: true,
      pixelId: '1234567890',
      platform: 'facebook',
      eventName: 'Lead',
    },
  ],
});

/** The body of a window's lead; `n`, below 300, makes it unique. */
export function bodyOf({ campaignId, leads }: FailureWindow, n: number): Record<string, unknown> {
  const own = Number(campaignId.slice(1)) * 300 + (leads > 1 ? 10_000 : 0);
  return leadBody(50_000 + own + n, { campaignId });
}

/**
 * The body with which a lead of {@link bodyOf} is submitted again; `n` is below 100. With a new phone number, it takes a
 * claim of its own before it meets those that it has.
 */
export function bodyAgain(window: FailureWindow, n: number, leadId: string): Record<string, unknown> {
  const { phone } = bodyOf(window, NEW_PHONES + n);
  return { ...bodyOf(window, PLACED_BEFORE + n), phone, leadId };
}

/** The expected end of a window: the outcomes of its acknowledged leads, and its campaign's placements. */
export interface WindowEnd {
  readonly delivered: number;
  readonly queued: number;
  readonly placed: number;
}

/** The expected end of a window. */
export function endOf(window: FailureWindow): WindowEnd {
  const { leads } = window;
  if (isRefused(window)) return { delivered: 0, queued: 0, placed: 0 };
  if (isSubmittedAgain(window)) return { delivered: leads, queued: 0, placed: 2 * leads };
  // Its lead follows one that took the only slot.
  if (leads === 1)
    return needsFullLimit(window)
      ? { delivered: 0, queued: 1, placed: 1 }
      : { delivered: 1, queued: 0, placed: 1 };
  return { delivered: SLOTS, queued: leads - SLOTS, placed: SLOTS };
}
