/**
 * The ids of one request. All derive from one seed, which an idempotency claim stores, so that a request that continues
 * after a crash answers with the same ids.
 */
import { idPrefixes, type IdKind } from '@sluice/contracts';

/** Mints the ids of one request. */
export interface RequestIds {
  /** Identifies the request: the same for a repeat under one Idempotency-Key. */
  readonly seed: string;
  /** The request's id of that kind; the same on every call. */
  of(kind: IdKind): string;
}

/** The ids that derive from `seed`, a ULID. */
export function requestIds(seed: string): RequestIds {
  return { seed, of: (kind) => idPrefixes[kind] + seed };
}
