/** Brings the tenant file into the database at every start, and has a working demo key at hand. */
import { applyTenantFile, ensureDemoKey } from '@sluice/cli';
import { keepSecrets, tenantEnvironment, type Secrets } from '@sluice/local';
import type { StartOptions } from './options.js';

/** Applies the tenant file and makes sure of the demo key; a new key is kept among the secrets. */
export async function applyTenant(
  { dataDir, env, tenantFile, sinkUrl }: StartOptions,
  { mongodbUrl, encryptionKey, secrets }: { mongodbUrl: string; encryptionKey: string; secrets: Secrets },
): Promise<{ tenantId: string; apiKey: string; summary: string }> {
  const { tenantId, changes } = await applyTenantFile(tenantFile, {
    mongoUrl: mongodbUrl,
    env: tenantEnvironment(env, sinkUrl),
    encryptionKey,
  });
  const known = secrets.demoKey;
  const { apiKey } = await ensureDemoKey({
    mongoUrl: mongodbUrl,
    tenantId,
    // A key of another tenant, applied from this data directory before, is of no use here.
    ...(known !== undefined && known.tenantId === tenantId ? { apiKey: known.apiKey } : {}),
  });
  if (apiKey !== known?.apiKey) keepSecrets(dataDir, { ...secrets, demoKey: { tenantId, apiKey } });
  const summary =
    changes.length === 0 ? 'nothing to change' : `${changes.length} change${changes.length === 1 ? '' : 's'}`;
  return { tenantId, apiKey, summary: `tenant "${tenantId}" from ${tenantFile}: ${summary}` };
}
