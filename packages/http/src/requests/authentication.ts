/** Authentication (§5): resolves a request's API key to the scope of its tenant, or refuses the request. */
import { ApiError } from '@sluice/contracts';
import type { IncomingMessage } from 'node:http';
import type { TenantScope } from '../route.js';

/** Looks up a key; undefined when no tenant holds it, or when it does not even have the form of a key. */
export type FindKeyHolder = (key: string) => Promise<TenantScope | undefined>;

/**
 * Returns the scope that the request's `X-API-Key` opens. The answer is the same whatever is wrong with a key. Its
 * timing distinguishes only what callers can see for themselves, whether a key has the form of one, and not whether it
 * exists, was revoked or has expired.
 * @throws ApiError UNAUTHORIZED
 */
export async function authenticate(
  request: IncomingMessage,
  findKeyHolder: FindKeyHolder,
): Promise<TenantScope> {
  const sent = request.headers['x-api-key'];
  const holder = await findKeyHolder(typeof sent === 'string' ? sent : '');
  if (!holder) throw new ApiError('UNAUTHORIZED');
  return holder;
}
