/** The status of a lead. The pipeline sets some statuses; people can set all of them through bulk update. */
import { z } from 'zod';
import { leadStatuses } from '../words.js';
import { spelled } from '../formats/spelled-enum.js';

/** The statuses from which repost is allowed (§3). */
export const repostableLeadStatuses = ['failed', 'rejected', 'error'] as const;

/** Whether a lead may be reposted. */
export function isRepostable({ status }: { readonly status: string }): boolean {
  return repostableLeadStatuses.some((one) => one === status);
}

/** Accepts a lead status in any spelling. */
export const leadStatusSchema = spelled(leadStatuses);
export type LeadStatus = z.infer<typeof leadStatusSchema>;

/** Whether a person has approved a lead; `pending` and `rejected` block manual delivery (§3). */
export const approvalStatusSchema = z.enum(['pending', 'approved', 'rejected']);
export type ApprovalStatus = z.infer<typeof approvalStatusSchema>;

/** Whether a person may deliver the lead manually (§3). */
export function isDeliverable({
  approvalStatus,
}: {
  readonly approvalStatus?: ApprovalStatus | undefined;
}): boolean {
  return approvalStatus !== 'pending' && approvalStatus !== 'rejected';
}
