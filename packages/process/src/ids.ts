/** Mints identifiers: the prefix of the kind and a ULID that increases within the process. */
import { randomFillSync } from 'node:crypto';
import { idPrefixes, type IdKind } from '@sluice/contracts';
import { monotonicFactory } from 'ulid';

// The library asks for one random number per character. Drawing them from a pool keeps that off the hot path.
const pool = new Uint32Array(4096);
let used = pool.length;

function random(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const drawn = pool[used] as number;
  used += 1;
  return drawn / 2 ** 32;
}

/** A new ULID, greater than every earlier one of this process. */
export const newUlid = monotonicFactory(random);

/** A new identifier of the given kind, e.g. `lead_01J…`. */
export function newId(kind: IdKind): string {
  return idPrefixes[kind] + newUlid();
}
