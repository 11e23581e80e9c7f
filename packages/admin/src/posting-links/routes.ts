/** Links to posting instructions. Neither the audit nor a log has their tokens. */
import { adminCreatePostingLink, adminRevokePostingLinks, ApiError, maySendTo } from '@sluice/contracts';
import { now, type StoresFor } from '@sluice/pipeline';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { supplierOf } from '../suppliers/supplier-of.js';

type Deps = StoresFor<'clock' | 'forTenant' | 'postingLinks' | 'tenants'>;

const DAY_MS = 86_400_000;

const createPostingLink = defineAdminRoute(
  adminCreatePostingLink,
  async (
    { params, body: { campaignId, expiresInDays } },
    { stores, publicUrl }: Deps & Pick<AdminDeps, 'publicUrl'>,
  ) => {
    const supplier = await supplierOf(stores, params);
    if (!maySendTo(supplier, campaignId))
      throw new ApiError('VALIDATION_ERROR', {
        details: ["campaignId: is not among the supplier's campaigns"],
      });
    if (!(await stores.forTenant(params.tenantId).campaigns.find(campaignId)))
      throw new ApiError('VALIDATION_ERROR', { details: ['campaignId: does not exist'] });
    if (publicUrl === undefined)
      throw new ApiError('INVALID_STATE', {
        message: 'The address of the gateway is not known here: set PUBLIC_URL',
      });
    const createdAt = now({ stores });
    const expiresAt =
      expiresInDays === undefined ? undefined : new Date(createdAt.getTime() + expiresInDays * DAY_MS);
    const token = await stores.postingLinks.add({ ...params, campaignId }, createdAt, expiresAt);
    return {
      url: `${publicUrl.replace(/\/+$/, '')}/post/${token}`,
      ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    };
  },
  ({ body: { campaignId } }) => ({ campaignId }),
);

const revokePostingLinks = defineAdminRoute(
  adminRevokePostingLinks,
  async ({ params, query: { campaignId }, note }, { stores }: Deps) => {
    await supplierOf(stores, params);
    const revoked = await stores.postingLinks.revoke({ ...params, campaignId });
    note({ revoked });
    return { revoked };
  },
  ({ query: { campaignId } }) => ({ campaignId }),
);

export const postingLinkRoutes: readonly AdminRoute<AdminDeps>[] = [createPostingLink, revokePostingLinks];
