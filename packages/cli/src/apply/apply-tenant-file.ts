/** `sluice apply`: brings a tenant file into the database. Applying it twice changes nothing the second time. */
import { readFileSync } from 'node:fs';
import {
  operateInProcess,
  placeholderNames,
  tenantNamedIn,
  type Operate,
  type UploadedFile,
} from '@sluice/admin';
import { adminApplyCatalog, adminPlanCatalog, allowOutbound, ApiError } from '@sluice/contracts';
import { openStores, sealingKey } from '@sluice/store';
import { Problem } from '@sluice/local';
import { person } from '../admin/person.js';
import { problemOf } from '../admin/problem-of.js';
import { withCore } from '../with-core.js';

/** Where and how a file is applied. */
export interface ApplyOptions {
  readonly mongoUrl: string;
  /** Where `${NAME}` in the file is taken from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** 32 bytes, base64: vendor credentials are sealed with it. */
  readonly encryptionKey: string;
  /** Only says what would change. */
  readonly dryRun?: boolean;
}

/** What was applied, or would be. */
export interface Applied {
  readonly tenantId: string;
  /** One line a change; empty when there was nothing to change. */
  readonly changes: readonly string[];
  /** How many held leads are looked at again because of the changes. */
  readonly heldLeadsDue: number;
}

/** Applies the file at `path` to a database. A {@link Problem} names what is wrong with it, and then nothing was changed. */
export async function applyTenantFile(path: string, options: ApplyOptions): Promise<Applied> {
  const { mongoUrl, env, encryptionKey, dryRun = false } = options;
  allowOutboundOf(env);
  const encryptionKeys = encryptionKey.split(',').map(sealingKey);
  const stores = await openStores(mongoUrl);
  try {
    await stores.begin();
    return await withCore(stores, undefined, (core, redis) =>
      applyBy(operateInProcess({ ...core, redis, encryptionKeys }, person()), path, { env, dryRun }),
    );
  } finally {
    await stores.close();
  }
}

/** Applies the file at `path` by the operations, wherever these are carried out. Throws as {@link applyTenantFile} does. */
export async function applyBy(
  operate: Operate,
  path: string,
  { env, dryRun }: Pick<ApplyOptions, 'env'> & { readonly dryRun: boolean },
): Promise<Applied> {
  const file = textOf(path);
  const uploaded: UploadedFile = { file, values: valuesOf(file, env) };
  const tenantId = tenantNamedIn(uploaded);
  const sent = { params: { tenantId }, body: uploaded };
  const refused = (error: unknown): never => {
    throw error instanceof ApiError ? problemOf(error, path) : error;
  };
  if (dryRun) {
    const { changes } = await operate.call(adminPlanCatalog, sent).catch(refused);
    return { tenantId, changes: changes.map(({ text }) => text), heldLeadsDue: 0 };
  }
  const { changes, heldLeadsDue } = await operate.call(adminApplyCatalog, sent).catch(refused);
  return { tenantId, changes: changes.map(({ text }) => text), heldLeadsDue };
}

/** The file is judged by the rule that the services will judge its addresses by. */
export function allowOutboundOf(env: ApplyOptions['env']): void {
  allowOutbound((env['OUTBOUND_ALLOW'] ?? '').split(',').flatMap((cidr) => cidr.trim() || []));
}

// Of the environment only what the file names leaves this process.
function valuesOf(file: string, env: ApplyOptions['env']): Record<string, string> {
  const values = placeholderNames(file).flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(values);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Problem(`The tenant file ${path} cannot be read; check the path.`);
  }
}
