/**
 * Calls of the admin API, typed by the endpoint's declaration; if the session has ended, the login page opens and leads
 * back.
 */
import type { EndpointBodySent, EndpointData } from '@sluice/contracts';
import { Problem } from './problem.js';
import { request, type Sent } from './request.js';
import { loadSession, noteSessionEnded, operator } from './session.js';

/** The input of a call to the endpoint `E`. */
interface CallSent<E> extends Pick<Sent, 'query' | 'signal'> {
  readonly body?: EndpointBodySent<E>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Resolves with an endpoint's answer: `call<typeof listTenants>('GET', '/admin/v1/tenants')`. Sends the session's token
 * along. Encode the parts of a path with `pathTo`. Rejects with a {@link Problem}.
 */
export async function call<E>(
  method: Method,
  path: string,
  { query, body, signal }: CallSent<E> = {},
): Promise<EndpointData<E>> {
  try {
    return await request<EndpointData<E>>(method, path, {
      query,
      signal,
      csrfToken: operator()?.csrfToken,
      body,
    });
  } catch (error) {
    // The frame shows the login page, and then this page again.
    if (error instanceof Problem && error.code === 'UNAUTHORIZED') noteSessionEnded();
    // What the person may use has changed since the session was loaded.
    if (error instanceof Problem && error.code === 'FORBIDDEN') void loadSession().catch(() => undefined);
    throw error;
  }
}
