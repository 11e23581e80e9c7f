/** What the matching rule takes from an answer: the reason, the price and the buyer's reference. */
import {
  placeOf,
  trimInvisible,
  type AnswerSource,
  type ResponseRule,
  type TraceEntry,
} from '@sluice/contracts';
import { patternTakes } from '../conditions/pattern.js';
import { shortened } from '../conditions/shorten.js';
import { decimalAmount, minorUnits } from '../money/minor-units.js';
import { readAmount } from '../money/read-amount.js';
import { mostMatchedLength, textOf } from './match-answer.js';
import { valuesAt, type ReadableAnswer, type Unreadable } from './readable-answer.js';

/** What was extracted. A text that is not there, or empty, is absent; so is a price that is not readable. */
export interface Extracted {
  readonly reason?: string;
  readonly price?: number;
  readonly reference?: string;
  /** A line for a price that was wanted and is not readable. */
  readonly trace: readonly TraceEntry[];
  /** Why a path of the rule could not be followed. */
  readonly unreadable?: Unreadable;
}

const maxTextLength = 500;

/**
 * Extracts from the answer what `rule` names. Only a lead that the buyer has earns a price, in `currency` and rounded to its
 * decimals; without a currency, prices do not count and are not read.
 */
export function extractFromAnswer(
  rule: ResponseRule,
  answer: ReadableAnswer,
  currency: string | undefined,
): Extracted {
  const reason = rule.reason === undefined ? nothing : sourced(rule.reason, answer);
  const reference = rule.reference === undefined ? nothing : sourced(rule.reference, answer);
  const earns = rule.outcome === 'accepted' || rule.outcome === 'duplicate';
  const price =
    rule.price === undefined || !earns || currency === undefined ? nothing : sourced(rule.price, answer);
  const amount = currency === undefined ? undefined : amountIn(currency, price.value);
  const [said, named] = [storable(reason.value), storable(reference.value)];
  const unreadable = [reason, reference, price].find((each) => each.unreadable !== undefined)?.unreadable;
  return {
    reason: said,
    price: amount,
    reference: named,
    trace: price === nothing || amount !== undefined ? [] : [unreadablePrice(rule.price, price)],
    unreadable,
  };
}

function amountIn(currency: string, written: unknown): number | undefined {
  const read = readAmount(written, currency);
  const minor = read === undefined ? undefined : minorUnits(Number(read), currency);
  return minor === undefined ? undefined : decimalAmount(minor, currency);
}

/** What a source leads to. */
interface Sourced {
  readonly value?: unknown;
  readonly unreadable?: Unreadable;
}

const nothing: Sourced = {};

function sourced(source: AnswerSource, answer: ReadableAnswer): Sourced {
  const place = placeOf(source);
  if (!place) return { value: source };
  const found = valuesAt(answer, place);
  if (found.kind === 'unreadable') return { unreadable: found.because };
  const { pattern } = place;
  if (pattern === undefined) return { value: found.values.find(isThere) };
  const texts = found.values.map((value) =>
    patternTakes(pattern, textOf(value).slice(0, mostMatchedLength), answer.work),
  );
  return { value: texts.find(isThere) };
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

// What cannot be stored unchanged is left out: a NUL, and half of a character, also one that the limit cuts in two.
function storable(value: unknown): string | undefined {
  if (!isThere(value)) return undefined;
  const text = trimInvisible(
    textOf(value)
      .slice(0, maxTextLength)
      .replace(/\0|\p{Surrogate}/gu, ''),
  );
  return text === '' ? undefined : text;
}

function unreadablePrice(source: AnswerSource | undefined, { value, unreadable }: Sourced): TraceEntry {
  const place = source === undefined ? undefined : placeOf(source);
  const found = storable(value);
  return {
    looked: 'price',
    at:
      place && [place.jsonPath, place.xmlPath, place.pattern].filter((each) => each !== undefined).join(' '),
    verdict: 'failed',
    because: 'price_unreadable',
    values: {
      ...(found !== undefined && { found: shortened('price', found) }),
      ...(unreadable !== undefined && { unreadable }),
    },
  };
}
