/** Calls about one's own account. */
import { call } from '../../api/call.js';

export const ME = '/admin/v1/me';

/** Makes a change; rejects with the problem that a form shows. */
export async function changeMe<E>(path: string, body?: Readonly<Record<string, string>>) {
  return call<E>('POST', ME + path, body && { body: body as never });
}
