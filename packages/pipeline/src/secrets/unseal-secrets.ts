/** Unseals the named secrets of a tenant that a call needs, right before the call; nothing stores them unsealed. */
import type { SecretValues } from '@sluice/contracts';
import {
  missingSecret,
  redactSecrets,
  secretNamesOfTarget,
  secretsInHeaders,
  secretsInUrl,
  type CallTarget,
  type Redact,
} from '@sluice/domain';
import type { SealingKey } from '@sluice/store';
import type { StoresFor } from '../core.js';

/** The dependencies of unsealing secrets. */
export interface SecretDeps extends StoresFor<'secrets'> {
  /** Decrypt the tenants' secrets. */
  readonly encryptionKeys: readonly SealingKey[];
}

/** The unsealed secrets of a call. */
export interface UnsealedSecrets {
  /** The values of those that the tenant has. */
  readonly values: SecretValues;
  /** Tell values apart without showing them: a secret that is set again has another version. */
  readonly versions: readonly string[];
  /** Removes the values from a text that the receiver answered. */
  readonly redact: Redact;
}

const none: UnsealedSecrets = { values: {}, versions: [], redact: (text) => text };

/**
 * Unseals those of the tenant's secrets that have one of these `names`. Throws an `UnknownSealingKeyError` if no key
 * unseals one of them: the call is then made later, when the process has the key.
 */
export async function unsealSecrets(
  { stores, encryptionKeys }: SecretDeps,
  tenantId: string,
  names: readonly string[],
): Promise<UnsealedSecrets> {
  if (names.length === 0) return none;
  const unsealed = Object.entries(await stores.secrets.cached(tenantId, names, encryptionKeys));
  return {
    values: Object.fromEntries(unsealed.map(([name, { value }]) => [name, value])),
    versions: unsealed.map(([name, { setAt }]) => secretVersion(name, setAt)).sort(),
    redact: redactSecrets(unsealed.map(([, { value }]) => value)),
  };
}

/** Tells the value that a secret got at `setAt` apart from its other values. */
export function secretVersion(name: string, setAt: Date): string {
  return `${name}@${setAt.toISOString()}`;
}

/** An address and its headers with their secrets. */
export interface FilledTarget extends Omit<UnsealedSecrets, 'values'> {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the tenant lacks one of the secrets: then nothing may be sent. */
  readonly lacksSecret: boolean;
}

/** Puts the tenant's secrets into the address and headers of a call. Throws like {@link unsealSecrets}. */
export async function fillTarget(
  deps: SecretDeps,
  tenantId: string,
  target: CallTarget,
): Promise<FilledTarget> {
  const names = secretNamesOfTarget(target);
  const { values, ...unsealed } = await unsealSecrets(deps, tenantId, names);
  return {
    ...unsealed,
    url: secretsInUrl(target.url, values),
    headers: secretsInHeaders(target.headers, values),
    lacksSecret: missingSecret(names, values) !== undefined,
  };
}
