/** Sealing of secrets at rest: AES-256-GCM, stored with the key's fingerprint so that keys can be rotated. */
import type { Sealed } from '@sluice/contracts';
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A 32-byte key, and the fingerprint by which sealed values refer to it. */
export interface SealingKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** Decodes a base64 key; throws if it is not 32 bytes. */
export function sealingKey(base64: string): SealingKey {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length !== 32) throw new Error('an encryption key has to be 32 bytes, base64');
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 12), bytes };
}

/** A value was sealed with a key that is not configured. */
export class UnknownSealingKeyError extends Error {
  override readonly name = 'UnknownSealingKeyError';

  /** `keyId` is the fingerprint of the key. */
  constructor(readonly keyId: string) {
    super(`no encryption key with fingerprint ${keyId} is configured`);
  }
}

export function seal(plain: string, key: SealingKey): Sealed {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce);
  const data = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return {
    keyId: key.id,
    nonce: nonce.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    data: data.toString('base64'),
  };
}

/**
 * Unseals a sealed value with the one of `keys` that sealed it; throws an {@link UnknownSealingKeyError} if none did,
 * another error if the value was changed.
 */
export function unseal({ keyId, nonce, tag, data }: Sealed, keys: readonly SealingKey[]): string {
  const key = keys.find(({ id }) => id === keyId);
  if (!key) throw new UnknownSealingKeyError(keyId);
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, Buffer.from(nonce, 'base64'));
  decipher.setAuthTag(Buffer.from(tag, 'base64'));
  return Buffer.concat([decipher.update(Buffer.from(data, 'base64')), decipher.final()]).toString('utf8');
}
