/** The history of a lead as moments, in order of time. */
import {
  adminOperation,
  didToLeadWords,
  effectWords,
  type CallView,
  type Effect,
  type Moment,
  type RecordedDecision,
} from '@sluice/contracts';
import {
  explainDecision,
  explainTrace,
  ownWords,
  reasonWords,
  sentence,
  timeWords,
  type Wording,
  type Tone,
} from '@sluice/domain';
import type { NextAttempt, WaitAtCampaign } from '@sluice/pipeline';
import type { AuditEntry, GenerationAttempt, SubmissionJourney } from '@sluice/store';
import { maskedBody } from './mask-secrets.js';
import type { RequestOf } from './rendered-request.js';
import { shownBy, type Caller } from '../who-did.js';

const kindWords = {
  submit: 'Submitted to',
  import: 'Imported, without delivery, into',
  repost: 'Reposted to',
  deliver: 'Sent by hand to',
  move: 'Moved to',
} as const;

/** The moments of one submission. */
export function submissionMoments(
  { submission, decisions, attempts, effects }: SubmissionJourney,
  requestOf: RequestOf,
  wording: Wording,
): readonly Moment[] {
  const { submissionId, kind, campaignId, acceptedAt, isTest } = submission;
  const test = isTest ? ', as a test lead' : '';
  const accepted: Moment = {
    at: acceptedAt.toISOString(),
    kind: 'accepted',
    what: sentence(`${kindWords[kind]} campaign ${campaignId}${test}.`, 'quiet'),
    submissionId,
  };
  return [
    accepted,
    ...decisions.map((decision) => ({ ...decisionMoment(decision, wording), submissionId })),
    ...attempts.filter(wasMade).map((attempt) => ({
      ...attemptMoment(attempt, { request: requestOf(attempt), to: buyerOf(attempt, decisions) }, wording),
      submissionId,
    })),
    ...effects.map((effect) => ({ ...effectMoment(effect, wording), submissionId })),
  ];
}

function decisionMoment({ stage, decision, decidedAt }: RecordedDecision, wording: Wording): Moment {
  return { at: decidedAt.toISOString(), kind: 'decision', what: explainDecision(stage, decision, wording) };
}

const attemptWords = {
  accepted: ['the buyer accepted it', 'good'],
  rejected: ['the buyer refused it', 'bad'],
  duplicate: ['the buyer already has it', 'bad'],
  retry: ['failed', 'warn'],
  unknown: ['it is unknown whether the buyer has it', 'warn'],
  failed: ['failed', 'bad'],
  impossible: ['could not be made', 'bad'],
} as const satisfies Readonly<Record<string, readonly [string, Tone]>>;

// One that was cancelled only keeps others from being made.
function wasMade({ ending }: GenerationAttempt): boolean {
  return ending === undefined;
}

// Named only if several were asked.
function buyerOf(
  { generation }: GenerationAttempt,
  decisions: readonly RecordedDecision[],
): string | undefined {
  const routed = decisions.filter(({ decision }) => decision.kind === 'routed');
  const to = routed.find((one) => one.generation === generation)?.decision;
  return routed.length > 1 && to?.kind === 'routed' ? to.campaignId : undefined;
}

function attemptMoment(
  attempt: GenerationAttempt,
  { request, to }: { readonly request: CallView['request']; readonly to: string | undefined },
  wording: Wording,
): Moment {
  const { n, startedAt, outcome } = attempt;
  const at = startedAt.toISOString();
  const which = to === undefined ? `Attempt ${n}` : `Attempt ${n} at ${to}`;
  const [words, tone] = outcome
    ? attemptWords[outcome.kind]
    : (['in progress, or its worker died', 'warn'] as const);
  const why = outcome?.reason === undefined ? '' : ` (${reasonWords(outcome.reason, wording)})`;
  const call: CallView = {
    n,
    at,
    outcome: words,
    durationMs: outcome?.durationMs,
    status: outcome?.status,
    request,
    ...answerOf(outcome?.answer, wording),
  };
  return { at, kind: 'attempt', what: sentence(`${which}: ${words}${why}.`, tone), calls: [call] };
}

