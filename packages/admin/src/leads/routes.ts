/** The operations on one lead. */
import {
  adminApproveLead,
  adminDeliverLead,
  adminEraseLead,
  adminMoveLead,
  adminRepostLead,
  ApiError,
} from '@sluice/contracts';
import { searchWords } from '@sluice/domain';
import {
  createIntake,
  createNoteReceived,
  deliverLead,
  leadOf,
  moveLead,
  now,
  refuseWhileStanding,
  repostLead,
  type Core,
  type IntakeDeps,
  type StoresFor,
} from '@sluice/pipeline';
import { newId } from '@sluice/process';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { eraseLead } from './erase-lead.js';

const repost = defineAdminRoute(
  adminRepostLead,
  async ({ params: { tenantId, leadId }, note }, core: IntakeDeps) => {
    const lead = await leadOf(core.stores.forTenant(tenantId), leadId);
    const newSubmissionId = newId('submission');
    note({ newSubmissionId });
    await repostLead(placing(core), { lead, submissionId: newSubmissionId });
    return { leadId, newSubmissionId };
  },
);

const deliver = defineAdminRoute(
  adminDeliverLead,
  async ({ params: { tenantId, leadId }, body, note }, core: IntakeDeps) => {
    const of = core.stores.forTenant(tenantId);
    const lead = await leadOf(of, leadId);
    if (!body.again) await refuseWhileStanding(of, lead);
    const newSubmissionId = newId('submission');
    note({ newSubmissionId });
    const placement = { lead, submissionId: newSubmissionId, onlyAsRead: !body.again };
    await deliverLead(placing(core), placement, body.campaignId);
    return { leadId, newSubmissionId };
  },
  ({ body }) => ({ campaignId: body.campaignId, ...(body.again && { again: 'yes' }) }),
);

const move = defineAdminRoute(
  adminMoveLead,
  async ({ params: { tenantId, leadId }, body, note, request }, core: IntakeDeps) => {
    const of = core.stores.forTenant(tenantId);
    const lead = await leadOf(of, leadId);
    if (!body.again) await refuseWhileStanding(of, lead);
    const newSubmissionId = newId('submission');
    note({ newSubmissionId });
    const placement = { lead, submissionId: newSubmissionId, onlyAsRead: !body.again };
    await moveLead(placing(core), placement, { campaignId: body.campaignId, requestId: request.id });
    return { leadId, newSubmissionId };
  },
  ({ body }) => ({ campaignId: body.campaignId, ...(body.again && { again: 'yes' }) }),
);

function placing(core: IntakeDeps) {
  const { stores, log } = core;
  return { stores, intake: createIntake(core), noteReceived: createNoteReceived(stores, log) };
}

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

export const leadRoutes: readonly AdminRoute<AdminDeps>[] = [repost, deliver, move, approveLead, eraseOne];
