/** The console's door to the admin API: a running session; a change also needs the session's token, as sent by our own page. */
import type { Identify } from '@sluice/admin';
import { ApiError } from '@sluice/contracts';
import { clientAddress } from '@sluice/runtime';
import type { FindSession } from '../login/find-session.js';
import { isFromOurPage, reading } from './changes.js';

/** Knows the operator by the session. The token of a change is sent as the header `X-XSRF-Token`. */
export function identifyBySession(findSession: FindSession): Identify {
  return async (request) => {
    const session = await findSession(request);
    if (!session) return undefined;
    if (!reading.has(request.method) && !isFromOurPage(request, session)) {
      throw new ApiError('FORBIDDEN', { message: 'This change did not come from the console' });
    }
    const { name, role } = session.operator;
    return { name, role, via: 'session', from: clientAddress(request) };
  };
}
