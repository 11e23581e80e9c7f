/** The status of a lead. The pipeline sets some statuses; people can set all of them through bulk update. */
import { z } from 'zod';
import { ApiError } from '../errors.js';
import { leadStatuses } from '../words.js';
import { spelled } from './spelled-enum.js';

/** The statuses from which repost is allowed (§3). */
export const repostableLeadStatuses = ['failed', 'rejected', 'error'] as const;

/** Throws unless the lead may be reposted. @throws ApiError INVALID_STATE for another status */
export function refuseUnlessRepostable({ status }: { readonly status: string }): void {
  if (repostableLeadStatuses.some((one) => one === status)) return;
  throw new ApiError('INVALID_STATE', {
    message: `A lead can be reposted when its status is ${repostableLeadStatuses.join(', ')}; it is ${status}`,
  });
}

/** Accepts a lead status in any spelling. */
export const leadStatusSchema = spelled(leadStatuses);
export type LeadStatus = z.infer<typeof leadStatusSchema>;

/** Whether a person has approved a lead; `pending` and `rejected` block manual delivery (§3). */
export const approvalStatusSchema = z.enum(['pending', 'approved', 'rejected']);
export type ApprovalStatus = z.infer<typeof approvalStatusSchema>;

/** Throws unless a person may deliver the lead manually (§3). @throws ApiError INVALID_STATE if it is not approved */
export function refuseUnapproved({
  approvalStatus,
}: {
  readonly approvalStatus?: ApprovalStatus | undefined;
}): void {
  if (approvalStatus !== 'pending' && approvalStatus !== 'rejected') return;
  throw new ApiError('INVALID_STATE', {
    message: `A lead cannot be delivered while its approval status is ${approvalStatus}`,
  });
}
