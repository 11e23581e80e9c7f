/**
 * Values as traces show them: enough to understand a decision, too little to identify the person. A trace outlives the
 * lead's data and is read by more people.
 */
import { dataValues, plainPhone, sourceValues, trackingFields, type Personal } from '@sluice/contracts';
import { canonicalFieldKey } from './field-value.js';
import { rememberingKeys, wordsOfKey } from './key-words.js';

const maxTextLength = 60;
const maxListLength = 5;

// Text beyond this is never shown, so it is not examined.
const lookedAtLength = 200;

type Shorten = (text: string) => string;

/** How the values of the lead's own fields are shown; others as their texts suggest. */
const ofPersonal: Readonly<Record<Personal, Shorten | undefined>> = {
  nothing: undefined,
  place: undefined,
  name: firstLetter,
  email: shortEmail,
  phone: lastFour,
  birth: year,
  street: hidden,
  device: hidden,
  words: hidden,
};
const ofOwnKey = new Map<string, Shorten | undefined>([
  ...[...dataValues, ...sourceValues].flatMap(({ says }) =>
    says.keys.map((key) => [key, ofPersonal[says.personal]] as const),
  ),
  ...Object.entries(trackingFields).map(([key, { personal }]) => [key, ofPersonal[personal]] as const),
]);

/** What the key of any other field implies about its values. The first match decides. */
const byKey: readonly (readonly [key: RegExp, shorten: Shorten])[] = [
  [/e_?mail/, shortEmail],
  [/phone|mobile|(^|_)(cell|fax|tel)(_|$)/, lastFour],
  [/birth|(^|_)dob(_|$)/, year],
  [/name/, firstLetter],
  [/street|(^|_)address(_|$)|address_?line|(^|_)ip(_|$)|user_agent|note|comment|message/, hidden],
  [/ssn|social_security|passport|licen[cs]e|account|iban|card/, lastFour],
];

const emailLike = /\S@\S/;
const phoneLike = /(?:\d[\s().-]*){9}/;
const calendarLike = /^\d{4}-\d{2}-\d{2}/;
const idNumberLike = /^\d{3}-\d{2}-\d{4}$/;

/** Shortens a value of the field `key` for a trace. Also detects personal data under a key that does not suggest it. */
export function shortened(key: string, value: unknown): unknown {
  if (typeof value === 'string') return shortText(key, value.trim());
  // A phone number or an account number may be sent as a number.
  if (typeof value === 'number') return Math.abs(value) >= 1e9 ? lastFour(String(value)) : value;
  if (Array.isArray(value)) {
    const shown = value.slice(0, maxListLength).map((each) => shortened(key, each));
    return value.length > maxListLength ? [...shown, `… ${value.length} in all`] : shown;
  }
  return typeof value === 'object' && value !== null ? '{…}' : value;
}

function shortText(key: string, whole: string): string {
  const text = whole.slice(0, lookedAtLength);
  const shorten = shortenOfKey(key);
  if (shorten) return shorten(text);
  if (emailLike.test(text)) return shortEmail(text);
  // A number is one in other digits and dashes too.
  const plain = plainPhone(text);
  if (idNumberLike.test(plain) || (phoneLike.test(plain) && !calendarLike.test(plain)))
    return lastFour(plain);
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
}

const shortenOfKey = rememberingKeys((key): Shorten | undefined => {
  const own = ofOwnKey.get(canonicalFieldKey(key.slice(key.lastIndexOf('.') + 1)));
  if (own) return own;
  const words = wordsOfKey(key);
  return byKey.find(([speaks]) => speaks.test(words))?.[1];
});

function shortEmail(text: string): string {
  const at = text.lastIndexOf('@');
  if (at < 0) return firstLetter(text);
  // A domain alone does not identify a person.
  return `${at === 0 ? '' : firstLetter(text)}${text.slice(at, at + maxTextLength)}`;
}

function lastFour(text: string): string {
  const digits = text.replace(/\D/g, '');
  return digits.length > 4 ? `…${digits.slice(-4)}` : '…';
}

function year(date: string): string {
  return `${date.slice(0, 4)}…`;
}

function hidden(): string {
  return '…';
}

function firstLetter(text: string): string {
  return `${[...text.slice(0, 2)][0] ?? ''}…`;
}
