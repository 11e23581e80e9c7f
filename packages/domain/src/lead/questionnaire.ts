/** Questionnaires: in whatever form they are sent, answers are stored under field keys (§2.4). */

import { keyProblem } from '@sluice/contracts';
import { comparableText } from '../text/comparable-text.js';

/** The names in the field library: keys, and the labels that people read. */
export type FieldNames = readonly { readonly key: string; readonly label?: string | undefined }[];

/** A questionnaire as it is stored. */
export interface ReadQuestionnaire {
  readonly questionnaire: Readonly<Record<string, unknown>>;
  /** Items that match no field, or contain more than an answer, as sent. */
  readonly unmatchedAnswers?: readonly unknown[];
}

/**
 * Reads a questionnaire in either form. An item of the array form is stored under its `key`, or under the field whose
 * label or key equals its `label` or `question` (ignoring case); several answers to one question become a list. Nothing
 * is dropped: items that match no field are kept in `unmatchedAnswers`.
 */
export function readQuestionnaire(
  sent: Readonly<Record<string, unknown>> | readonly unknown[],
  fields: FieldNames,
): ReadQuestionnaire {
  if (!isList(sent)) return { questionnaire: sent };
  const keyOf = fieldKeys(fields);
  const answers = new Map<string, unknown[]>();
  const unmatched: unknown[] = [];
  for (const item of sent) {
    const read = readItem(item, keyOf);
    if (read) keep(answers, read);
    if (!read?.whole) unmatched.push(item);
  }
  const questionnaire = Object.fromEntries(
    [...answers].map(([key, given]) => [key, given.length === 1 ? given[0] : given]),
  );
  return unmatched.length === 0 ? { questionnaire } : { questionnaire, unmatchedAnswers: unmatched };
}

function keep(answers: Map<string, unknown[]>, { key, answer }: ReadItem): void {
  const given = answers.get(key);
  if (given) given.push(answer);
  else answers.set(key, [answer]);
}

interface ReadItem {
  readonly key: string;
  readonly answer: unknown;
  /** Whether the answer represents the whole item. */
  readonly whole: boolean;
}

const known = new Set(['key', 'label', 'question', 'answer', 'value']);

function readItem(item: unknown, keyOf: (name: string) => string | undefined): ReadItem | undefined {
  if (typeof item !== 'object' || item === null || isList(item)) return undefined;
  const { key, label, question, answer, value } = item as Record<string, unknown>;
  const given = answer ?? (value === undefined ? answer : value);
  if (given === undefined) return undefined;
  const field = fieldOf(key, keyOf) ?? [label, question].map((name) => named(name, keyOf)).find(Boolean);
  // The interface refuses an invalid key; a lead that arrives another way keeps the item as sent.
  if (field === undefined || field === '' || keyProblem(field) !== undefined) return undefined;
  const both = answer != null && value != null && answer !== value;
  return { key: field, answer: given, whole: !both && Object.keys(item).every((name) => known.has(name)) };
}

function fieldOf(key: unknown, keyOf: (name: string) => string | undefined): string | undefined {
  return typeof key === 'string' ? (keyOf(key) ?? key.trim()) : undefined;
}

function named(name: unknown, keyOf: (name: string) => string | undefined): string | undefined {
  return typeof name === 'string' ? keyOf(name) : undefined;
}

function fieldKeys(fields: FieldNames): (name: string) => string | undefined {
  const byName = new Map<string, string>();
  // Keys win over labels, and earlier entries over later ones.
  for (const { key } of fields) if (!byName.has(plain(key))) byName.set(plain(key), key);
  for (const { key, label } of fields) {
    if (label !== undefined && !byName.has(plain(label))) byName.set(plain(label), key);
  }
  return (name) => byName.get(plain(name));
}

function plain(name: string): string {
  return comparableText(name).replace(/ +/g, ' ');
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
