/** Values of options as a person types them. */
import { Problem } from '@sluice/local';

/** The time in ISO 8601; one without an offset means UTC. @throws Problem that names the option */
export function instantOf(option: string, text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new Problem(`${option} ${text} is not an ISO 8601 time.`, 2);
  return at.toISOString();
}

/** A number of seconds from 0. @throws Problem that names the option */
export function secondsOf(option: string, text: string): number {
  const seconds = Number(text);
  if (text.trim() === '' || !(seconds >= 0))
    throw new Problem(`${option} ${text} is not a number of seconds.`, 2);
  return seconds;
}
