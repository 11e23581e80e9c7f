/** Values of options as a person types them. */
import { Problem } from '@sluice/local';

/** The time in ISO 8601; one without an offset means UTC. @throws Problem that names the option */
export function instantOf(option: string, text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new Problem(`${option} ${text} is not an ISO 8601 time.`, 2);
  return at.toISOString();
}

/** A number from 0, as it was typed. @throws Problem that names the option, and the `unit` if there is one */
export function numberOf(option: string, text: string, unit = 'number'): string {
  const what = unit === 'number' ? 'a number' : `a number of ${unit}`;
  if (text.trim() === '' || !(Number(text) >= 0)) throw new Problem(`${option} ${text} is not ${what}.`, 2);
  return text;
}
