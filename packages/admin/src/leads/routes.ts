/** The operations on one lead. */
import {
  adminApproveLead,
  adminDeliverLead,
  adminEraseLead,
  adminMoveLead,
  adminRepostLead,
  ApiError,
  refuseUnapproved,
  refuseUnlessRepostable,
} from '@sluice/contracts';
import { searchWords } from '@sluice/domain';
import { createIntake, now, type Core, type StoresFor, type IntakeDeps } from '@sluice/pipeline';
import { newId } from '@sluice/process';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { eraseLead } from './erase-lead.js';
import { campaignNamed, leadOf } from './lead-of.js';

const repostLead = defineAdminRoute(
  adminRepostLead,
  async ({ params: { tenantId, leadId }, note }, core: IntakeDeps) => {
    const of = core.stores.forTenant(tenantId);
    const lead = await leadOf(of, leadId);
    const campaign = await of.campaigns.find(lead.campaignId);
    if (!campaign)
      throw new ApiError('INVALID_STATE', { message: 'The campaign of the lead no longer exists' });
    const newSubmissionId = newId('submission');
    note({ newSubmissionId });
    await createIntake(core).acceptFollowUp({
      tenantId,
      leadId,
      submissionId: newSubmissionId,
      kind: 'repost',
      campaign,
      refuse: refuseUnlessRepostable,
      retryOf: lead.lastSubmissionId,
    });
    return { leadId, newSubmissionId };
  },
);

const deliverLead = defineAdminRoute(
  adminDeliverLead,
  async ({ params: { tenantId, leadId }, body, note }, core: IntakeDeps) => {
    const of = core.stores.forTenant(tenantId);
    await leadOf(of, leadId);
    const campaign = await campaignNamed(of, body.campaignId);
    const newSubmissionId = newId('submission');
    note({ newSubmissionId });
    await createIntake(core).acceptFollowUp({
      tenantId,
      leadId,
      submissionId: newSubmissionId,
      kind: 'deliver',
      campaign,
      refuse: refuseUnapproved,
    });
    return { leadId, newSubmissionId };
  },
  ({ body }) => ({ campaignId: body.campaignId }),
);

const moveLead = defineAdminRoute(
  adminMoveLead,
  async ({ params: { tenantId, leadId }, body, note }, core: IntakeDeps) => {
    const of = core.stores.forTenant(tenantId);
    await leadOf(of, leadId);
    const campaign = await campaignNamed(of, body.campaignId);
    const newSubmissionId = newId('submission');
    note({ newSubmissionId });
    await createIntake(core).acceptFollowUp({
      tenantId,
      leadId,
      submissionId: newSubmissionId,
      kind: 'move',
      campaign,
    });
    const lastLeadReceivedAt = now(core).toISOString();
    // If the date cannot be written, the lead still counts as moved.
    await of.campaigns.note(campaign.campaignId, { lastLeadReceivedAt }).catch(() => undefined);
    return { leadId, newSubmissionId };
  },
  ({ body }) => ({ campaignId: body.campaignId }),
);

const approveLead = defineAdminRoute(
  adminApproveLead,
  async (
    { params: { tenantId, leadId }, body: { approval } },
    { stores }: StoresFor<'clock' | 'forTenant'>,
  ) => {
    const of = stores.forTenant(tenantId);
    await leadOf(of, leadId);
    await of.leadUpdates.apply([leadId], (lead) => {
      if (lead.approvalStatus === approval) return undefined;
      if (lead.approvalStatus === undefined)
        throw new ApiError('INVALID_STATE', { message: 'The lead is not waiting for approval' });
      const approved = { ...lead, approvalStatus: approval, updatedAt: now({ stores }) };
      return { lead: approved, search: searchWords(lead.data) };
    });
    return { leadId, approvalStatus: approval };
  },
  ({ body }) => ({ approval: body.approval }),
);

const eraseOne = defineAdminRoute(
  adminEraseLead,
  async ({ params: { tenantId, leadId }, body: { waitSeconds } }, core: Core) =>
    eraseLead(core, tenantId, leadId, waitSeconds * 1_000),
);

export const leadRoutes: readonly AdminRoute<AdminDeps>[] = [
  repostLead,
  deliverLead,
  moveLead,
  approveLead,
  eraseOne,
];