function answerOf(answer: string | undefined, { reveal }: Wording): Pick<CallView, 'answer'> {
  if (answer === undefined) return {};
  return { answer: { characters: answer.length, body: reveal ? maskedBody(answer) : undefined } };
}

/** An effect with all its attempts. */
export function effectMoment(effect: Effect, wording: Wording): Moment {
  const { status, attempts, reason, createdAt, trace = [] } = effect;
  const tries = attempts.length > 1 ? ` after ${attempts.length} attempts` : '';
  const states = { due: 'due', done: 'done', failed: 'failed', skipped: 'skipped' } as const;
  const tones = { due: 'quiet', done: 'good', failed: 'bad', skipped: 'quiet' } as const;
  // Text from an outside system may quote the lead.
  const own = reason === undefined ? undefined : (ownWords(reason) ?? (wording.reveal ? reason : undefined));
  const why = own === undefined ? '' : ` (${own})`;
  return {
    at: createdAt.toISOString(),
    kind: 'effect',
    what: sentence(
      `${effectWords(effect)}: ${states[status]}${tries}${why}.`,
      tones[status],
      explainTrace([...trace, ...(attempts.at(-1)?.trace ?? [])], wording),
    ),
    calls:
      attempts.length > 0
        ? attempts.map(({ at, durationMs, outcome, status: answered, answer }, index) => ({
            n: index + 1,
            at: at.toISOString(),
            durationMs,
            outcome: { done: 'done', retry: 'failed', failed: 'failed for good' }[outcome],
            status: answered,
            ...answerOf(answer, wording),
          }))
        : undefined,
  };
}

/** What the lead waits for now. */
export function waitMoment({ submissionId, campaignId, onTheWay }: WaitAtCampaign, now: Date): Moment {
  const text = `Waits until campaign ${campaignId} takes more leads: ${onTheWay.toLocaleString('en')} are on their way to its buyer.`;
  return { at: now.toISOString(), kind: 'waiting', what: sentence(text, 'warn'), submissionId };
}

/** When the attempt is made that the lead waits for. */
export function nextAttemptMoment(
  { submissionId, campaignId, n, at, because }: NextAttempt,
  now: Date,
  { zone }: Pick<Wording, 'zone'>,
): Moment {
  const when = timeWords(at, zone);
  const text =
    because === 'retry'
      ? `Waits for attempt ${n} to deliver it to campaign ${campaignId}: ${when}.`
      : `Waits with attempt ${n} to deliver it to campaign ${campaignId}, because the circuit of its buyer is open; the next look is ${when}.`;
  return { at: now.toISOString(), kind: 'waiting', what: sentence(text, 'warn'), submissionId };
}

const outcomeWords = {
  done: '',
  refused: ' (refused)',
  failed: ' (failed, at least in part)',
} as const;

/** The changes that people made to a lead, as this caller is shown them. */
export function operatorMoments(entries: readonly AuditEntry[], caller: Caller): readonly Moment[] {
  return entries.map(({ at, who, byMember, via, action, what, about, outcome }) => {
    const did = action === undefined ? what : didTo(action, about);
    const ended = outcome === undefined ? ' (outcome unknown)' : outcomeWords[outcome];
    return {
      at: at.toISOString(),
      kind: 'operator',
      what: sentence(
        `${shownBy(caller, { by: who, byMember })} ${did}${ended}${via === undefined ? '' : ` (${via})`}.`,
        outcome === 'done' ? 'quiet' : 'warn',
      ),
    };
  });
}

function didTo(action: string, about: AuditEntry['about'] = {}): string {
  const operation = adminOperation(action);
  return operation ? didToLeadWords(operation, about) : action;
}
