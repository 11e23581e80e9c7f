/** Calls a sink, for its tests. */

/** The status, and the body as JSON if it is JSON. */
export interface Called {
  readonly status: number;
  readonly body: unknown;
}

/** Sends a body as JSON, or none. */
export async function callTo(
  url: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Called> {
  const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const init = { method, headers: { ...json, ...headers } };
  const response = await fetch(url, body === undefined ? init : { ...init, body: JSON.stringify(body) });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, body: isJson ? (JSON.parse(text) as unknown) : text };
}
