/**
 * Idempotency keys: a repeat with the same key and body receives the first answer again, byte for byte. The claim is
 * written before the work, with the seed of every id in the answer, so that a crash in between duplicates nothing.
 */
import { ApiError } from '@sluice/contracts';
import { hash } from 'node:crypto';
import type { Request } from 'express';
import { failpoint } from '../failpoint.js';
import type { Answer } from './answer.js';
import type { AnyEndpoint } from './route.js';

/** A claim of the running request. */
interface OwnClaim {
  readonly kind: 'ours';
  readonly ids: readonly string[];
  readonly leaseUntil: Date;
}

/** Storage of claims, for one tenant. */
export interface IdempotencyClaims {
  claim(
    name: string,
    bodyHash: string,
    ids: readonly string[],
  ): Promise<
    | OwnClaim
    | { readonly kind: 'answered'; readonly answer: { readonly status: number; readonly body: string } }
    | { readonly kind: 'running' }
    | { readonly kind: 'other_body' }
  >;
  keep(
    name: string,
    claim: OwnClaim,
    answer: { readonly status: number; readonly body: string },
  ): Promise<void>;
  forget(name: string, leaseUntil: Date): Promise<void>;
  release(name: string, leaseUntil: Date): Promise<void>;
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
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly bytes: Buffer;
}

/**
 * Runs `work` at most once for the key; a repeat replays its answer. `work` receives the seed of its ids and returns
 * failures as answers instead of throwing.
 * @throws ApiError IDEMPOTENCY_CONFLICT while the first request runs, or when the body is different
 */
export async function idempotently(
  { key, method, path, bytes }: KeyedRequest,
  claims: IdempotencyClaims,
  seed: string,
  work: (seed: string) => Promise<Answer>,
): Promise<Answer> {
  const name = `${method} ${path} ${key}`;
  const bodyHash = hash('sha256', bytes, 'base64url');
  const claim = await claims.claim(name, bodyHash, [seed]);
  switch (claim.kind) {
    case 'answered':
      return { ...claim.answer, headers: { 'Idempotent-Replayed': 'true' } };
    case 'running':
      throw new ApiError('IDEMPOTENCY_CONFLICT', { retryAfterSeconds: 1 });
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

const notKept = new Set([401, 409, 413, 429]);

/**
 * Keeps the answer or releases the claim. After a server error the key is free but its ids are kept: whether the work
 * was done is unknown, so a repeat of the same request continues under the same ids, while a different request starts
 * anew.
 */
async function settle(
  claims: IdempotencyClaims,
  name: string,
  claim: OwnClaim,
  { status, body, beginsAnew }: Answer,
): Promise<void> {
  // The work is already done or refused, so a failure here is ignored; without a kept answer, a repeat runs the same
  // work again.
  const settled =
    beginsAnew || notKept.has(status)
      ? claims.forget(name, claim.leaseUntil)
      : status >= 500
        ? claims.release(name, claim.leaseUntil)
        : claims.keep(name, claim, { status, body });
  await settled.catch(() => undefined);
}
