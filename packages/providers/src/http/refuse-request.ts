/** Refuses requests that must not be sent, before a socket is opened and whatever their address. */
import { headerProblem, parseHttpUrl } from '@sluice/contracts';

/** The parsed URL if it may be called: http or https, without credentials. Undefined otherwise. */
export function callableUrl(url: string): URL | undefined {
  const parsed = parseHttpUrl(url);
  return parsed?.username === '' && parsed.password === '' ? parsed : undefined;
}

/** Whether these headers can be sent without breaking the framing of the request. */
export function headersAreSafe(headers: Readonly<Record<string, string>>): boolean {
  return Object.entries(headers).every(([name, value]) => headerProblem(name, value) === undefined);
}
