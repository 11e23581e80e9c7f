/** A tenant file, read and compared with what is live: what planning shows and applying does. */
import type { TenantFile } from '@sluice/contracts';
import { now } from '@sluice/pipeline';
import { createHash } from 'node:crypto';
import { sealingKeysOf } from '../credentials/sealing-keys-of.js';
import type { AdminDeps } from '../deps.js';
import { liveFile, readStored, type Stored } from './live-file.js';
import { missingReferences } from './missing-references.js';
import { planChanges, planCredentials, type Change } from './plan-changes.js';
import { restoreSecrets } from './secrets.js';
import { readTenantText, type UploadedFile } from './tenant-text.js';

/** What of the surroundings is used. */
export type CatalogDeps = Pick<AdminDeps, 'stores' | 'encryptionKeys'>;

/** A file, and all that it would change. */
export interface ReadPlan {
  readonly file: TenantFile;
  readonly unfilled: readonly string[];
  readonly stored: Stored;
  readonly changes: readonly Change[];
  /** Names exactly these changes of exactly what is live. */
  readonly plan: string;
}

/**
 * Reads a file of `tenantId` and compares it. @throws ApiError VALIDATION_ERROR with everything that is wrong with it;
 * INVALID_STATE when it brings credentials and there is no key to seal them with
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
  const told = changes.map(({ section, id, change, fields, wanted }) => [
    section,
    id,
    change,
    fields,
    wanted,
  ]);
  return createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, 16);
}
