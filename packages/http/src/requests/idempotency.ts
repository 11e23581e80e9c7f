/**
 * Idempotency keys: a repeat with the same key and body receives the first answer again, byte for byte. The claim is
 * written before the work, with the seed of every id in the answer, so that a crash in between duplicates nothing. Only
 * an answer to work that was done is kept: a refused request wrote nothing, and its key is free again.
 */
import { ApiError } from '@sluice/contracts';
import type { Request } from 'express';
import { setTimeout as pause } from 'node:timers/promises';
import { failpoint } from '@sluice/process';
import type { Answer } from '../answer.js';
import { bodyHash } from './body-hash.js';
import type { SentBody } from './read-request.js';
import type { AnyEndpoint } from '../route.js';
import type { EnterWaitRoom } from '../limits/wait-room.js';

/** A claim of the running request. */
interface OwnClaim {
  readonly kind: 'ours';
  readonly ids: readonly string[];
  readonly leaseUntil: Date;
  /** An earlier run of the same request, which may have done some of the work; `unknown` if it may yet do more. */
  readonly earlierRun: 'none' | 'failed' | 'unknown';
  /** When the lease of a run ended that is `unknown`. */
  readonly earlierLeaseUntil?: Date;
}

interface KeptAnswer {
  readonly status: number;
  readonly body: string;
}

/** Storage of claims, for one tenant. */
export interface IdempotencyClaims {
  claim(
    name: string,
    bodyHash: string,
    ids: readonly string[],
    now?: Date,
    forMs?: number,
  ): Promise<
    | OwnClaim
    | { readonly kind: 'answered'; readonly answer: KeptAnswer }
    | { readonly kind: 'running' }
    | { readonly kind: 'other_body' }
  >;
  isRunning(name: string, bodyHash: string): Promise<boolean>;
  keep(name: string, claim: OwnClaim, answer: KeptAnswer): Promise<void>;
  forget(name: string, leaseUntil: Date): Promise<void>;
  release(name: string, leaseUntil: Date): Promise<void>;
  expire(name: string, leaseUntil: Date, earlierLeaseUntil: Date): Promise<void>;
  abandon(name: string, ids: readonly string[]): Promise<void>;
}

const LONGEST_KEY = 255;

/** The message of an IDEMPOTENCY_CONFLICT that waiting would not resolve. */
export const usedWithAnotherBody = {
  status: 422,
  message: 'Idempotency-Key was used with another body',
};

/** The request's Idempotency-Key if the endpoint honours one. @throws ApiError VALIDATION_ERROR when too long */
export function idempotencyKey(endpoint: AnyEndpoint, request: Request): string | undefined {
  const key = endpoint.idempotent && request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return undefined;
  if (key.length > LONGEST_KEY) {
    throw new ApiError('VALIDATION_ERROR', {
      details: [`Idempotency-Key: must have at most ${LONGEST_KEY} characters`],
    });
  }
  return key;
}

/** A request with an Idempotency-Key. */
export interface KeyedRequest {
  readonly tenantId: string;
  /** Whose request it is, if it is not the tenant's own: two suppliers with one key are two requests. */
  readonly supplier?: { readonly supplierId: string } | undefined;
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly body: SentBody;
  /** How long the answer is kept, if not as long as usual. */
  readonly forMs?: number | undefined;
  /** Whether nobody waits for the answer any more. */
  readonly isGone: () => boolean;
}

/** The claims of the request's tenant, and where it may wait. */
export interface ClaimedBy {
  readonly claims: IdempotencyClaims;
  readonly enterWaitRoom: EnterWaitRoom;
}

/**
 * Runs `work` at most once for the key; a repeat replays its answer. A repeat that comes meanwhile waits for the answer,
 * and does the work itself if the first request fails. `work` receives the seed of its ids and returns failures as
 * answers instead of throwing.
 * @throws ApiError IDEMPOTENCY_CONFLICT if the first request takes long, or when the body is different
 */
