/** Reads a tenant file and compares it with the live configuration, for both planning and applying. */
import { isObject, type Tenant, type TenantFile } from '@sluice/contracts';
import { now, type StoresFor } from '@sluice/pipeline';
import type { PlannedWrite } from '@sluice/store';
import { createHash } from 'node:crypto';
import { sealingKeysOf } from '../credentials/sealing-keys-of.js';
import type { AdminDeps } from '../deps.js';
import { liveFile, type Stored } from './live-file.js';
import { archivedReferences } from './archived-references.js';
import { readLive, type LiveConfiguration } from './read-live.js';
import { fixedForms } from './fixed-forms.js';
import { currencyProblems } from './currency-problems.js';
import { missingReferences } from './missing-references.js';
import { newLiterals } from './literals.js';
import { planChanges, type Change } from './plan-changes.js';
import { planCredentials, planSecrets, unsendableHeaders } from './plan-secrets.js';
import { restoreSecrets } from './secrets.js';
import type { Complete } from './tenant-document.js';
import { readTenantText, type ReadTenantText, type UploadedFile } from './tenant-text.js';

/** The dependencies that reading a plan uses. */
export type CatalogDeps = StoresFor<'clock' | 'configurations' | 'forTenant' | 'secrets' | 'tenants'> &
  Pick<AdminDeps, 'encryptionKeys' | 'reads'>;

/** A tenant file as it was uploaded, and what is to be accepted in it. */
export interface ToPlan extends UploadedFile {
  /** Accept credentials that are written out. */
  readonly allowLiteralCredentials?: boolean | undefined;
}

/** A file with all the changes that it would make. */
export interface ReadPlan {
  readonly file: TenantFile;
  readonly unfilled: readonly string[];
  /** The places of credentials that are written out, which were accepted. */
  readonly literalCredentials: readonly string[];
  readonly stored: Stored;
  readonly changes: readonly Change[];
  /** What makes the changes, in this order. */
  readonly writes: readonly PlannedWrite[];
  /** The version of the configuration that the file was compared with. */
  readonly version: number;
  /** Identifies exactly these changes to exactly this live configuration. */
  readonly plan: string;
}

/**
 * Reads a file of `tenantId` and compares it.
 * @throws ApiError VALIDATION_ERROR with every problem in the file; INVALID_STATE if it contains credentials and there
 *   is no key to encrypt them with, or none that decrypts the stored ones
 */
export function readPlan(
  tenantId: string,
  { allowLiteralCredentials, ...uploaded }: ToPlan,
  deps: CatalogDeps,
): Promise<ReadPlan> {
  const read: ReadFor = (complete) => readTenantText(uploaded, complete, deps.reads);
  return planOf(tenantId, { read, allowLiteralCredentials }, deps);
}

/** Reads what is to be applied, which `complete` completes from the live configuration. */
export type ReadFor = (complete: Complete, live: LiveConfiguration) => ReadTenantText;

/** The same as {@link readPlan}, whichever way the file is read. */
export async function planOf(
  tenantId: string,
  {
    read,
    wholeSets,
    allowLiteralCredentials = false,
  }: {
    readonly read: ReadFor;
    /** The value sets that are read with their values; default: all. */
    readonly wholeSets?: readonly string[];
  } & Pick<ToPlan, 'allowLiteralCredentials'>,
  { stores, encryptionKeys }: Omit<CatalogDeps, 'reads'>,
): Promise<ReadPlan> {
  // Read first: a change that is made while the configuration is read has a later version.
  const version = await stores.configurations.version(tenantId);
  const configuration = await readLive(tenantId, stores, wholeSets);
  const { tenant, stored, secrets } = configuration;
  const live = tenant && liveFile(tenant, stored, secrets);
  const complete: Complete = (document) => {
    keepName(document, tenant);
    spellArchived(document);
    return restoreSecrets(document, live);
  };
  const { file, removed, written, refuse, unfilled } = read(complete, configuration);
  if (file.tenantId !== tenantId) refuse([`tenantId: must be ${tenantId}, whose catalog this is`]);
  const literals = newLiterals(file, live);
  const problems = [
    ...missingReferences(file, stored),
    ...archivedReferences(file, stored),
    ...currencyProblems(file, stored),
    ...(await fixedForms(file, stored, stores.forTenant(tenantId), now({ stores }))),
    ...(allowLiteralCredentials ? [] : literals.map(({ problem }) => problem)),
  ];
  if (problems.length > 0) refuse(problems);
  const at = now({ stores });
  const [ofTenant, ofItems] = planChanges({ file, removed, written }, { tenant, stored, now: at });
  const sealing = () => ({ keys: sealingKeysOf(encryptionKeys), at });
  const ofSecrets = Object.keys(file.secrets).length === 0 ? [] : await planSecrets(file, stores, sealing());
  const unsendable = await unsendableHeaders(file, stores, encryptionKeys);
  if (unsendable.length > 0) refuse(unsendable);
  const credentials =
    Object.keys(file.providers).length === 0
      ? { changes: [] }
      : await planCredentials(file, stores, sealing());
  // Secrets come before what refers to them.
  const changes = [...ofTenant, ...ofSecrets, ...ofItems, ...credentials.changes];
  const writes = [...changes.map(({ write }) => write), credentials.write].filter((one) => one !== undefined);
  const literalCredentials = literals.map(({ place }) => place);
  const plan = `${nameOf(changes)}.${version}`;
  return { file, unfilled, literalCredentials, stored, changes, writes, version, plan };
}

// A file of a tenant that exists may leave the name out.
function keepName(document: unknown, tenant: Tenant | undefined): void {
  if (tenant && typeof document === 'object' && document !== null && !('name' in document))
    Object.assign(document, { name: tenant.name });
}

// A field of the library is archived by not being active.
function spellArchived(document: unknown): void {
  const fields = isObject(document) ? document['fieldLibrary'] : undefined;
  for (const field of Array.isArray(fields) ? (fields as readonly unknown[]) : []) {
    if (!isObject(field) || typeof field['archived'] !== 'boolean') continue;
    Object.assign(field, { active: !field['archived'] });
    delete field['archived'];
  }
}

/** Whether `plan`, as it was answered before, names the same changes as `read`. */
export function isSamePlan(plan: string, read: Pick<ReadPlan, 'plan'>): boolean {
  return plan.split('.')[0] === read.plan.split('.')[0];
}

/** The version of the configuration that `plan`, as it was answered before, was made from; undefined if it names none. */
export function versionOfPlan(plan: string): number | undefined {
  const version = /\.(\d{1,15})$/.exec(plan)?.[1];
  return version === undefined ? undefined : Number(version);
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
