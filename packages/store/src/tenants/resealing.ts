/** Sealing anew what an earlier encryption key has sealed. */
import type { Sealed } from '@sluice/contracts';
import { firstOf, isUnknown } from './sealed-parts.js';
import { seal, unseal, type SealingKey } from './sealing.js';

const worstFirst = ['no_key', 'reencrypted', 'current'] as const;

/** What resealing several things has led to: the outcome of which an operator has to know most. */
export type Resealed = (typeof worstFirst)[number] | 'none';

export function worstResealed(outcomes: readonly Resealed[]): Resealed {
  return worstFirst.find((one) => outcomes.includes(one)) ?? 'none';
}

/**
 * Seals each of `things` with the first of `keys`, and has it written where another key had sealed it. Throws an error if
 * there is no key, or if something that is sealed was changed.
 */
export async function resealEach<Thing extends { readonly sealed: Sealed }>(
  things: readonly Thing[],
  keys: readonly SealingKey[],
  write: (thing: Thing, again: Sealed) => Promise<unknown>,
): Promise<Resealed> {
  const first = firstOf(keys);
  const outcomes: Resealed[] = [];
  for (const thing of things) {
    const { sealed } = thing;
    if (isUnknown(keys, sealed)) {
      outcomes.push('no_key');
      continue;
    }
    // Unsealed even if the key is already the first, so that tampered values are detected.
    const plain = unseal(sealed, keys);
    const isCurrent = sealed.keyId === first.id;
    outcomes.push(isCurrent ? 'current' : 'reencrypted');
    if (!isCurrent) await write(thing, seal(plain, first));
  }
  return worstResealed(outcomes);
}
