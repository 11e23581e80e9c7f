/** Interprets a buyer's answer by the endpoint's response rules: the first matching rule decides. */
import type { ResponseRule, TraceEntry } from '@sluice/contracts';
import { parsedJson } from '../parsed-json.js';
import type { AttemptResult } from './attempt-result.js';
import { parseJsonPath, readJsonPath } from './json-path.js';
import { mismatch, textOf, type ReadableAnswer } from './match-answer.js';
import { retryAfterMs, type AnswerHeaders } from './retry-after.js';

/** A buyer's answer as received. */
export interface BuyerAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly bodyText: string;
}

// A longer `Retry-After` is cut to this, because the lead loses value with age.
const mostRetryAfterMs = 3_600_000;
const mostTextLength = 500;

/**
 * Returns what a buyer's answer means. Without a matching rule, 2xx is accepted, 4xx except 408 and 429 is rejected,
 * and everything else is retried. Never throws, whatever the buyer sent.
 */
export function readAnswer(rules: readonly ResponseRule[], answer: BuyerAnswer, now: Date): AttemptResult {
  const readable = { status: answer.status, text: answer.bodyText, json: parsedJson(answer.bodyText) };
  const trace: TraceEntry[] = [];
  for (const [index, rule] of rules.entries()) {
    const because = mismatch(rule.when, readable);
    const entry = { looked: 'response_rule', at: `${index + 1}`, values: { status: answer.status } };
    if (because !== undefined) {
      trace.push({ ...entry, verdict: 'unmatched', because });
      continue;
    }
    trace.push({ ...entry, verdict: 'matched', because: rule.outcome });
    return withRetryAfter({ ...ruled(rule, readable), trace }, answer, now);
  }
  const { kind, reason } = byStatus(answer.status);
  trace.push({
    looked: 'response_rule',
    at: 'default',
    verdict: 'matched',
    because: kind,
    values: { status: answer.status },
  });
  return withRetryAfter({ kind, ...(reason !== undefined && { reason }), trace }, answer, now);
}

type Ruled = Pick<AttemptResult, 'kind' | 'reason' | 'price' | 'reference'>;

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

function ruled({ outcome, reason, price, reference }: ResponseRule, { json }: ReadableAnswer): Ruled {
  const said = textFrom(json, reason) ?? (outcome === 'accepted' ? undefined : defaultReason[outcome]);
  const paid = numberFrom(json, price);
  const named = textFrom(json, reference);
  return {
    kind: kindOf[outcome],
    ...(said !== undefined && { reason: said }),
    ...(paid !== undefined && { price: paid }),
    ...(named !== undefined && { reference: named }),
  };
}

function byStatus(status: number): Pick<AttemptResult, 'kind' | 'reason'> {
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  const refused = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return { kind: refused ? 'rejected' : 'retry', reason: `http_${status}` };
}

function withRetryAfter(result: AttemptResult, { headers }: BuyerAnswer, now: Date): AttemptResult {
  const waitMs = result.kind === 'retry' ? retryAfterMs(headers, now, mostRetryAfterMs) : undefined;
  return waitMs === undefined ? result : { ...result, retryAfterMs: waitMs };
}

function textFrom(json: unknown, source: string | undefined): string | undefined {
  if (source === undefined) return undefined;
  const value = parseJsonPath(source) === undefined ? source : readJsonPath(json, source);
  if (value === undefined || value === null || value === '') return undefined;
  return textOf(value).slice(0, mostTextLength);
}

function numberFrom(json: unknown, source: string | number | undefined): number | undefined {
  const value = typeof source === 'string' && parseJsonPath(source) ? readJsonPath(json, source) : source;
  const usable = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  return usable && Number.isFinite(Number(value)) ? Number(value) : undefined;
}
