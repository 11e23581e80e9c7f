/** Reads a tenant file and compares it with the live configuration, for both planning and applying. */
import type { TenantFile } from '@sluice/contracts';
import { now, type StoresFor } from '@sluice/pipeline';
import { createHash } from 'node:crypto';
import { sealingKeysOf } from '../credentials/sealing-keys-of.js';
import type { AdminDeps } from '../deps.js';
import { liveFile, readStored, type Stored } from './live-file.js';
import { missingReferences } from './missing-references.js';
import { newLiterals } from './literals.js';
import { planChanges, planCredentials, planSecrets, type Change } from './plan-changes.js';
import { restoreSecrets } from './secrets.js';
import { readTenantText, type UploadedFile } from './tenant-text.js';

/** The dependencies that reading a plan uses. */
export type CatalogDeps = StoresFor<'clock' | 'forTenant' | 'secrets' | 'tenants'> &
  Pick<AdminDeps, 'encryptionKeys'>;

/** A tenant file as it was uploaded, and what is to be accepted in it. */
export interface ToPlan extends UploadedFile {
  /** Accept texts that look like credentials. */
  readonly allowLiteralCredentials?: boolean | undefined;
}

/** A file with all the changes that it would make. */
export interface ReadPlan {
  readonly file: TenantFile;
  readonly unfilled: readonly string[];
  /** The places that were accepted although they look like credentials. */
  readonly literalCredentials: readonly string[];
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
  { allowLiteralCredentials = false, ...uploaded }: ToPlan,
  { stores, encryptionKeys }: CatalogDeps,
): Promise<ReadPlan> {
  const [tenant, stored, secrets] = await Promise.all([
    stores.tenants.find(tenantId),
    readStored(stores.forTenant(tenantId)),
    stores.secrets.list(tenantId),
  ]);
  const names = secrets.map(({ name }) => name);
  const live = tenant && liveFile(tenant, stored, names);
  const read = readTenantText(uploaded, (document) => restoreSecrets(document, live));
  const { file, refuse, unfilled } = read;
  if (file.tenantId !== tenantId) refuse([`tenantId: must be ${tenantId}, whose catalog this is`]);
  const missing = missingReferences(file, stored);
  if (missing.length > 0) refuse(missing);
  const literals = newLiterals(file, live);
  if (literals.length > 0 && !allowLiteralCredentials) refuse(literals.map(({ problem }) => problem));
  const [ofTenant, ofItems] = planChanges(file, { tenant, stored, now: now({ stores }) }, stores);
  const changes = [
    ...ofTenant,
    // Before what refers to them.
    ...(Object.keys(file.secrets).length === 0
      ? []
      : await planSecrets(file, stores, sealingKeysOf(encryptionKeys))),
    ...ofItems,
    ...(Object.keys(file.providers).length === 0
      ? []
      : await planCredentials(file, stores, sealingKeysOf(encryptionKeys))),
  ];
  const literalCredentials = literals.map(({ place }) => place);
  return { file, unfilled, literalCredentials, stored, changes, plan: nameOf(changes) };
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
