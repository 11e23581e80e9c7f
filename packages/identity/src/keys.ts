/**
 * The keys of identity, derived from ENCRYPTION_KEY and stored nowhere: without them no cookie and no second factor can
 * be made from a copy of the database.
 */
import type { SealingKey } from '@sluice/store';
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const BYTES = 32;

/** The library's secrets, one of each key, newest first; without keys, one that nothing else knows. */
export function librarySecrets(keys: readonly SealingKey[]): { version: number; value: string }[] {
  if (keys.length === 0) return [{ version: 0, value: randomBytes(BYTES).toString('base64url') }];
  return keys.map((key) => ({
    // Its number has to be the same in every process, in whatever order a rotation puts the keys.
    version: Number.parseInt(key.id, 16),
    value: derived(key, 'sluice identity').toString('base64url'),
  }));
}

/** Signs what a browser keeps. */
export interface Signer {
  /** Signs `text` for one `use`, with the newest key. */
  sign(use: string, text: string): string;
  /** Whether one of the keys signed `text` for this use; takes the same time for every wrong signature. */
  isSigned(use: string, text: string, signature: string): boolean;
}

/** A signer with the keys of an installation, newest first. */
export function signerOf(keys: readonly SealingKey[]): Signer {
  const [newest, ...older] = keys.map((key) => derived(key, 'sluice cookies'));
  if (newest === undefined) throw new Error('identity needs a key');
  const signature = (key: Buffer, use: string, text: string) =>
    createHmac('sha256', key).update(`${use} ${text}`).digest('base64url');
  return {
    sign: (use, text) => signature(newest, use, text),
    isSigned: (use, text, said) =>
      [newest, ...older].map((key) => isEqual(signature(key, use, text), said)).includes(true),
  };
}

function derived({ bytes }: SealingKey, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', bytes, '', use, BYTES));
}

// In a time that does not reveal how much of them matches.
function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
