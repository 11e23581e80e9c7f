/**
 * The dashboard's entry point to the admin API: it requires a valid session, and for a change also the session's token, sent by
 * our own page.
 */
import type { Identify } from '@sluice/admin';
import { ApiError } from '@sluice/contracts';
import { clientAddress } from '@sluice/process';
import type { FindSession } from '../login/find-session.js';
import { isFromOurPage, reading } from './changes.js';

/** Identifies the operator by the session. A change carries the token in the header `X-XSRF-Token`. */
export function identifyBySession(findSession: FindSession): Identify {
  return async (request) => {
    const session = await findSession(request);
    if (!session) return undefined;
    if (!reading.has(request.method) && !isFromOurPage(request, session)) {
      throw new ApiError('FORBIDDEN', { message: 'This request did not come from the dashboard' });
    }
    const { name, role } = session.operator;
    return { name, role, via: 'session', from: clientAddress(request) };
  };
}
