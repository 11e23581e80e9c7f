/** Authentication (§5): the API key of a request becomes the scope of its tenant, or the request ends here. */
import { ApiError } from '@sluice/contracts';
import type { IncomingMessage } from 'node:http';
import type { TenantScope } from './route.js';

/** Looks a key up; undefined when no tenant holds it. */
export type FindKeyHolder = (key: string, now: Date) => Promise<TenantScope | undefined>;

// No key of ours is longer; hashing a megabyte for a stranger would be a favour.
const LONGEST_KEY = 256;

/**
 * The scope that the request's `X-API-Key` opens. A missing, wrong, revoked or oversized key is looked up all the
 * same, so that none of them can be told from another by its answer or its time.
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
