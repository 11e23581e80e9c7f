/** Reads a tenant file and compares it with the live configuration, for both planning and applying. */
import type { TenantFile } from '@sluice/contracts';
import { now, type StoresFor } from '@sluice/pipeline';
import { createHash } from 'node:crypto';
import { sealingKeysOf } from '../credentials/sealing-keys-of.js';
import type { AdminDeps } from '../deps.js';
import { liveFile, readStored, type Stored } from './live-file.js';
import { missingReferences } from './missing-references.js';
import { planChanges, planCredentials, type Change } from './plan-changes.js';
import { restoreSecrets } from './secrets.js';
import { readTenantText, type UploadedFile } from './tenant-text.js';

/** The dependencies that reading a plan uses. */
export type CatalogDeps = StoresFor<'clock' | 'forTenant' | 'tenants'> & Pick<AdminDeps, 'encryptionKeys'>;

/** A file with all the changes that it would make. */
export interface ReadPlan {
  readonly file: TenantFile;
  readonly unfilled: readonly string[];
  readonly stored: Stored;
  readonly changes: readonly Change[];
  /** Identifies exactly these changes to exactly this live configuration. */
  readonly plan: string;
}

/**
 * Reads a file of `tenantId` and compares it.
 * @throws ApiError VALIDATION_ERROR with every problem in the file; INVALID_STATE if it contains credentials and there
 *   is no key to encrypt them with, or none that decrypts the stored ones
 */
export async function readPlan(
  tenantId: string,
  uploaded: UploadedFile,
  { stores, encryptionKeys }: CatalogDeps,
): Promise<ReadPlan> {
  const [tenant, stored] = await Promise.all([
    stores.tenants.find(tenantId),
    readStored(stores.forTenant(tenantId)),
  ]);
  const live = tenant && liveFile(tenant, stored);
  const read = readTenantText(uploaded, (document) => restoreSecrets(document, live));
  const { file, refuse, unfilled } = read;
  if (file.tenantId !== tenantId) refuse([`tenantId: must be ${tenantId}, whose catalog this is`]);
  const missing = missingReferences(file, stored);
  if (missing.length > 0) refuse(missing);
  const changes = [
    ...planChanges(file, { tenant, stored, now: now({ stores }) }, stores),
    ...(Object.keys(file.providers).length === 0
      ? []
      : await planCredentials(file, stores, sealingKeysOf(encryptionKeys))),
  ];
  return { file, unfilled, stored, changes, plan: nameOf(changes) };
}

function nameOf(changes: readonly Change[]): string {
  const described = changes.map(({ section, id, change, fields, wanted }) => [
    section,
    id,
    change,
    fields,
    wanted,
  ]);
  return createHash('sha256').update(JSON.stringify(described)).digest('hex').slice(0, 16);
}
