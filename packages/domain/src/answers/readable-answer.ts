/** A buyer's answer in the form that response rules read. It is parsed at most once, and only if a rule asks for it. */
import {
  parseJsonPath,
  parseXmlPath,
  readJson,
  readJsonAnswer,
  type AnswerHeaders,
  type AnswerPlace,
  type OwnReason,
} from '@sluice/contracts';
import { patternWorkOf, type PatternWork } from '../conditions/pattern.js';
import { readJsonPath } from './json-path.js';
import { readXml, type XmlElement } from './xml-document.js';
import { readXmlPath } from './xml-path.js';

/** A buyer's answer as received. */
export interface BuyerAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly bodyText: string;
  /** Why the body could not be read to its end; absent if it was. Then no rule reads it. */
  readonly bodyProblem?: OwnReason;
}

/** Why a rule cannot read an answer. */
export type Unreadable = Extract<OwnReason, 'answer_incomplete' | 'not_json' | 'not_xml'>;

/** An answer for rules. */
export interface ReadableAnswer {
  readonly status: number;
  readonly text: string;
  readonly isIncomplete: boolean;
  /** The JSON of the body, if this path can enter it: `$` any, every other an object or a list. */
  readonly json: (path: string) => { readonly value: unknown } | undefined;
  /** The root of the body; undefined if it is not XML. */
  readonly xml: () => XmlElement | undefined;
  /** The work that remains for patterns on this answer. */
  readonly work: PatternWork;
}

/** Prepares an answer for rules. */
export function readableAnswer(answer: BuyerAnswer): ReadableAnswer {
  const { status, bodyText: text, bodyProblem } = answer;
  const entered = once(() => readJsonAnswer(text));
  const whole = once(() => entered() ?? readJson(text));
  return {
    status,
    text,
    isIncomplete: bodyProblem !== undefined,
    work: patternWorkOf(answer),
    json: (path) => (path === '$' ? whole() : entered()),
    xml: once(() => readXml(text)),
  };
}

/** What a path, or the lack of one, leads to. */
export type Found =
  | { readonly kind: 'values'; readonly values: readonly unknown[] }
  | { readonly kind: 'unreadable'; readonly because: Unreadable };

/** The values at a path, or the whole text without one; none if the path leads nowhere. */
export function valuesAt(
  answer: ReadableAnswer,
  { jsonPath, xmlPath }: Pick<AnswerPlace, 'jsonPath' | 'xmlPath'>,
): Found {
  if (answer.isIncomplete) return { kind: 'unreadable', because: 'answer_incomplete' };
  if (jsonPath !== undefined) {
    const json = answer.json(jsonPath);
    if (!json) return { kind: 'unreadable', because: 'not_json' };
    const value = readJsonPath(json.value, jsonPath);
    return { kind: 'values', values: value === undefined ? [] : [value] };
  }
  if (xmlPath !== undefined) {
    const root = answer.xml();
    return root
      ? { kind: 'values', values: readXmlPath(root, xmlPath) }
      : { kind: 'unreadable', because: 'not_xml' };
  }
  return { kind: 'values', values: [answer.text] };
}

/** Whether the paths can be followed; those of an earlier release were not checked when they were written. */
export function arePaths({ jsonPath, xmlPath }: Pick<AnswerPlace, 'jsonPath' | 'xmlPath'>): boolean {
  return (
    (jsonPath === undefined || parseJsonPath(jsonPath) !== undefined) &&
    (xmlPath === undefined || parseXmlPath(xmlPath) !== undefined)
  );
}

function once<T>(read: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => (known ??= { value: read() }).value;
}
