/** The vendors' credentials and the secrets that applying a tenant file would change; a plan contains them sealed. */
import { isDeepStrictEqual } from 'node:util';
import { SECRET_MARK, type ProviderCredentials, type TenantFile } from '@sluice/contracts';
import { headerSecretProblem, outgoingTexts, secretNamesOfText } from '@sluice/domain';
import { sealedSecret, type PlannedWrite, type Sealing, type SealingKey, type Stores } from '@sluice/store';
import { refuseUnreadable } from '../credentials/refuse-unreadable.js';
import { changedFields } from './changed-fields.js';
import type { Change } from './plan-changes.js';
import { removedFields } from './removed-fields.js';

/** Changes of credentials, and the write that makes them all. */
export interface CredentialsPlan {
  readonly changes: readonly Change[];
  readonly write?: PlannedWrite;
}

/**
 * The vendors' credentials in the file that differ from the stored ones. Stored credentials are decrypted for the
 * comparison.
 * @throws ApiError INVALID_STATE if none of the keys decrypts the stored ones
 */
export async function planCredentials(
  { tenantId, providers }: TenantFile,
  stores: Pick<Stores, 'secrets'>,
  sealing: Sealing,
): Promise<CredentialsPlan> {
  const stored: Readonly<Record<string, unknown>> = await stores.secrets
    .credentials(tenantId, sealing.keys)
    .catch(refuseUnreadable(tenantId));
  const given = JSON.parse(JSON.stringify(providers)) as Readonly<Record<string, unknown>>;
  const differing = Object.entries(given).filter(
    ([name, wanted]) => !isDeepStrictEqual(stored[name], wanted),
  );
  if (differing.length === 0) return { changes: [] };
  const changes = differing.map(([provider, wanted]): Change => {
    const before = stored[provider];
    const change = before === undefined ? 'added' : 'changed';
    const fields = before === undefined ? [] : changedFields(before, wanted);
    const removed = removedFields(fields, wanted);
    return {
      section: 'providers',
      kind: 'vendor credentials',
      id: provider,
      change,
      fields,
      removed,
      wanted,
    };
  });
  const replaced = Object.fromEntries(differing) as ProviderCredentials;
  const credentials = await stores.secrets.withCredentials(tenantId, replaced, sealing);
  return { changes, write: { kind: 'credentials', credentials } };
}

/**
 * The secrets in the file that differ from the stored ones, which are decrypted for the comparison.
 * @throws ApiError INVALID_STATE if none of the keys decrypts one of the stored ones
 */
export async function planSecrets(
  { tenantId, secrets }: TenantFile,
  stores: Pick<Stores, 'secrets'>,
  { keys, at }: Sealing,
): Promise<readonly Change[]> {
  const stored = await stores.secrets.values(tenantId, keys).catch(refuseUnreadable(tenantId));
  return Object.entries(secrets).flatMap(([name, wanted]): Change[] => {
    const before = Object.hasOwn(stored, name) ? stored[name] : undefined;
    if (before === wanted) return [];
    const change = before === undefined ? 'added' : 'changed';
    // The old value stays out of the plan, whose name is answered.
    const fields = before === undefined ? [] : [{ path: ['value'], before: SECRET_MARK, after: SECRET_MARK }];
    const write = { kind: 'secret', name, secret: sealedSecret(wanted, keys, at) } as const;
    return [{ section: 'secrets', kind: 'secret', id: name, change, fields, removed: [], wanted, write }];
  });
}

/** A `path: problem` for each header of the file that could not be sent with the secrets in it, stored ones included. */
export async function unsendableHeaders(
  { tenantId, secrets, ...parts }: TenantFile,
  stores: Pick<Stores, 'secrets'>,
  keys: readonly SealingKey[] = [],
): Promise<readonly string[]> {
  const headers = outgoingTexts(parts).filter(({ kind }) => kind === 'header');
  const named = headers.flatMap(secretNamesOfText);
  if (named.length === 0) return [];
  const isStored = keys.length > 0 && named.some((name) => !Object.hasOwn(secrets, name));
  const stored = isStored
    ? await stores.secrets.values(tenantId, keys).catch(refuseUnreadable(tenantId))
    : {};
  return headers.flatMap((header) => {
    const problem = headerSecretProblem(header, { ...stored, ...secrets });
    return problem === undefined ? [] : [`${header.path.join('.')}: ${problem}`];
  });
}
