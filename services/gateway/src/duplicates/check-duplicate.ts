/** POST /api/v1/duplicates/check: whether a person would be a duplicate, before a lead is sent. */
import { canonicalEmail, checkDuplicate, maySendTo } from '@sluice/contracts';
import {
  dedupeHashes,
  dedupeOwner,
  dedupeSkipReason,
  identifyingPhone,
  normalisePhone,
  sha256,
} from '@sluice/domain';
import { lookAtOne, now, type StoresFor } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';
import { claimIdOfHash } from '@sluice/store';
import { referenced } from '../references/refuse-missing.js';

type Deps = StoresFor<'clock' | 'forTenant'>;

const route = defineRoute(checkDuplicate, async ({ body, tenant: { tenantId } }, deps: Deps) => {
  const { campaigns, clients } = deps.stores.forTenant(tenantId);
  const campaign = referenced('campaignId', await campaigns.cached(body.campaignId));
  const client = await clients.cached(campaign.clientId);
  if (dedupeSkipReason(campaign, client, false) !== undefined) return { duplicate: false };
  const nobody = { tenantId, leadId: '', submissionId: '' };
  for (const { field, hash } of dedupeHashes(campaign, hashesOf(body))) {
    const id = claimIdOfHash(dedupeOwner(campaign), field, Buffer.from(hash, 'hex'));
    const answer = await lookAtOne(deps, nobody, { id, at: now(deps) });
    if (answer.kind !== 'ours') return { duplicate: true };
  }
  return { duplicate: false };
});

/** A supplier asks only where it may, and only about its campaigns. */
export const checkDuplicateRoute: typeof route = {
  ...route,
  forbids: ({ campaignId }, supplier) =>
    supplier.duplicateCheck !== true || (typeof campaignId === 'string' && !maySendTo(supplier, campaignId)),
};

// A number that identifies nobody has no hash.
function hashesOf({ phone, phoneSha256, email, emailSha256 }: Body): ReadonlyMap<string, string> {
  const number = phone === undefined ? undefined : identifyingPhone(normalisePhone(phone));
  const phoneHash = phoneSha256?.toLowerCase() ?? (number && sha256(number));
  const emailHash = emailSha256?.toLowerCase() ?? (email && sha256(canonicalEmail(email)));
  const known = Object.entries({ phone: phoneHash, email: emailHash });
  return new Map(known.flatMap(([field, hash]) => (hash ? [[field, hash]] : [])));
}

interface Body {
  readonly phone?: string | undefined;
  readonly phoneSha256?: string | undefined;
  readonly email?: string | undefined;
  readonly emailSha256?: string | undefined;
}
