/** Submissions of unknown outcome. */
import { adminResolveOutcome, ApiError } from '@sluice/contracts';
import { resolveOutcome, type Core, type Resolution } from '@sluice/pipeline';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';

const resolve = defineAdminRoute(
  adminResolveOutcome,
  async ({ params: { tenantId, submissionId }, body: { buyer }, note }, core: Core) => {
    const resolution = await resolveOutcome(core, tenantId, submissionId, buyer);
    if (resolution.kind !== 'resolved') throw refusal(tenantId, submissionId, resolution);
    note({ leadId: resolution.leadId, status: resolution.status });
    return resolution;
  },
  ({ body }) => ({ buyer: body.buyer }),
);

function refusal(
  tenantId: string,
  submissionId: string,
  resolution: Exclude<Resolution, { readonly kind: 'resolved' }>,
): ApiError {
  const refused = (message: string) => new ApiError('INVALID_STATE', { message });
  switch (resolution.kind) {
    case 'already_resolved':
      return refused(`${submissionId} was already resolved as ${resolution.status}; this cannot be changed.`);
    case 'newer_in_progress':
      return refused(`The lead is in progress again with ${resolution.by}: wait until it ends.`);
    case 'nothing_unknown':
      return refused(`The outcome of ${submissionId} is already known: ${resolution.status}.`);
    case 'not_found':
      return new ApiError('NOT_FOUND', { message: `Tenant ${tenantId} has no submission ${submissionId}.` });
  }
}

export const submissionRoutes: readonly AdminRoute<AdminDeps>[] = [resolve];
