/**
 * `sluice apply`: writes a tenant file's configuration to the database. Applying it twice changes nothing the second
 * time.
 */
import {
  campaignNamedIn,
  placeholderNames,
  tenantNamedIn,
  type Operate,
  type UploadedFile,
} from '@sluice/admin';
import {
  adminApplyCatalog,
  adminPlanCatalog,
  ApiError,
  readSettings,
  type EndpointData,
  type ReadSettings,
} from '@sluice/contracts';
import { outboundFragment, readConfig } from '@sluice/process';
import { problemOf } from '../admin/problem-of.js';
import { onStores } from '../admin/with-operations.js';
import { readTextFile } from '../files/text-file.js';

/** The database and the options of an apply. */
export interface ApplyOptions {
  readonly mongoUrl: string;
  /** The values of `${NAME}` placeholders in the file. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As the services read it: encrypts vendors' credentials and secrets. */
  readonly encryptionKey: string;
  /** The encoding of the file, if it is neither UTF-8 nor has a byte order mark. */
  readonly encoding?: string | undefined;
  /** Only reports the changes. */
  readonly dryRun?: boolean;
  /**
   * Whether credentials that are written out are accepted. The default is true, because whoever starts an installation
   * from a file cannot be asked; the command decides by its flag.
   */
  readonly allowLiteralCredentials?: boolean;
}

type ApplyByOptions = Pick<ApplyOptions, 'env' | 'encoding'> &
  Required<Pick<ApplyOptions, 'dryRun' | 'allowLiteralCredentials'>>;

/** The changes that were, or would be, applied. */
export interface Applied {
  readonly tenantId: string;
  /** One line per change; empty if there was nothing to change. */
  readonly changes: readonly string[];
  /** What they remove, field by field, e.g. `campaign ACMRU: notes`. */
  readonly removed: readonly string[];
  /** How many held leads the changes made due again. */
  readonly heldLeadsDue: number;
  /** The places in the file with a credential that is written out, which were accepted. */
  readonly literalCredentials: readonly string[];
}

/** What was applied from a file that was read here. */
export interface AppliedFile extends Applied {
  /** The first campaign of the file that takes leads. */
  readonly campaignId?: string;
}

/**
 * Applies the file at `path` to a database. If the file is wrong, a {@link Problem} names the fault and nothing was
 * changed.
 */
export async function applyTenantFile(path: string, options: ApplyOptions): Promise<AppliedFile> {
  const { mongoUrl, env, encryptionKey, encoding, dryRun = false, allowLiteralCredentials = true } = options;
  const applied = await onStores(
    { mongodbUrl: mongoUrl, encryptionKey, reads: readSettingsOf(env) },
    (operate) => applyBy(operate, path, { env, encoding, dryRun, allowLiteralCredentials }),
  );
  return { ...applied, campaignId: campaignNamedIn(await uploadedFrom(path, { env, encoding })) };
}

/** Applies the file at `path` through the operations, locally or over HTTP. Throws like {@link applyTenantFile}. */
export async function applyBy(
  operate: Operate,
  path: string,
  { env, encoding, dryRun, allowLiteralCredentials }: ApplyByOptions,
): Promise<Applied> {
  const uploaded = await uploadedFrom(path, { env, encoding });
  const tenantId = tenantNamedIn(uploaded);
  const allowed = allowLiteralCredentials && { allowLiteralCredentials };
  const sent = { params: { tenantId }, body: { ...uploaded, ...allowed } };
  const called: Promise<Changed> = dryRun
    ? operate.call(adminPlanCatalog, sent)
    : operate.call(adminApplyCatalog, sent);
  const {
    changes,
    heldLeadsDue = 0,
    literalCredentials,
  } = await called.catch((error: unknown) => {
    throw error instanceof ApiError ? problemOf(error, { about: path }) : error;
  });
  const removed = changes.flatMap((change) =>
    change.removed.map((path) => `${change.kind} ${change.id}: ${path}`),
  );
  return { tenantId, changes: changes.map(({ text }) => text), removed, heldLeadsDue, literalCredentials };
}

interface Changed extends Pick<EndpointData<typeof adminPlanCatalog>, 'changes' | 'literalCredentials'> {
  readonly heldLeadsDue?: number;
}

async function uploadedFrom(
  path: string,
  { env, encoding }: Pick<ApplyOptions, 'env' | 'encoding'>,
): Promise<UploadedFile> {
  const file = await readTextFile(path, { encoding, what: 'tenant file' });
  return { file, values: valuesOf(file, env) };
}

/** The file's addresses are judged by the same rule that the services apply. */
export function readSettingsOf(env: ApplyOptions['env']): ReadSettings {
  return readSettings({ outboundAllow: readConfig(outboundFragment, env).OUTBOUND_ALLOW });
}

// Only those variables leave this process that the file names.
function valuesOf(file: string, env: ApplyOptions['env']): Record<string, string> {
  const values = placeholderNames(file).flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(values);
}
