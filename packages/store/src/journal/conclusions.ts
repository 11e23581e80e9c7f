/**
 * Conclusions: one ordered command serves the submissions that are decided about, or end, in the same moment. What decides
 * comes first: claims and names in counts that the decision rests on, the outcome of the last attempt, the next attempt as
 * cancelled, the decision. What closes comes behind it: claims, counts, the ledger, effects, the lead, and last the
 * submission. So whatever part of it is made, each submission is due until everything before its end is written. Marks for
 * reports stand around all of it.
 */
import type { DeliveryDecision, Effect, LedgerEntry, NewEffect, RecordedDecision } from '@sluice/contracts';
import { cancelDocument, outcomeChange, type AttemptOutcome } from './attempts.js';
import { createCommit, type Commit, type TypesOf } from '../commit/commit.js';
import type { BulkWriter } from '../commit/ordered-writes.js';
import { changePhase, insertPhase, statementPhase, type Exists } from '../commit/phases.js';
import { openingPhase, type Refused, type WantedName } from '../counts/opening.js';
import { takingOutPhase, type EndedNames, type TakenOut } from '../counts/taking-out.js';
import { effectDocument, effectFrom, type EffectDocument } from '../effects/effects.js';
import { decisionDocument, type SubmissionRef } from './decision-document.js';
import { claimDocument, keptClaimsStatements, type KeptClaims } from './duplicate-claims.js';
import { keyOf } from '../driver/keys.js';
import { ledgerDocument } from '../ledger/ledger.js';
import type { StoreCollections } from '../registry/collections.js';
import { markStatements } from '../reports/report-marks.js';
import { statusStatements, type LeadStatusChange } from '../leads/leads.js';
import { endChange, type SubmissionEnd } from '../submissions/submissions.js';

/** Duplicate claims to take, in order. */
export interface WantedClaims {
  readonly ids: readonly string[];
  readonly expiresAt: Date;
}

/**
 * What a decision rests on: it stands only if every claim of a client is free, then every count has room, and then every
 * other claim is free.
 */
export type Guard =
  | { readonly claims: WantedClaims }
  | { readonly names: readonly WantedName[] }
  | { readonly names: readonly WantedName[]; readonly claims: WantedClaims }
  | { readonly names: readonly WantedName[]; readonly ofClient: ClientClaims };

/** Claims of the client that a lead is routed to. */
export interface ClientClaims extends WantedClaims {
  /** Those that this submission holds and that the decision does not rest on; they are released with it. */
  readonly gaveUp: readonly string[];
}

/** What refuses a guard: the claim exists, or the count has no room. */
export type RefusalOf<G extends Guard> =
  | (G extends { readonly names: unknown } ? Refused : never)
  | (G extends { readonly claims: unknown } | { readonly ofClient: unknown } ? Exists : never);

/** The end of an attempt, written before the decision that follows from it. */
export interface LastAttempt {
  readonly n: number;
  readonly outcome: AttemptOutcome;
  /** Cancels the next attempt, so that no worker asks this buyer again. */
  readonly cancelsNext: boolean;
}

/** A decision to record, unless one is recorded, with what comes before it. */
export interface Deciding<G extends Guard = Guard> {
  readonly recorded: RecordedDecision;
  readonly guard?: G;
  readonly attempt?: LastAttempt;
}

/** An effect to write; without `dueAt`, nothing is left to do once it is written. */
export interface PlannedEffect {
  readonly effect: NewEffect;
  readonly createdAt: Date;
  /** When the sweep first checks it. */
  readonly dueAt: Date | undefined;
}

/** What is written once the decision stands, in this order. */
export interface Closing {
  readonly claims?: readonly KeptClaims[];
  /** The names that leave their counts. */
  readonly counts?: readonly TakenOut[];
  /** What it earned; an entry that exists stays as it is. */
  readonly ledger?: readonly LedgerEntry[];
  readonly effects?: readonly PlannedEffect[];
  /** The new status of its lead; absent if the lead keeps its status. */
  readonly lead?: { readonly leadId: string } & LeadStatusChange;
  /** Absent if the submission goes on. */
  readonly end?: SubmissionEnd;
  /** When its lead came in; absent for a test lead, which is in no report. */
  readonly receivedAt?: Date;
}

