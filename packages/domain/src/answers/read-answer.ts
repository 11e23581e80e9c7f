/** Interprets a buyer's answer by the endpoint's response rules: the first matching rule decides. */
import {
  placeOf,
  retryAfterMs,
  type AnswerPlace,
  type PriceTerms,
  type ResponseRule,
  type TraceEntry,
  type UnreadableAction,
} from '@sluice/contracts';
import { DEFAULT_CURRENCY } from '../money/price.js';
import { ANSWER_UNREADABLE, type AttemptResult } from '../delivery/attempt-result.js';
import { mismatch, readsBody } from './match-answer.js';
import { readableAnswer, type BuyerAnswer, type ReadableAnswer, type Unreadable } from './readable-answer.js';
import { extractFromAnswer, type Extracted } from './extract-from-answer.js';

// A longer `Retry-After` is cut to this, because the lead loses value with age.
const mostRetryAfterMs = 3_600_000;

/**
 * Returns what a buyer's answer means. Without a matching rule, 2xx is accepted, 4xx except 408 and 429 is rejected,
 * and everything else is retried. `onUnreadable` says what a 2xx answer means that is not what the rules read. A price
 * counts on the terms on which the lead was routed. Never throws, whatever the buyer sent.
 */
export function readAnswer(
  rules: readonly ResponseRule[],
  answer: BuyerAnswer,
  now: Date,
  onUnreadable: UnreadableAction = 'rules',
  terms: PriceTerms = { currency: DEFAULT_CURRENCY },
): AttemptResult {
  const { bodyProblem, status } = answer;
  const broken: TraceEntry[] =
    bodyProblem === undefined
      ? []
      : [{ looked: 'answer_body', verdict: 'failed', because: bodyProblem, values: { status } }];
  const { trace, ...result } = readByRules(rules, readableAnswer(answer), onUnreadable, terms);
  return withRetryAfter({ ...result, trace: [...broken, ...trace] }, answer, now);
}

function readByRules(
  rules: readonly ResponseRule[],
  answer: ReadableAnswer,
  onUnreadable: UnreadableAction,
  { currency, ignoresAnswer }: PriceTerms,
): AttemptResult {
  const { status } = answer;
  const priceIn = ignoresAnswer ? undefined : currency;
  const trace: TraceEntry[] = [];
  let unreadable: Unreadable | undefined;
  for (const [index, rule] of rules.entries()) {
    const because = mismatch(rule.when, answer);
    const extracted = because === undefined ? extractFromAnswer(rule, answer, priceIn) : undefined;
    const unread = unreadBy(rule, because, extracted);
    if (unread !== undefined && isUnrecognised(unread, rules, answer)) unreadable ??= unread;
    const entry = { looked: 'response_rule', at: `${index + 1}`, values: { status } };
    if (unreadable !== undefined && onUnreadable !== 'rules') {
      trace.push({ ...entry, verdict: 'unmatched', because: unreadable });
      return heldOrRejected(onUnreadable, unreadable, trace);
    }
    if (!extracted) {
      trace.push({ ...entry, verdict: 'unmatched', because: because ?? '' });
      continue;
    }
    const of = extracted.trace.length > 0 && { of: extracted.trace };
    trace.push({ ...entry, verdict: 'matched', because: rule.outcome, ...of });
    // A rule that did read the body recognised the answer, whatever others expected.
    const isUnreadable = unreadable !== undefined && !readsBody(rule.when);
    return { ...ruled(rule, extracted), unreadable: isUnreadable ? true : undefined, trace };
  }
  const { kind, reason } = byStatus(status);
  trace.push({
    looked: 'response_rule',
    at: 'default',
    verdict: 'matched',
    because: kind,
    values: { status },
  });
  return {
    kind,
    reason,
    unreadable: unreadable === undefined ? undefined : true,
    trace,
  };
}

// Why a rule could not read the answer: by its conditions or, if they are about the status only, by what it takes.
function unreadBy(
  { when }: ResponseRule,
  because: string | undefined,
  extracted: Extracted | undefined,
): Unreadable | undefined {
  if (extracted) return readsBody(when) ? undefined : extracted.unreadable;
  return unreadables.find((each) => each === because);
}

const unreadables: readonly Unreadable[] = ['answer_incomplete', 'not_json', 'not_xml'];

/**
 * Whether the answer says success in a form that none of the rules reads. Any other status stands by itself: a page of
 * HTML with a 502 is no news.
 */
function isUnrecognised(
  because: Unreadable,
  rules: readonly ResponseRule[],
  answer: ReadableAnswer,
): boolean {
  if (!isSuccess(answer.status)) return false;
  if (because === 'answer_incomplete') return true;
  const paths = rules.flatMap(placesOf);
  return !paths.some(
    ({ jsonPath, xmlPath }) =>
      (jsonPath !== undefined && answer.json(jsonPath) !== undefined) ||
      (xmlPath !== undefined && answer.xml() !== undefined),
  );
}

/** Where a rule looks in an answer, and where it takes something from. */
function placesOf({ when, price, reference, reason }: ResponseRule): readonly AnswerPlace[] {
  const sources = [price, reference, reason].filter((source) => source !== undefined);
  return [when, ...sources.flatMap((source) => placeOf(source) ?? [])];
}

function heldOrRejected(
  action: 'hold' | 'reject',
  because: Unreadable,
  rules: readonly TraceEntry[],
): AttemptResult {
  const [kind, verdict] =
    action === 'hold' ? (['unknown', 'held'] as const) : (['rejected', 'failed'] as const);
  const trace: readonly TraceEntry[] = [...rules, { looked: 'unreadable_answer', verdict, because }];
  return { kind, reason: ANSWER_UNREADABLE, unreadable: true, trace };
}

const kindOf = {
  accepted: 'accepted',
  rejected: 'rejected',
  duplicate: 'duplicate',
  error: 'retry',
} as const;
const defaultReason = {
  rejected: 'buyer_rejected',
  duplicate: 'buyer_duplicate',
  error: 'buyer_error',
} as const;

type Ruled = Pick<AttemptResult, 'kind' | 'reason' | 'price' | 'reference'>;

function ruled({ outcome }: ResponseRule, { reason, price, reference }: Extracted): Ruled {
  const said = reason ?? (outcome === 'accepted' ? undefined : defaultReason[outcome]);
  return {
    kind: kindOf[outcome],
    reason: said,
    price,
    reference,
  };
}

function byStatus(status: number): Pick<AttemptResult, 'kind'> & { readonly reason?: string } {
  if (isSuccess(status)) return { kind: 'accepted' };
  const refused = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return { kind: refused ? 'rejected' : 'retry', reason: `http_${status}` };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function withRetryAfter(result: AttemptResult, { headers }: BuyerAnswer, now: Date): AttemptResult {
  const waitMs = result.kind === 'retry' ? retryAfterMs(headers, now, mostRetryAfterMs) : undefined;
  return waitMs === undefined ? result : { ...result, retryAfterMs: waitMs };
}
