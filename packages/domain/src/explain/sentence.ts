/** The explanation of a decision as people read it: sentences, each with its reasons below. */
import { moneyText, timeText } from '@sluice/contracts';
import { oneLine } from '../text/one-line.js';

/** The tone of a sentence; `quiet` is for checks that changed nothing. */
export type Tone = 'good' | 'bad' | 'warn' | 'quiet';

/** One sentence, and those that give its reasons. */
export interface Sentence {
  readonly text: string;
  readonly tone: Tone;
  readonly of?: readonly Sentence[];
}

/** How sentences are written. */
export interface Wording {
  /** The time zone of the times in them. */
  readonly zone: string;
  /** Whether to show a buyer's words, which may quote the lead. */
  readonly reveal: boolean;
}

export function sentence(text: string, tone: Tone, of: readonly Sentence[] = []): Sentence {
  return of.length > 0 ? { text, tone, of } : { text, tone };
}

/** An instant as people in the zone write it, e.g. `Mon 23 Nov 2026, 09:00 EST`. */
export function timeWords(at: Date | string, zone: string): string {
  const instant = new Date(at);
  return Number.isNaN(instant.getTime()) ? String(at) : timeText(instant, zone);
}

/** Several things as a list of words: `A`, `A or B`, `A, B or C`. */
export function listWords(items: readonly string[], last: 'and' | 'or' = 'or'): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;
}

/** A value as written in a sentence, in which a sender's text can begin no line and move no cursor. */
export function valueWords(value: unknown): string {
  if (Array.isArray(value)) return listWords(value.map(valueWords));
  return typeof value === 'string' ? `“${oneLine(value)}”` : JSON.stringify(value);
}

/** An amount of a trace as people write it, e.g. `$45.00`; as it stands if it is none. */
export function moneyWords({ amount, currency }: Readonly<Record<string, unknown>>): string {
  return typeof amount === 'number' && typeof currency === 'string'
    ? moneyText(amount, currency)
    : `${plain(amount)} ${plain(currency)}`;
}

/** A text as it is, any other value as JSON. */
export function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