/** What became of a conclusion. */
export type Concluded<G extends Guard = Guard> =
  /** All of it is written; `created` are those of its effects that this call created. */
  | { readonly kind: 'written'; readonly created: readonly Effect[] }
  /** Another writer has decided; of this conclusion, only what comes before the decision is written. */
  | { readonly kind: 'decided_before' }
  /** Another worker has the next attempt; the outcome of this one is written, and nothing else. */
  | { readonly kind: 'attempt_taken' }
  /** A guard refused it. `made` is how many of the guards, from the first on, are ours now. */
  | { readonly kind: 'refused'; readonly made: number; readonly by: RefusalOf<G> };

/** The collections that a conclusion changes. */
export type ConclusionCollections = Pick<
  StoreCollections,
  | 'claims'
  | 'attempts'
  | 'decisions'
  | 'counts'
  | 'namesSetAside'
  | 'ledger'
  | 'effects'
  | 'leads'
  | 'submissions'
  | 'reportMarks'
>;

/** What conclusions need to know besides. */
interface ConclusionOptions {
  readonly ended: EndedNames;
  readonly replacesDecisions: boolean;
}

/** The writes of a conclusion, in their order. */
function phasesOf(of: ConclusionCollections, { ended, replacesDecisions }: ConclusionOptions) {
  const mark = statementPhase(of.reportMarks, markStatements);
  return {
    marked: mark,
    // Whom a client has already takes no room in a count.
    clientClaims: insertPhase(of.claims, { inTurn: true }),
    // A lead that its supplier's limit refuses claims nothing.
    names: openingPhase(of),
    claims: insertPhase(of.claims, { inTurn: true }),
    attempts: changePhase(of.attempts),
    // Another worker that has the next attempt may be told something else by the buyer.
    cancelled: insertPhase(of.attempts),
    // Another writer may have decided otherwise, so what follows from a decision that exists is not written.
    decisions: insertPhase(of.decisions, { replaces: replacesDecisions }),
    keptClaims: statementPhase(of.claims, keptClaimsStatements),
    counts: takingOutPhase(of, ended),
    // Before the effects: a milestone whose effect exists is booked.
    ledger: insertPhase(of.ledger, { goesOn: true, seesOwn: false }),
    effects: insertPhase(of.effects, { goesOn: true }),
    leads: statementPhase(of.leads, statusStatements),
    submissions: changePhase(of.submissions),
    markedAgain: mark,
  };
}

/** The commit of conclusions. All of it is repeatable. */
export type CommitConclusion = Commit<TypesOf<ReturnType<typeof phasesOf>>>;

/** How conclusions are committed. */
export interface CommitConclusions {
  readonly usual: CommitConclusion;
  /**
   * Of those that open names, which are opened again by a command that is sent again. The driver repeats what it can by
   * itself, each once; what fails otherwise is decided again by its stage.
   */
  readonly opening: CommitConclusion;
}

export function createCommitConclusion(
  writer: BulkWriter,
  of: ConclusionCollections,
  options: ConclusionOptions,
): CommitConclusions {
  const phases = phasesOf(of, options);
  return {
    usual: createCommit(writer, phases, { maxInFlight: 1, sendsAgain: true }),
    opening: createCommit(writer, phases),
  };
}

/** The conclusions of one tenant's submissions. */
export class ConclusionStore {
  readonly #commit: CommitConclusions;
  readonly #tenantId: string;

  constructor(commit: CommitConclusions, tenantId: string) {
    this.#commit = commit;
    this.#tenantId = tenantId;
  }

