/** What a full limit or closed hours do with a lead (§2.1.5, §2.1.6). */
import type { z } from 'zod';
import { spelled } from './spelled-enum.js';

/**
 * `queue` holds the lead until the instant it opens, `reject` refuses it, `route` sends it to
 * `routeToCampaignId`, `next` passes this candidate over.
 */
export const unavailableActionSchema = spelled(['queue', 'reject', 'route', 'next'], {
  specific_campaign: 'route',
  next_priority: 'next',
  fallback: 'next',
  none: 'next',
}).default('queue');
export type UnavailableAction = z.infer<typeof unavailableActionSchema>;

/** Refinement: the action `route` needs to know where. */
export function requireRouteTarget(
  { action, routeToCampaignId }: { action: UnavailableAction; routeToCampaignId?: string | undefined },
  ctx: z.RefinementCtx,
): void {
  if (action === 'route' && !routeToCampaignId) {
    ctx.addIssue({ code: 'custom', path: ['routeToCampaignId'], message: 'is required by the action route' });
  }
}
