/** Says which requests are refused before a socket is opened, whatever their address. */

/** Headers that belong to the connection and not to the caller. */
const connectionHeaders = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// A line break would begin another header, a NUL ends the string for some servers, and the wire knows Latin-1 only.
const unsafeHeaderValue = /[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/;

/** A URL that may be called: http or https, without credentials. Undefined when it is anything else. */
export function callableUrl(url: string): URL | undefined {
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  const speaksHttp = parsed.protocol === 'http:' || parsed.protocol === 'https:';
  return speaksHttp && parsed.username === '' && parsed.password === '' ? parsed : undefined;
}

/** Whether these headers can be sent as they are, without breaking the request apart. */
export function headersAreSafe(headers: Readonly<Record<string, string>>): boolean {
  return Object.entries(headers).every(
    ([name, value]) =>
      headerName.test(name) && !connectionHeaders.has(name.toLowerCase()) && !unsafeHeaderValue.test(value),
  );
}
