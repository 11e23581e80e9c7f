/** One attempt at a delivery: its request, and what its answer means. */
import type { PriceTerms, Trace } from '@sluice/contracts';
import {
  decideAfterAttempt,
  readAnswer,
  readFailure,
  readMailAnswer,
  requestFingerprint,
  type AfterAttempt,
  type AttemptResult,
  type DeliveryRequest,
  type Destination,
  type Unbuildable,
} from '@sluice/domain';
import {
  attemptClaim,
  claimedCall,
  now,
  type CallPlan,
  type RoutingOutcome,
  type LoadedSubmission,
  type StoresFor,
} from '@sluice/pipeline';
import { redactAnswer, type OutboundAnswer } from '@sluice/providers';
import { ownTurn } from '@sluice/concurrency';
import { boundLabels, failpoint } from '@sluice/process';
import type { AttemptOutcome, DeliveryAttempt } from '@sluice/store';
import { attemptRequest, consentToSend, filesToSend, redactResult } from './attempt-request.js';
import { attemptsOf } from './attempts-of.js';
import type { DeliveryDeps } from './deps.js';
import { recordAttempt, type AttemptRecorded } from './record-attempt.js';
import { sendOf } from './send-request.js';

/** How trying to make an attempt ended. */
export type Attempted =
  | AttemptRecorded
  /** The circuit of the destination is open; no attempt was spent. */
  | { readonly kind: 'circuit_open'; readonly until: Date }
  /** Another worker has this attempt or the next, or this one was claimed too late to be made. */
  | { readonly kind: 'look_again' };

/** Bound on the receivers that one process distinguishes in its metrics. */
const RECEIVERS_MEASURED = 500;
const boundReceiver = boundLabels<'tenant' | 'endpoint'>(RECEIVERS_MEASURED, ['tenant', 'endpoint']);

/**
 * The parts of a delivery that always go together: its submission, its routing outcome, its destination and the
 * attempts made so far.
 */
export interface Delivery<To = Destination> {
  readonly deps: DeliveryDeps;
  readonly loaded: LoadedSubmission<'delivery'>;
  readonly routing: RoutingOutcome;
  readonly destination: To;
  readonly made: readonly DeliveryAttempt[];
  /** What is known of the lead's certificate; empty if nobody asks for one. */
  readonly certificate: Trace;
}

/** Makes the attempt that follows those in `made`. */
export async function attempt({
  deps,
  loaded,
  routing,
  destination,
  made,
  certificate,
}: Delivery): Promise<Attempted> {
  const { submission } = loaded;
  const n = (made.at(-1)?.n ?? 0) + 1;
  await ownTurn();
  const files = await filesToSend(deps, loaded, destination, made);
  const { request, recorded, redact } = await attemptRequest(deps, submission, destination, routing.routed, {
    files,
    consentStatus: await consentToSend(loaded, destination, certificate),
  });
  const planned = {
    of: attemptsOf(loaded),
    n,
    url: destination.url,
    files,
    sent: recorded.kind === 'request' ? requestFingerprint(recorded) : undefined,
  };
  const call = await callOf(deps, loaded, destination, request);
  const called = await claimedCall(deps, attemptClaim(loaded.stores.attempts, planned), call);
  if (called.kind === 'circuit_open') return called;
  if (called.kind !== 'answered') return { kind: 'look_again' };

  // The record and the wait that follows use the same instant: the delay that a buyer asked for counts from its answer.
  const endedAt = now(deps);
  // The rules read what the buyer said; what is stored of it quotes no secret.
  const answer = called.answer && redactAnswer(called.answer, redact);
  const result =
    request.kind === 'request' && answer
      ? redactResult(read(answer, destination, endedAt, routing.routed.priceTerms), redact)
      : (request as AttemptResult);
  const after = decideAfterAttempt({
    earlier: made,
    n,
    result,
    status: answer?.kind === 'answered' ? answer.status : undefined,
    durationMs: answer?.durationMs,
    destination,
    placement: routing.routed,
    now: endedAt,
    random01: Math.random(),
  });
  await failpoint('after-call-before-outcome', submission);
  const outcome = outcomeOf(result, answer, after, endedAt);
  noteCall(deps, { submission, label: destination.label, n }, { result, outcome, answer });
  const ended = { n, outcome, leaseUntil: called.leaseUntil };
  return recordAttempt(deps, loaded, ended, { after, routing, certificate });
}

