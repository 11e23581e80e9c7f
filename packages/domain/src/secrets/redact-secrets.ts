/**
 * Removes the secrets of a request from what its receiver answered. A receiver may quote the request, and its answer is
 * stored, exported and shown.
 */
import { SECRET_MARK } from '@sluice/contracts';
import { escapeJson, escapeXml } from '../text/escape.js';

/** A shorter value is removed only where it stands alone: as part of a word it is more likely something else. */
const LONG = 8;

/** Removes certain values from a text. */
export type Redact = (text: string) => string;

/** Returns a function that removes each of `values` from a text, however the text encodes it. */
export function redactSecrets(values: readonly string[]): Redact {
  const written = values.flatMap((value) => [
    value,
    escapeJson(value),
    escapeXml(value),
    encodeURIComponent(value),
  ]);
  // The longest first, because a shorter one may be a part of it.
  const forms = [...new Set(written)].filter((form) => form !== '').sort((a, b) => b.length - a.length);
  if (forms.length === 0) return (text) => text;
  const pattern = new RegExp(forms.map(patternOf).join('|'), 'g');
  return (text) => text.replace(pattern, SECRET_MARK);
}

function patternOf(form: string): string {
  const literal = form.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
  return form.length < LONG ? `(?<![A-Za-z0-9])${literal}(?![A-Za-z0-9])` : literal;
}
