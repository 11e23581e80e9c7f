/** The action of a full limit or closed hours on a lead (§2.1.5, §2.1.6). */
import type { z } from 'zod';
import { spelled } from '../../formats/spelled-enum.js';

/**
 * `queue` holds the lead until the limit or the hours open, `reject` refuses it, `route` sends it to
 * `routeToCampaignId`, `next` skips this candidate.
 */
export const unavailableActionSchema = spelled(['queue', 'reject', 'route', 'next'], {
  specific_campaign: 'route',
  next_priority: 'next',
  fallback: 'next',
  none: 'next',
}).default('queue');
export type UnavailableAction = z.infer<typeof unavailableActionSchema>;

/** Refinement: the action `route` requires a target campaign. */
export function requireRouteTarget(
  { action, routeToCampaignId }: { action: UnavailableAction; routeToCampaignId?: string | undefined },
  ctx: z.RefinementCtx,
): void {
  if (action === 'route' && (routeToCampaignId === undefined || routeToCampaignId === '')) {
    ctx.addIssue({ code: 'custom', path: ['routeToCampaignId'], message: 'is required by the action route' });
  }
}