// Feeds the metrics and the dashboard's figures, which outlive the attempt; the buyer's own words stay with the attempt.
function noteCall(
  {
    metrics,
    stores: { figures, receivers },
  }: StoresFor<'figures' | 'receivers'> & Pick<DeliveryDeps, 'metrics'>,
  { submission: { tenantId, leadId, submissionId }, label: receiver, n }: MadeAttempt,
  { result, outcome: { endedAt: at, durationMs }, answer }: EndedCall,
): void {
  const outcome = shownOutcome(result);
  const labels = boundReceiver({ tenant: tenantId, endpoint: receiver });
  metrics.deliveries.inc({ ...labels, outcome });
  // Counts from zero, because an alert needs to see a counter rise.
  metrics.answersUnrecognised.inc(labels, result.unreadable ? 1 : 0);
  if (answer) metrics.deliveryCallSeconds.observe(labels, answer.durationMs / 1000);
  const status = answer?.kind === 'answered' ? { status: answer.status } : {};
  const failure = answer?.kind === 'failed' ? { failure: answer.reason } : {};
  figures.countCall({ tenantId, receiver, outcome, durationMs, ...status });
  receivers.noteAnswer(tenantId, receiver, {
    at,
    leadId,
    submissionId,
    n,
    outcome,
    durationMs,
    ...status,
    ...failure,
    unreadable: result.unreadable ? true : undefined,
  });
}

/** How a call ended, for figures. */
interface EndedCall {
  readonly result: AttemptResult;
  readonly outcome: AttemptOutcome;
  readonly answer: OutboundAnswer | undefined;
}

// The buyer works if its answer only cannot be read.
function shownOutcome({ kind, unreadable }: AttemptResult): string {
  return kind === 'unknown' && unreadable ? 'unrecognised' : kind;
}

/** The identity of an attempt that was made. */
interface MadeAttempt {
  readonly submission: Pick<
    LoadedSubmission<'delivery'>['submission'],
    'tenantId' | 'leadId' | 'submissionId'
  >;
  readonly label: string;
  readonly n: number;
}

/** The result of a concluded attempt, read back from its record. */
export function resultOf({ kind, reason, price, reference }: AttemptOutcome): AttemptResult {
  return {
    kind,
    reason,
    price,
    reference,
    trace: [],
  };
}

// A request that could not be built is an attempt all the same, and calls nobody.
async function callOf(
  deps: DeliveryDeps,
  { submission, stores }: LoadedSubmission<'delivery'>,
  destination: Destination,
  request: DeliveryRequest | Unbuildable,
): Promise<CallPlan<OutboundAnswer | undefined, true>> {
  const { tenantId } = submission;
  const { key, label, timeoutMs } = destination;
  const plan = { timeoutMs, about: submission };
  if (request.kind !== 'request') return { ...plan, prepare: async () => async () => undefined };
  const send = await sendOf(deps, tenantId, request);
  // One circuit per destination: a dead buyer costs no attempts and does not delay others.
  const circuit = { circuits: deps.circuits, endpoint: { tenantId, key, label }, stores };
  return { ...plan, circuit, prepare: async () => () => send(timeoutMs) };
}

function read(
  answer: OutboundAnswer,
  destination: Destination,
  at: Date,
  terms: PriceTerms | undefined,
): AttemptResult {
  if (answer.kind === 'failed') return readFailure(answer);
  if (destination.kind === 'email') return readMailAnswer(answer);
  const { responseRules, onUnreadable } = destination;
  return readAnswer(responseRules, { ...answer, bodyText: answer.bodyRead }, at, onUnreadable, terms);
}

function outcomeOf(
  { kind, reason, price, reference }: AttemptResult,
  answer: OutboundAnswer | undefined,
  after: AfterAttempt,
  endedAt: Date,
): AttemptOutcome {
  return {
    kind,
    endedAt,
    durationMs: answer?.durationMs ?? 0,
    reason,
    price,
    reference,
    ...(answer?.kind === 'answered' && { status: answer.status, answer: answer.body }),
    nextAt: after.kind === 'again' ? after.at : undefined,
  };
}
