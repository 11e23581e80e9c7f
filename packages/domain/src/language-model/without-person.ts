/**
 * A lead's answers without the person: contact fields are left out, and where one of them stands inside an answer it is
 * replaced. Answers are free text, so this keeps apart what a form asked for; it cannot recognise a stranger's name.
 */
import { dataValues, plainPhone, type LeadData, type Personal } from '@sluice/contracts';
import { canonicalFieldKey } from '../conditions/field-value.js';
import { anyApostrophe, plainApostrophes } from '../text/apostrophes.js';

/** Answers by their labels, and custom fields by their keys, each text cut and cleared. */
export interface WithoutPerson {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly customFields: Readonly<Record<string, unknown>>;
}

const REMOVED = '[removed]';
/** The maximum number of characters of one text. */
const TEXT_LENGTH = 1_000;
/** Shorter texts of attribution and compliance are words such as `yes`, which answers need. */
const TELLING_LENGTH = 6;

/** Fields that say who or where somebody is, under whatever part of the lead they were sent. */
const personal: ReadonlySet<string> = new Set([
  ...dataValues.flatMap(({ says }) => (says.personal === 'nothing' ? [] : says.keys)),
  ...['name', 'full_name', 'fullName', 'address', 'dob', 'birthday', 'ip_address', 'ipAddress'],
]);

// Bounded, so that a long text without spaces is read in one pass.
const emailLike = /[^\s@<>(),;:"']{1,64}@[^\s@<>(),;:"']{1,255}/g;
const phoneLike = /\+?\d(?:[\s().\-‐-―−/]*\d){8,14}/g;

/** The answers and custom fields of a lead as somebody may read them who must not know the person. */
export function withoutPerson(data: LeadData, labels: ReadonlyMap<string, string>): WithoutPerson {
  const clear = clearing(data);
  const cleared = (fields: Readonly<Record<string, unknown>> = {}, named: (key: string) => string) => {
    const told = Object.entries(fields).filter(([key]) => !personal.has(canonicalFieldKey(key)));
    const names = told.map(([key]) => clear(named(key)));
    // Two questions with the same label are both told.
    return Object.fromEntries(
      told.map(([key, value], index) => {
        const name = names[index] ?? key;
        return [names.indexOf(name) === index ? name : `${name} (${clear(key)})`, clear(value)];
      }),
    );
  };
  const answers = cleared(data.questionnaire, (key) => labels.get(key) ?? key);
  const unmatched = (data.unmatchedAnswers ?? []).map(clear);
  return {
    answers: unmatched.length === 0 ? answers : { ...answers, furtherAnswers: unmatched },
    customFields: cleared(data.customFields, (key) => key),
  };
}

interface Clear {
  (value: string): string;
  (value: unknown): unknown;
}

// Replaces what is known of the person in every text of a value, at any depth, and then cuts the text.
function clearing(data: LeadData): Clear {
  const known = knownOf(data);
  const text = (value: string): string => {
    const plain = known.reduce((left, pattern) => left.replace(pattern, REMOVED), value);
    return cut(
      plain.replace(emailLike, REMOVED).replace(phoneLike, (found) => (isDate(found) ? found : REMOVED)),
    );
  };
  const clear = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') return text(String(value)) === String(value) ? value : REMOVED;
    if (Array.isArray(value)) return value.map(clear);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [text(key), clear(each)]));
  };
  return clear as Clear;
}

/** How what a value says is looked for in an answer. */
const lookedFor: Readonly<Record<Personal, 'as it is' | 'as a date' | 'if it is long' | 'not'>> = {
  nothing: 'not',
  name: 'as it is',
  email: 'as it is',
  phone: 'as it is',
  street: 'as it is',
  place: 'as it is',
  birth: 'as a date',
  words: 'if it is long',
  // Stands in maps only, all of which are looked for.
  device: 'not',
};

function textsOf(data: LeadData, looked: (typeof lookedFor)[Personal]): readonly string[] {
  return dataValues.flatMap(({ says, of }) => (lookedFor[says.personal] === looked ? textsIn(of(data)) : []));
}

function knownOf(data: LeadData): readonly RegExp[] {
  const { phone, asSent, attribution, compliance } = data;
  const contact = [
    ...textsOf(data, 'as it is'),
    ...Object.values(asSent ?? {}),
    ...textsOf(data, 'as a date').flatMap(datesOf),
  ];
  const others = [...textsOf(data, 'if it is long'), ...textsIn(attribution), ...textsIn(compliance)];
  const telling = others.filter(({ length }) => length >= TELLING_LENGTH && length <= TEXT_LENGTH);
  const texts = [...contact, ...telling];
  const distinct = [...new Set(texts.map((value) => plainApostrophes(value.trim().toLowerCase())))].filter(
    (value) => value !== '',
  );
  // The longest first, so that a part of one does not spoil it.
  const words = distinct.sort((a, b) => b.length - a.length).map(asWords);
  const digits = plainPhone(phone ?? '').replace(/\D/g, '');
  return digits.length < 7 ? words : [digitsOf(digits), ...words];
}

// A whole word: the name `Al` does not stand in `always`.
function asWords(text: string): RegExp {
  const escaped = text
    .replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
    .replace(/\s+/g, String.raw`\s+`)
    .replaceAll("'", `${anyApostrophe}?`);
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'giu');
}

// The number in any spelling, with or without its country code: its last digits, and whatever stands between them.
function digitsOf(digits: string): RegExp {
  const last = [...digits.slice(-10)].join(String.raw`[\s().\-‐-―−/]*`);
  return new RegExp(`(?:\\+?\\d{1,3}[\\s().\\-‐-―−/]*)?${last}`, 'g');
}

// A date of birth as people write it.
function datesOf(date: string): readonly string[] {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? [];
  if (year === undefined || month === undefined || day === undefined) return [];
  const [m, d] = [String(Number(month)), String(Number(day))];
  return ['/', '-', '.'].flatMap((between) => [
    [year, month, day].join(between),
    [month, day, year].join(between),
    [day, month, year].join(between),
    [m, d, year].join(between),
    [d, m, year].join(between),
  ]);
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

const isDate = (text: string) => /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:\s\d|$)/.test(text);

function cut(text: string): string {
  return text.length > TEXT_LENGTH ? `${text.slice(0, TEXT_LENGTH - 1).replace(halfCharacter, '')}…` : text;
}

// A character outside the first plane takes two units, and must not be cut in half.
const halfCharacter = /[\uD800-\uDBFF]$/;
