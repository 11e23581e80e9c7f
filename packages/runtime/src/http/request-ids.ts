/**
 * The ids of one request. They all grow from one seed, which an idempotency claim remembers, so that a request that is
 * continued after a crash answers the same ids.
 */
import { idPrefixes, type IdKind } from '@sluice/contracts';

/** Mints the ids of one request. */
export interface RequestIds {
  /** Names the request itself: the same for a repeat under one Idempotency-Key. */
  readonly seed: string;
  /** The request's id of that kind; asked twice, it is the same. */
  of(kind: IdKind): string;
}

/** The ids that grow from `seed`, a ULID. */
export function requestIds(seed: string): RequestIds {
  return { seed, of: (kind) => idPrefixes[kind] + seed };
}
