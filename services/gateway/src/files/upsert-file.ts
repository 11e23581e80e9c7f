/** POST /api/v1/files (§4.7). */
import { upsertFile } from '@sluice/contracts';
import { notifyFileChanges, refuseErased, type LeadEffectDeps } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';
import { referenced } from '../references/refuse-missing.js';

type Deps = LeadEffectDeps;

export const upsertFileRoute = defineRoute(upsertFile, async ({ body, tenant, ids }, deps: Deps) => {
  const { stores } = deps;
  const { leads, files } = stores.forTenant(tenant.tenantId);
  const { leadId, fileKey, ...sent } = body;
  const lead = referenced('leadId', await leads.find(leadId));
  // In an existing file, fields that the request omits keep their values.
  const changes = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  const beginnings = { fileId: ids.of('file'), provider: 'manual_upload', status: 'pending' } as const;
  const written = await files.upsert({ leadId, fileKey }, changes, beginnings, stores.clock.now(), ids.seed);
  await refuseErased(deps, lead);
  await notifyFileChanges(deps, lead, written);
  await refuseErased(deps, lead);
  const { file } = written;
  const { fileId, fileName, fileType, documentUrl, status, provider, createdAt, updatedAt, signedAt } = file;
  return {
    fileId,
    leadId,
    fileKey,
    fileName,
    fileType,
    documentUrl,
    status,
    provider,
    createdAt,
    updatedAt,
    signedAt: signedAt ?? null,
  };
});
