/** Calls of the admin API, typed by the endpoint's declaration; a session that ended leads to the login and back. */
import type { EndpointBodySent, EndpointData } from '@sluice/contracts';
import { Problem } from './problem.js';
import { request, type Sent } from './request.js';
import { operator, session } from './session.js';

/** What a call of the endpoint `E` carries. */
interface CallSent<E> extends Pick<Sent, 'query' | 'signal'> {
  readonly body?: EndpointBodySent<E>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Promises what an endpoint answers: `call<typeof listTenants>('GET', '/admin/v1/tenants')`. The token of the session goes
 * with it. Parts of a path are encoded by `pathTo`. Rejects with a {@link Problem}.
 */
export async function call<E>(
  method: Method,
  path: string,
  { query, body, signal }: CallSent<E> = {},
): Promise<EndpointData<E>> {
  try {
    return await request<EndpointData<E>>(method, path, {
      ...{ query, signal, csrfToken: operator.value?.csrfToken },
      ...(body !== undefined && { body }),
    });
  } catch (error) {
    // The frame shows the login page, and this page again after it.
    if (error instanceof Problem && error.code === 'UNAUTHORIZED') session.value = 'none';
    throw error;
  }
}
