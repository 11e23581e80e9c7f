/** The campaigns that open failure windows, and what becomes of their leads in the end. */
import { leadBody } from '../harness/affiliate.js';
import type { FailureWindow } from './windows.js';

/** Of many leads that come to a campaign, so many find a slot. */
const SLOTS = 48;

function slotsOf({ name, leads }: FailureWindow): number {
  if (leads > 1) return name === 'after-follow-up-before-lead' ? 2 * leads : SLOTS;
  return name === 'before-hold' ? 1 : 40;
}

/** The campaign that leads of a window come to. */
export const campaignOf = (window: FailureWindow) => ({
  campaignId: window.campaignId,
  name: `Window ${window.campaignId}`,
  clientId: 'cli_borden',
  offerId: 'off_roundup',
  settings: { dedupeEnabled: true },
  deliveryLimits: [
    { type: 'daily', cap: slotsOf(window), action: 'queue' },
    { type: 'lifetime', cap: slotsOf(window) + window.leads, action: 'queue' },
  ],
  pixelRules: [
    {
      ...{ id: 'px', name: 'Qualified', active: true, triggerPoint: 'lead_qualified', fireOnce: true },
      ...{ pixelId: '1234567890', platform: 'facebook', eventName: 'Lead' },
    },
  ],
});

/** What a lead of a window is posted as; `n`, below 300, makes it unlike any other. */
export function bodyOf({ campaignId, leads }: FailureWindow, n: number): Record<string, unknown> {
  const own = Number(campaignId.slice(1)) * 300 + (leads > 1 ? 10_000 : 0);
  return leadBody(50_000 + own + n, { campaignId });
}

/** How a window ends: what became of the leads that were told of, and how many placements its campaign has. */
export interface WindowEnd {
  readonly delivered: number;
  readonly queued: number;
  readonly placed: number;
}

/** What has to become of a window. */
export function endOf({ name, leads }: FailureWindow): WindowEnd {
  // Those were placed once before.
  if (name === 'after-follow-up-before-lead') return { delivered: leads, queued: 0, placed: 2 * leads };
  // It comes after one that took the only slot.
  if (leads === 1)
    return name === 'before-hold'
      ? { delivered: 0, queued: 1, placed: 1 }
      : { delivered: 1, queued: 0, placed: 1 };
  return { delivered: SLOTS, queued: leads - SLOTS, placed: SLOTS };
}