export async function idempotently(
  request: KeyedRequest,
  { claims, enterWaitRoom }: ClaimedBy,
  seed: string,
  work: (seed: string) => Promise<Answer>,
): Promise<Answer> {
  const { tenantId, supplier, key, method, path, body, forMs } = request;
  const name = `${supplier ? `${supplier.supplierId} ` : ''}${method} ${path} ${key}`;
  const hash = bodyHash(body.json);
  const tryToClaim = () =>
    claims.claim(name, hash, [seed], undefined, forMs).catch((error: unknown) => {
      // The claim may have been written all the same, and nobody would work on it until its lease ends.
      void persistently(() => claims.abandon(name, [seed]));
      throw error;
    });
  let claim = await tryToClaim();
  if (claim.kind === 'running') {
    const leave = enterWaitRoom(tenantId, body.bytes.length);
    if (!leave) throw stillRunning();
    try {
      for (const giveUpAt = performance.now() + WAIT_AT_MOST_MS; claim.kind === 'running';) {
        await ended(() => claims.isRunning(name, hash), giveUpAt, request.isGone);
        claim = await tryToClaim();
      }
    } finally {
      leave();
    }
  }
  switch (claim.kind) {
    case 'answered':
      return { ...claim.answer, headers: { 'Idempotent-Replayed': 'true' } };
    case 'other_body':
      throw new ApiError('IDEMPOTENCY_CONFLICT', usedWithAnotherBody);
    case 'ours': {
      await failpoint('after-claim-before-work');
      const answer = await work(claim.ids[0] ?? seed);
      await failpoint('after-work-before-answer-kept');
      await settle(claims, name, claim, answer);
      return answer;
    }
  }
}

/** How long a repeat waits for the request before it. */
const WAIT_AT_MOST_MS = 5_000;
const FIRST_LOOK_MS = 20;
const LOOK_AT_LEAST_EVERY_MS = 250;

// The other request may be at another gateway, so the claim is looked at again and again.
async function ended(
  isRunning: () => Promise<boolean>,
  giveUpAt: number,
  isGone: () => boolean,
): Promise<void> {
  for (let everyMs = FIRST_LOOK_MS; ; everyMs = Math.min(everyMs * 1.5, LOOK_AT_LEAST_EVERY_MS)) {
    await pause(everyMs);
    if (isGone()) throw stillRunning();
    if (!(await isRunning())) return;
    if (performance.now() > giveUpAt) throw stillRunning();
  }
}

function stillRunning(): ApiError {
  return new ApiError('IDEMPOTENCY_CONFLICT', { retryAfterSeconds: 1 });
}

/** Keeps the answer, or frees the claim. */
async function settle(
  claims: IdempotencyClaims,
  name: string,
  claim: OwnClaim,
  answer: Answer,
): Promise<void> {
  if (answer.status < 400) {
    // The work is done, so the answer does not wait for a store that fails. Until it is kept, a repeat of the request
    // runs the same work again, and another body waits.
    await claims.keep(name, claim, answer).catch(() => {
      void persistently(() => claims.keep(name, claim, answer));
    });
    return;
  }
  const freed = persistently(() => free(claims, name, claim, answer));
  // Whoever repeats the request after this answer should find the key free, but the answer does not wait for a store.
  await Promise.race([freed, pause(FREED_WITHIN_MS, undefined, { ref: false })]);
}

/**
 * After a refusal the key is as good as unused if this was the only run: nothing was written. If this run failed, or an
 * earlier one may have written something, the ids stay, so that a repeat of the same request continues under them; and
 * while an earlier run may still be at work, no other request may have the key.
 */
function free(
  claims: IdempotencyClaims,
  name: string,
  { leaseUntil, earlierRun, earlierLeaseUntil }: OwnClaim,
  { status, beginsAnew }: Answer,
): Promise<void> {
  if (beginsAnew === true || (status < 500 && earlierRun === 'none')) return claims.forget(name, leaseUntil);
  return earlierLeaseUntil
    ? claims.expire(name, leaseUntil, earlierLeaseUntil)
    : claims.release(name, leaseUntil);
}

const FREED_WITHIN_MS = 500;
/** By then the run counts as over whatever was written. */
const TRIES_FOR_MS = 60_000;
const TRY_EVERY_MS = 500;

/** Tries until it succeeds, for as long as that makes a difference. */
async function persistently(act: () => Promise<void>): Promise<void> {
  for (const until = performance.now() + TRIES_FOR_MS; performance.now() < until;) {
    try {
      return await act();
    } catch {
      await pause(TRY_EVERY_MS, undefined, { ref: false });
    }
  }
}
