/** Authentication (§5): resolves a request's API key to the scope of its tenant, or refuses the request. */
import { ApiError } from '@sluice/contracts';
import type { IncomingMessage } from 'node:http';
import type { TenantScope } from './route.js';

/** Looks up a key; undefined when no tenant holds it. */
export type FindKeyHolder = (key: string, now: Date) => Promise<TenantScope | undefined>;

// None of our keys is longer, and an unauthenticated caller must not make us hash a megabyte.
const LONGEST_KEY = 256;

/**
 * Returns the scope that the request's `X-API-Key` opens. A missing, wrong, revoked or oversized key is looked up all
 * the same, so that neither the answer nor its timing distinguishes them.
 * @throws ApiError UNAUTHORIZED
 */
export async function authenticate(
  request: IncomingMessage,
  findKeyHolder: FindKeyHolder,
): Promise<TenantScope> {
  const sent = request.headers['x-api-key'];
  const key = typeof sent === 'string' && sent.length <= LONGEST_KEY ? sent : '';
  const holder = await findKeyHolder(key, new Date());
  if (!holder) throw new ApiError('UNAUTHORIZED');
  return holder;
}
