/** Says which requests are refused before a socket is opened, whatever their address. */

import { headerProblem } from '@sluice/contracts';

/** A URL that may be called: http or https, without credentials. Undefined when it is anything else. */
export function callableUrl(url: string): URL | undefined {
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  const speaksHttp = parsed.protocol === 'http:' || parsed.protocol === 'https:';
  return speaksHttp && parsed.username === '' && parsed.password === '' ? parsed : undefined;
}

/** Whether these headers can be sent as they are, without breaking the request apart. */
export function headersAreSafe(headers: Readonly<Record<string, string>>): boolean {
  return Object.entries(headers).every(([name, value]) => headerProblem(name, value) === undefined);
}
