/** Posts to a sink, for its tests. */

/** Posts a body (text as it is, anything else as JSON) and returns the status and the JSON of the answer. */
export async function postTo(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: typeof body === 'string' ? headers : { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>),
  };
}
