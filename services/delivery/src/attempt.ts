/**
 * One attempt at a delivery: claimed by inserting it, made through the destination's circuit, concluded under its key.
 */
import type { OwnReason, PriceTerms } from '@sluice/contracts';
import {
  decideAfterAttempt,
  readAnswer,
  readFailure,
  readMailAnswer,
  requestFingerprint,
  type AfterAttempt,
  type AttemptResult,
  type Destination,
} from '@sluice/domain';
import { now, type RoutingOutcome, type LoadedSubmission, type StoresFor } from '@sluice/pipeline';
import { redactAnswer, type OutboundAnswer } from '@sluice/providers';
import { ownTurn } from '@sluice/concurrency';
import { boundLabels, failpoint } from '@sluice/process';
import {
  closingToken,
  isOrderedOpen,
  type AttemptOutcome,
  type CircuitOrder,
  type DeliveryAttempt,
} from '@sluice/store';
import { attemptRequest, filesToSend, redactResult } from './attempt-request.js';
import { attemptsOf } from './attempts-of.js';
import type { DeliveryDeps } from './deps.js';
import { recordAttempt, type AttemptRecorded } from './record-attempt.js';
import { sendOf, type Send } from './send-request.js';

/** How trying to make an attempt ended. */
export type Attempted =
  | AttemptRecorded
  /** The circuit of the destination is open; no attempt was spent. */
  | { readonly kind: 'circuit_open'; readonly until: Date }
  /** Another worker has this attempt or the next, or this one was claimed too late to be made. */
  | { readonly kind: 'look_again' };

/** A call may take its endpoint's timeout; the lease lasts this much longer before another worker takes over. */
export const LEASE_BEYOND_TIMEOUT_MS = 5_000;
/** How long a lead waits before it checks again whether an operator still keeps its receiver's circuit open. */
const LOOK_AGAIN_MS = 30_000;

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
}

/** Makes the attempt that follows those in `made`. */
export async function attempt({ deps, loaded, routing, destination, made }: Delivery): Promise<Attempted> {
  const { submission } = loaded;
  const n = (made.at(-1)?.n ?? 0) + 1;
  await ownTurn();
  const lease = leaseFrom(now(deps), destination);
  const files = await filesToSend(deps, loaded, destination, made);
  const { request, recorded, redact } = await attemptRequest(
    deps,
    submission,
    destination,
    routing.routed,
    files,
  );
  const planned = {
    n,
    destination,
    lease,
    ...(files && { files }),
    ...(recorded.kind === 'request' && { sent: requestFingerprint(recorded) }),
  };
  const sent =
    request.kind === 'request'
      ? await claimAndSend(deps, loaded, planned, await sendOf(deps, submission.tenantId, request))
      : await claimOnly(loaded, planned);
  if (sent.kind === 'circuit_open' || sent.kind === 'look_again') return sent;

  // The record and the wait that follows use the same instant: the delay that a buyer asked for counts from its answer.
  const endedAt = now(deps);
  // The rules read what the buyer said; what is stored of it quotes no secret.
  const answer = sent.kind === 'claimed' ? undefined : redactAnswer(sent, redact);
  const result =
    request.kind === 'request' && answer
      ? redactResult(read(answer, destination, endedAt, routing.routed.priceTerms), redact)
      : (request as AttemptResult);
  const after = decideAfterAttempt({
    earlier: made,
    n,
    result,
    ...(answer?.kind === 'answered' && { status: answer.status }),
    ...(answer && { durationMs: answer.durationMs }),
    destination,
    placement: routing.routed,
    now: endedAt,
    random01: Math.random(),
  });
  await failpoint('after-call-before-outcome', submission);
  const outcome = outcomeOf(result, answer, after, endedAt);
  noteCall(deps, { submission, label: destination.label, n }, { result, outcome, answer });
  const ended = { n, outcome, leaseUntil: lease.leaseUntil };
  return recordAttempt(deps, loaded, ended, { after, routing });
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
    ...(result.unreadable && { unreadable: true }),
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
    ...(reason !== undefined && { reason }),
    ...(price !== undefined && { price }),
    ...(reference !== undefined && { reference }),
    trace: [],
  };
}

type Unmade = Exclude<Attempted, { kind: 'made' | 'concluded' }>;