  /**
   * Records a decision unless one is recorded, and writes what follows from it with it. Repeatable: a repetition of the
   * same documents counts as this call's.
   */
  async conclude<G extends Guard>(
    submission: SubmissionRef,
    deciding: Deciding<G>,
    closing: Closing = {},
  ): Promise<Concluded<G>> {
    const after = this.#closingWrites(submission.submissionId, closing);
    const { guard } = deciding;
    const gaveUp = guard && 'ofClient' in guard ? guard.ofClient.gaveUp : [];
    const given = gaveUp.length > 0 ? [{ release: gaveUp, submissionId: submission.submissionId }] : [];
    const writes = {
      ...this.#decidingWrites(submission, deciding),
      ...after,
      keptClaims: [...given.map((one) => ({ ...one, tenantId: this.#tenantId })), ...after.keptClaims],
    };
    const opens = guard !== undefined && 'names' in guard && guard.names.length > 0;
    const committed = await this.#commit[opens ? 'opening' : 'usual'](writes);
    if (!committed) return { kind: 'written', created: after.effects.map(effectFrom) };
    const guards: readonly ('made' | Exists | Refused)[] = [
      ...(committed.clientClaims ?? []),
      ...(committed.names ?? []),
      ...(committed.claims ?? []),
    ];
    const made = guards.findIndex((outcome) => outcome !== 'made');
    if (made >= 0) return { kind: 'refused', made, by: guards[made] as RefusalOf<G> };
    if (committed.cancelled?.[0] === 'exists') return { kind: 'attempt_taken' };
    if (committed.decisions?.[0] === 'exists') return { kind: 'decided_before' };
    return { kind: 'written', created: createdOf(after.effects, committed) };
  }

  /**
   * Writes what follows from a decision that is recorded, and returns those of its effects that this call created.
   * Repeatable. The lead keeps its status if there is a newer submission of the lead, if a person has set it since, or if
   * the lead has already ended.
   */
  async close(submissionId: string, closing: Closing): Promise<readonly Effect[]> {
    const writes = this.#closingWrites(submissionId, closing);
    return createdOf(writes.effects, await this.#commit.usual(writes));
  }

  #decidingWrites(submission: SubmissionRef, { recorded, guard, attempt }: Deciding) {
    const tenantId = this.#tenantId;
    const of = { submissionId: submission.submissionId, generation: recorded.generation };
    const writes = { decisions: [decisionDocument(tenantId, submission, recorded)] };
    if (guard) {
      const documents = (wanted: WantedClaims | undefined) =>
        wanted?.ids.map((id) => claimDocument(tenantId, id, submission, wanted.expiresAt)) ?? [];
      return {
        ...writes,
        clientClaims: documents('ofClient' in guard ? guard.ofClient : undefined),
        names: 'names' in guard ? guard.names : [],
        claims: documents('claims' in guard ? guard.claims : undefined),
      };
    }
    if (!attempt) return writes;
    const { n, outcome, cancelsNext } = attempt;
    const next = { n: n + 1, ending: recorded.decision as DeliveryDecision, at: recorded.decidedAt };
    return {
      ...writes,
      attempts: [outcomeChange(tenantId, of, n, outcome)],
      cancelled: cancelsNext ? [cancelDocument(tenantId, of, next)] : [],
    };
  }

  #closingWrites(
    submissionId: string,
    { claims = [], counts = [], ledger = [], effects = [], lead, end, receivedAt }: Closing,
  ) {
    const tenantId = this.#tenantId;
    const marks = receivedAt ? [{ tenantId, receivedAt }] : [];
    return {
      marked: marks,
      keptClaims: claims.map((one) => ({ ...one, tenantId })),
      counts,
      ledger: ledger.map((entry) => ledgerDocument(tenantId, entry)),
      effects: effects.map((planned) =>
        effectDocument(tenantId, planned.effect, planned.createdAt, planned.dueAt),
      ),
      leads: lead ? [{ ...lead, key: keyOf(tenantId, lead.leadId) }] : [],
      submissions: end ? [endChange(keyOf(tenantId, submissionId), end)] : [],
      markedAgain: marks,
    };
  }
}

// Those effects that this commit created; the others were written before.
function createdOf(
  effects: readonly EffectDocument[],
  committed: Awaited<ReturnType<CommitConclusion>>,
): readonly Effect[] {
  return effects.filter((_, place) => committed?.effects?.[place] !== 'exists').map(effectFrom);
}
