/** What the document of a tenant has sealed: its vendors' credentials in one piece, and each secret in one of its own. */
import type { ProviderCredentials, Sealed } from '@sluice/contracts';
import { seal, unseal, UnknownSealingKeyError, type SealingKey } from './sealing.js';
import type { CredentialFacts, SecretDocument, TenantDocument } from './tenant-document.js';

/** The fields that are sealed, as a projection. */
export const sealedParts = { credentials: 1, credentialFacts: 1, secrets: 1 } as const;
export type SealedParts = Pick<TenantDocument, keyof typeof sealedParts>;

/** A secret as it is stored, sealed with the first of `keys`. */
export function sealedSecret(value: string, keys: readonly SealingKey[], setAt: Date): SecretDocument {
  return { sealed: seal(value, firstOf(keys)), setAt };
}

/** A tenant's credentials as they are stored, sealed with the first of `keys`. */
export function sealedCredentials(credentials: ProviderCredentials, keys: readonly SealingKey[]): Sealed {
  return seal(JSON.stringify(credentials), firstOf(keys));
}

/** A tenant's credentials; empty if none were stored. Throws an `UnknownSealingKeyError` if none of `keys` sealed them. */
export function unsealedCredentials(
  stored: SealedParts | undefined,
  keys: readonly SealingKey[],
): ProviderCredentials {
  return stored?.credentials ? (JSON.parse(unseal(stored.credentials, keys)) as ProviderCredentials) : {};
}

/** What is known about credentials without unsealing them. */
export function factsOf(values: Readonly<Record<string, string>>, setAt: Date): CredentialFacts {
  return { fields: Object.keys(values).filter((name) => values[name] !== ''), setAt };
}

/** Something sealed: where it is stored, and the parts of the document that exist only with it. */
interface SealedThing {
  readonly path: string;
  readonly sealed: Sealed;
  readonly parts: readonly string[];
}

/** Everything that a tenant has sealed. */
export function sealedOf({ credentials, secrets = {} }: SealedParts = {}): readonly SealedThing[] {
  const named = Object.entries(secrets).map(([name, { sealed }]) => {
    const part = `secrets.${name}`;
    return { path: `${part}.sealed`, sealed, parts: [part] };
  });
  if (!credentials) return named;
  return [{ path: 'credentials', sealed: credentials, parts: ['credentials', 'credentialFacts'] }, ...named];
}

/** Whether none of `keys` sealed it. */
export function isUnknown(keys: readonly SealingKey[], { keyId }: Sealed): boolean {
  return !keys.some(({ id }) => id === keyId);
}

/**
 * A mistyped key must not seal anything beside what another one has sealed: throws an `UnknownSealingKeyError` if none of
 * `keys` sealed one of these.
 */
export function throwIfUnknown(keys: readonly SealingKey[], stored: SealedParts | undefined): void {
  const unknown = sealedOf(stored).find(({ sealed }) => isUnknown(keys, sealed));
  if (unknown) throw new UnknownSealingKeyError(unknown.sealed.keyId);
}

/** The key that seals. Throws an error if there is none. */
export function firstOf(keys: readonly SealingKey[]): SealingKey {
  const [first] = keys;
  if (!first) throw new Error('no encryption key is configured');
  return first;
}
