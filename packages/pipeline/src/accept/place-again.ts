/**
 * The actions that place a known lead again: repost, deliver and move to another campaign (§4.2), with what they refuse.
 * Each accepts a further submission; whoever calls one has found the lead, and says what it answers.
 */
import {
  ApiError,
  isDeliverable,
  isRepostable,
  repostableLeadStatuses,
  type Campaign,
  type DeliveryInfo,
  type LeadData,
  type LeadRecord,
} from '@sluice/contracts';
import type { TenantStores } from '@sluice/store';
import type { StoresFor } from '../core.js';
import type { Intake } from './intake.js';
import type { NoteReceived } from './note-received.js';

/** The dependencies of the actions. */
export interface PlacementDeps extends StoresFor<'forTenant'> {
  readonly intake: Pick<Intake, 'acceptFollowUp'>;
}

/** The lead that is placed again, and the submission that does so. */
export interface Placement {
  readonly lead: Pick<LeadRecord, 'tenantId' | 'leadId' | 'campaignId' | 'lastSubmissionId'>;
  readonly submissionId: string;
  /** Refuses if the lead was placed again since it was read as `lead`. */
  readonly onlyAsRead?: boolean;
}

/** How a lead is reposted. */
export interface Repost extends Placement {
  /**
   * The lead's data from now on, with which it goes through qualification again. If absent, its previous delivery is tried
   * again, and qualification is skipped.
   */
  readonly qualifiedWith?: (data: LeadData) => LeadData;
  /** The campaign to qualify for; default: the lead's own. A retry goes where it went before, whatever is named here. */
  readonly campaignId?: string;
  /** The destination of a retry in place of the previous one. */
  readonly deliveryInfo?: DeliveryInfo;
}

/**
 * Reposts a lead whose status is `failed`, `rejected` or `error`. Of two concurrent reposts one gets the lead; the other is
 * refused, because the lead is in progress, or has ended.
 * @throws ApiError INVALID_STATE for another status, or if the lead's campaign no longer exists; VALIDATION_ERROR if the
 *   campaign that is named does not exist
 */
export async function repostLead(
  { stores, intake }: PlacementDeps,
  { lead, submissionId, qualifiedWith, campaignId, deliveryInfo }: Repost,
): Promise<void> {
  const { tenantId, leadId, lastSubmissionId } = lead;
  const { campaigns } = stores.forTenant(tenantId);
  const named = campaignId === undefined ? undefined : await campaignNamed(campaigns, campaignId);
  const campaign = qualifiedWith && named ? named : await campaigns.find(lead.campaignId);
  if (!campaign)
    throw new ApiError('INVALID_STATE', { message: 'The campaign of the lead no longer exists' });
  await intake.acceptFollowUp({
    tenantId,
    leadId,
    submissionId,
    kind: 'repost',
    campaign,
    refuse: refuseUnlessRepostable,
    ...(qualifiedWith
      ? { dataAfter: ({ data }) => qualifiedWith(data) }
      : { retryOf: lastSubmissionId, deliveryInfo }),
  });
}

/**
 * Sends a lead through qualification and delivery of a campaign.
 * @throws ApiError INVALID_STATE while its approval is pending or rejected (§3); VALIDATION_ERROR if the campaign does not
 *   exist
 */
export async function deliverLead(
  { stores, intake }: PlacementDeps,
  placement: Placement,
  campaignId: string,
): Promise<void> {
  const { lead, submissionId } = placement;
  const { tenantId, leadId } = lead;
  const campaign = await campaignNamed(stores.forTenant(tenantId).campaigns, campaignId);
  await intake.acceptFollowUp({
    tenantId,
    leadId,
    submissionId,
    kind: 'deliver',
    campaign,
    refuse: (now) => {
      refuseUnlessDeliverable(now);
      refuseIfPlaced(placement, now);
    },
  });
}

/**
 * Changes the campaign of a lead, and sends it through qualification, routing and delivery there.
 * @throws ApiError VALIDATION_ERROR if the campaign does not exist
 */
export async function moveLead(
  { stores, intake, noteReceived }: PlacementDeps & { readonly noteReceived: NoteReceived },
  placement: Placement,
  { campaignId, requestId }: { readonly campaignId: string; readonly requestId: string },
): Promise<void> {
  const { lead, submissionId } = placement;
  const { tenantId, leadId } = lead;
  const campaign = await campaignNamed(stores.forTenant(tenantId).campaigns, campaignId);
  const refuse = (now: LeadRecord) => refuseIfPlaced(placement, now);
  await intake.acceptFollowUp({ tenantId, leadId, submissionId, kind: 'move', campaign, refuse });
  await noteReceived(tenantId, campaignId, requestId);
}

async function campaignNamed(
  campaigns: Pick<TenantStores['campaigns'], 'find'>,
  campaignId: string,
): Promise<Campaign> {
  const campaign = await campaigns.find(campaignId);
  if (!campaign) throw new ApiError('VALIDATION_ERROR', { details: ['campaignId: does not exist'] });
  return campaign;
}

function refuseUnlessRepostable(lead: LeadRecord): void {
  if (isRepostable(lead)) return;
  throw new ApiError('INVALID_STATE', {
    message: `A lead can be reposted when its status is ${repostableLeadStatuses.join(', ')}; it is ${lead.status}`,
  });
}

function refuseUnlessDeliverable(lead: LeadRecord): void {
  if (isDeliverable(lead)) return;
  throw new ApiError('INVALID_STATE', {
    message: `A lead cannot be delivered while its approval status is ${lead.approvalStatus}`,
  });
}

function refuseIfPlaced({ lead, onlyAsRead }: Placement, now: LeadRecord): void {
  if (!onlyAsRead || now.lastSubmissionId === lead.lastSubmissionId) return;
  throw new ApiError('INVALID_STATE', {
    message: `The lead was placed again meanwhile, as ${now.lastSubmissionId}; look at it first.`,
  });
}
