/** One attempt to deliver: claimed by being inserted, made through the destination's circuit, concluded by its key. */
import {
  buildRequest,
  decideAfterAttempt,
  readAnswer,
  readFailure,
  type AfterAttempt,
  type AttemptResult,
  type DeliveryRequest,
  type Destination,
} from '@sluice/domain';
import { now, type Route, type Visit } from '@sluice/pipeline';
import type { AttemptOutcome, DeliveryAttempt } from '@sluice/store';
import type { OutboundAnswer } from '@sluice/providers';
import type { DeliveryDeps } from './delivery-stage.js';

/** How trying to make an attempt ended. */
export type Attempted =
  | { readonly kind: 'made'; readonly after: AfterAttempt }
  /** The destination has been failing; no attempt was spent. */
  | { readonly kind: 'circuit_open'; readonly until: Date }
  /** Another worker holds this attempt. */
  | { readonly kind: 'claimed_by_another' };

/** An attempt may take its endpoint's timeout; whoever finds it later waits this much longer before taking over. */
const LEASE_BEYOND_TIMEOUT_MS = 5_000;

/** Makes the attempt after those in `made`. */
export async function attempt(
  deps: DeliveryDeps,
  visit: Visit<'delivery'>,
  route: Route,
  destination: Destination,
  made: readonly DeliveryAttempt[],
): Promise<Attempted> {
  const open = deps.circuits.admits(destination.key);
  if (open.kind === 'open') return { kind: 'circuit_open', until: new Date(now(deps).getTime() + open.retryAfterMs) };

  const { submission, stores } = visit;
  const n = (made.at(-1)?.n ?? 0) + 1;
  const startedAt = now(deps);
  const leaseUntil = new Date(startedAt.getTime() + destination.timeoutMs + LEASE_BEYOND_TIMEOUT_MS);
  const claimed = await stores.attempts.claim(submission.submissionId, { n, url: destination.url, startedAt, leaseUntil });
  if (!claimed) return { kind: 'claimed_by_another' };

  const request = buildRequest(destination, {
    leadId: submission.leadId,
    submissionId: submission.submissionId,
    campaignId: route.routed.campaignId,
    data: submission.data,
  });
  const sent = request.kind === 'request' ? await send(deps, destination, request) : undefined;
  const result = sent ? read(sent, destination, now(deps)) : (request as AttemptResult);

  const after = decideAfterAttempt({
    earlier: made,
    n,
    result,
    ...(sent?.kind === 'answered' && { status: sent.status }),
    ...(sent && { durationMs: sent.durationMs }),
    destination,
    placement: route.routed,
    now: now(deps),
    random01: Math.random(),
  });
  await stores.attempts.conclude(submission.submissionId, n, outcomeOf(result, sent, after, now(deps)));
  deps.metrics.deliveries.inc({ endpoint: destination.key, outcome: result.kind });
  return { kind: 'made', after };
}

/** What a concluded attempt came to, read back from its record. */
export function resultOf({ kind, reason, price, reference }: AttemptOutcome): AttemptResult {
  return {
    kind,
    ...(reason !== undefined && { reason }),
    ...(price !== undefined && { price }),
    ...(reference !== undefined && { reference }),
    trace: [],
  };
}

async function send(
  { circuits, outbound }: DeliveryDeps,
  { key, timeoutMs }: Destination,
  { url, method, headers, body }: DeliveryRequest,
): Promise<OutboundAnswer> {
  return circuits.watch(key, () => outbound.send({ url, method, headers, body, timeoutMs }), isFailure);
}

// A refusal is a healthy buyer's answer; only what would be retried speaks against the endpoint.
function isFailure(answer: OutboundAnswer): boolean {
  return answer.kind === 'failed' || answer.status >= 500 || answer.status === 429 || answer.status === 408;
}

function read(sent: OutboundAnswer, { responseRules }: Destination, at: Date): AttemptResult {
  return sent.kind === 'answered'
    ? readAnswer(responseRules, { status: sent.status, headers: sent.headers, bodyText: sent.bodyRead }, at)
    : readFailure(sent);
}

function outcomeOf(
  { kind, reason, price, reference }: AttemptResult,
  sent: OutboundAnswer | undefined,
  after: AfterAttempt,
  endedAt: Date,
): AttemptOutcome {
  return {
    kind,
    endedAt,
    durationMs: sent?.durationMs ?? 0,
    ...(reason !== undefined && { reason }),
    ...(price !== undefined && { price }),
    ...(reference !== undefined && { reference }),
    ...(sent?.kind === 'answered' && { status: sent.status, answer: sent.body }),
    ...(after.kind === 'again' && { nextAt: after.at }),
  };
}