// The attempt is claimed inside the circuit, so that an open circuit costs neither an attempt nor a lease.
async function claimAndSend(
  deps: StoresFor<'clock'> & Pick<DeliveryDeps, 'circuits'>,
  loaded: LoadedSubmission<'delivery'>,
  planned: PlannedAttempt,
  send: Send,
): Promise<OutboundAnswer | Unmade> {
  const { destination, lease } = planned;
  const { tenantId } = loaded.submission;
  const order = await loaded.stores.circuitOrders.cached(destination.label);
  if (isOrderedOpen(order, now(deps))) return { kind: 'circuit_open', until: nextLook(order, now(deps)) };
  const { timeoutMs } = destination;
  const prepare = async (): Promise<boolean> => {
    if (!(await claim(loaded, planned))) return false;
    await failpoint('after-attempt-before-call', loaded.submission);
    // A worker that was frozen here makes no call, because others may already treat its lease as over.
    if (now(deps).getTime() + timeoutMs <= lease.leaseUntil.getTime()) return true;
    await concludeUnmade(deps, loaded, planned);
    return false;
  };
  const steps = { prepare, call: () => send(timeoutMs) };
  const answer = await deps.circuits.run({ tenantId, ...destination }, steps, closingToken(order));
  if (answer.kind === 'open') {
    const until = new Date(now(deps).getTime() + answer.retryAfterMs);
    // Routing passes over who is known not to answer, and the dashboard shows it; a failed write is made up by the next.
    void loaded.stores.openCircuits.note(destination.label, until, now(deps), order).catch(() => undefined);
    return { kind: 'circuit_open', until };
  }
  return answer.kind === 'not_prepared' ? { kind: 'look_again' } : answer;
}

// Only the worker that claimed an attempt can make it, so the buyer does not have the lead from this one. Without this
// outcome it would count as unknown once the lease expires.
async function concludeUnmade(
  deps: StoresFor<'clock'>,
  loaded: LoadedSubmission<'delivery'>,
  { n }: PlannedAttempt,
): Promise<void> {
  const at = now(deps);
  const outcome = {
    kind: 'retry',
    reason: 'not_sent' satisfies OwnReason,
    endedAt: at,
    durationMs: 0,
    nextAt: at,
  } as const;
  await loaded.stores.attempts.concludeIfUnchanged(attemptsOf(loaded), n, undefined, outcome);
}

// A circuit carries out an order to close only once, and recognises it by its token. An order to open is checked before
// every call and needs none.
// The lead checks the order again before its announced end, because an operator may close the circuit earlier.
function nextLook({ until }: CircuitOrder, at: Date): Date {
  const look = new Date(at.getTime() + LOOK_AGAIN_MS);
  return until && until < look ? until : look;
}

async function claimOnly(
  loaded: LoadedSubmission<'delivery'>,
  planned: PlannedAttempt,
): Promise<{ readonly kind: 'claimed' } | Unmade> {
  return (await claim(loaded, planned)) ? { kind: 'claimed' } : { kind: 'look_again' };
}

type Lease = Pick<DeliveryAttempt, 'startedAt' | 'leaseUntil'>;

/** An attempt that is about to be claimed. */
interface PlannedAttempt {
  readonly n: number;
  readonly destination: Destination;
  readonly lease: Lease;
  /** Absent if no request could be built. */
  readonly sent?: string;
  readonly files?: DeliveryAttempt['files'];
}

function leaseFrom(startedAt: Date, { timeoutMs }: Destination): Lease {
  return { startedAt, leaseUntil: new Date(startedAt.getTime() + timeoutMs + LEASE_BEYOND_TIMEOUT_MS) };
}

async function claim(
  loaded: LoadedSubmission<'delivery'>,
  { n, destination, lease, sent, files }: PlannedAttempt,
): Promise<boolean> {
  const { url } = destination;
  return loaded.stores.attempts.claim(attemptsOf(loaded), {
    n,
    url,
    ...(sent && { sent }),
    ...(files && { files }),
    ...lease,
  });
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
    ...(reason !== undefined && { reason }),
    ...(price !== undefined && { price }),
    ...(reference !== undefined && { reference }),
    ...(answer?.kind === 'answered' && { status: answer.status, answer: answer.body }),
    ...(after.kind === 'again' && { nextAt: after.at }),
  };
}
