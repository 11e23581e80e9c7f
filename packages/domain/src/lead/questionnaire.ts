/** Questionnaires: whatever form they were sent in, answers end up under field keys (§2.4). */

import { keyProblem } from '@sluice/contracts';

/** What the field library says about names: a key and the label that people read. */
export type FieldNames = readonly { readonly key: string; readonly label?: string | undefined }[];

/** A questionnaire as it is stored. */
export interface ReadQuestionnaire {
  readonly questionnaire: Readonly<Record<string, unknown>>;
  /** Items that name no field, or say more than an answer, as they came. */
  readonly unmatchedAnswers?: readonly unknown[];
}

/**
 * Reads a questionnaire in either form. An item of the array form goes under its `key`, or under the field
 * whose label or key is its `label` or `question` (any case); several answers to one question become a list.
 * Nothing is dropped: what fits no field is kept in `unmatchedAnswers`.
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
  /** Nothing of the item is left out. */
  readonly whole: boolean;
}

const known = new Set(['key', 'label', 'question', 'answer', 'value']);

function readItem(item: unknown, keyOf: (name: string) => string | undefined): ReadItem | undefined {
  if (typeof item !== 'object' || item === null || isList(item)) return undefined;
  const { key, label, question, answer, value } = item as Record<string, unknown>;
  const given = answer ?? (value === undefined ? answer : value);
  if (given === undefined) return undefined;
  const field = fieldOf(key, keyOf) ?? [label, question].map((name) => named(name, keyOf)).find(Boolean);
  // The interface refuses a key that is none; a lead that comes another way keeps the item as it came.
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
  // Keys win over labels, earlier entries over later ones.
  for (const { key } of fields) if (!byName.has(plain(key))) byName.set(plain(key), key);
  for (const { key, label } of fields) {
    if (label !== undefined && !byName.has(plain(label))) byName.set(plain(label), key);
  }
  return (name) => byName.get(plain(name));
}

function plain(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase();
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
