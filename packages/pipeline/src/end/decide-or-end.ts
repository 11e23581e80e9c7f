/**
 * An end up to its cut: the decision is recorded, and with it all that follows, unless something may have to come between.
 */
import type { Decision, Effect, Ending, NewEffect, PassedOn, SubmissionRecord } from '@sluice/contracts';
import { isEnding, slotsAfter, submissionStatusAfter } from '@sluice/domain';
import { failpoint } from '@sluice/process';
import type { AttemptOutcome, Closing, Concluded, Guard, TenantStores } from '@sluice/store';
import type { Insist } from '../calls/insist.js';
import type { Core } from '../core.js';
import { forgetForSupplier } from '../counts/supplier-count.js';
import type { NextStage } from '../enqueue/enqueue.js';
import { effectsOfDecision } from '../planning/plan-effects.js';
import { lastRouting, type RoutingOutcome } from '../routing/routing-outcome.js';
import { closingOf, isDocument, openIn, type RecordedEnd } from './closing.js';
import { countEnd } from './measure.js';

/** An attempt that has ended, and whose outcome is not recorded yet. */
export interface UnrecordedAttempt {
  readonly n: number;
  readonly outcome: AttemptOutcome;
  /** For as long as the attempt may be recorded. */
  readonly insist: Insist;
  /** Called once, as soon as the outcome may be recorded, also if that failed. */
  readonly written: () => Promise<unknown>;
}

/** What is recorded with the decision, unless that is recorded already. */
export interface Deciding<G extends Guard> {
  readonly guard?: G | undefined;
  readonly attempt?: UnrecordedAttempt | undefined;
}

/** A submission that ends, or is passed on, by `recorded`. */
export interface EndOf {
  readonly submission: SubmissionRecord;
  readonly recorded: RecordedEnd;
  /** Looked up if it is not given. */
  readonly routing?: RoutingOutcome | undefined;
}

/** Whether a submission ends by this decision, or goes on to its next buyer. */
export function endsItsWay(decision: Decision): decision is Ending | PassedOn {
  return isEnding(decision) || decision.kind === 'passed_on';
}

/** What follows from an end in queues and for leads that wait. */
export interface Sequel {
  readonly submission: SubmissionRecord;
  readonly effects: readonly Effect[];
  readonly at: Date;
  /** The counts that have room now. */
  readonly left: readonly string[];
  readonly next?: NextStage;
}

/** What became of an end: it is written, or its decision was not recorded. */
export type Ended<G extends Guard> =
  | { readonly kind: 'ended'; readonly sequels: readonly Sequel[] }
  | Exclude<Concluded<G>, { readonly kind: 'written' }>;

/** An end whose decision is recorded, and what is behind the cut is not written. */
interface Decided {
  readonly kind: 'decided';
  readonly end: EndOf;
  /** Its effects, if they were looked up before. */
  readonly effects: readonly NewEffect[] | undefined;
}

/** Records the decision, unless `deciding` is absent because it is recorded, and ends at once where it can. */
export async function beginEnd<G extends Guard>(
  core: Core,
  end: EndOf,
  deciding: Deciding<G> | undefined,
): Promise<Ended<G> | Decided> {
  try {
    return await decideOrEnd(core, end, deciding);
  } finally {
    await deciding?.attempt?.written();
  }
}

// The whole end if nothing may have to come between, or what is before the cut.
async function decideOrEnd<G extends Guard>(
  core: Core,
  given: EndOf,
  deciding: Deciding<G> | undefined,
): Promise<Ended<G> | Decided> {
  const { submission, recorded } = given;
  const stores = core.stores.forTenant(submission.tenantId);
  const insist: Insist = deciding?.attempt?.insist ?? ((call) => call());
  const routing = given.routing ?? (await insist(() => routingBefore(stores, submission, recorded)));
  const end = { ...given, routing };
  const effects = isAlone(end) ? await insist(() => effectsOfEnd(core, end)) : undefined;
  if (!deciding) return { kind: 'decided', end, effects };
  if (!effects || effects.some(isDocument)) {
    const concluded = await insist(() => decide(stores, end, deciding));
    return concluded.kind === 'written' ? { kind: 'decided', end, effects } : concluded;
  }
  const at = recorded.decidedAt;
  const closing = await insist(() => closingOf(core, { submission, recorded, routing, effects }, at));
  // A repetition writes the same documents, so that those of an earlier try are recognised as our own.
  const concluded = await insist(() => decide(stores, end, deciding, closing));
  if (concluded.kind !== 'written') return concluded;
  return { kind: 'ended', sequels: [await sequelOf(core, end, concluded.created, at, false)] };
}

async function decide<G extends Guard>(
  { conclusions }: Pick<TenantStores, 'conclusions'>,
  { submission, recorded }: EndOf,
  { guard, attempt }: Deciding<G>,
  closing?: Closing,
): Promise<Concluded<G>> {
  const last = attempt && {
    n: attempt.n,
    outcome: attempt.outcome,
    cancelsNext: recorded.decision.kind === 'passed_on',
  };
  const deciding = { recorded, guard: guard || undefined, attempt: last };
  return conclusions.conclude(submission, deciding, closing);
}

// Only an end at delivery, or a resolution that replaces one, has a routing outcome.
async function routingBefore(
  stores: Pick<TenantStores, 'journal'>,
  { submissionId }: SubmissionRecord,
  { stage, generation }: RecordedEnd,
): Promise<RoutingOutcome | undefined> {
  if (stage === 'resolution') return lastRouting(stores, submissionId);
  if (stage !== 'delivery') return undefined;
  const routed = await stores.journal.findRouted(submissionId, generation);
  return routed && { routed, generation };
}

// Whether nothing can have to come between the decision and the rest, but for a document.
function isAlone({ submission, recorded: { stage, decision } }: EndOf): boolean {
  return (
    stage !== 'resolution' && decision.kind !== 'void' && (submission.first || decision.kind !== 'delivered')
  );
}

/** The effects of the end; none of a submission that is passed on. */
export async function effectsOfEnd(
  core: Core,
  { submission, recorded }: EndOf,
): Promise<readonly NewEffect[]> {
  const { decision } = recorded;
  if (!isEnding(decision)) return [];
  return effectsOfDecision(core, submission, { ...recorded, decision });
}

/**
 * Counts the end, and says what follows from it. Another worker may have begun with what follows if the decision was
 * recorded before.
 */
export async function sequelOf(
  core: Core,
  { submission, recorded, routing }: EndOf,
  created: readonly Effect[],
  at: Date,
  mayBeBegun: boolean,
): Promise<Sequel> {
  const { stage, decision, generation } = recorded;
  const open = openIn(submission, routing);
  const base = { submission, effects: created.filter(({ status }) => status === 'due'), at };
  if (!isEnding(decision)) {
    const next = { stage: 'routing', generation: generation + 1, since: at, mayBeBegun } as const;
    return { ...base, left: open?.counts ?? [], next };
  }
  const after = slotsAfter(decision);
  if (open && after === 'confirm')
    core.stores.forTenant(submission.tenantId).counts.ended(open.name, open.counts);
  forgetForSupplier(core, submission, recorded);
  await failpoint('after-end', submission);
  countEnd(core, submission, stage, decision);
  core.stores.figures.countEnd(submission.tenantId, submissionStatusAfter(decision));
  return { ...base, left: after === 'release' ? (open?.counts ?? []) : [] };
}
