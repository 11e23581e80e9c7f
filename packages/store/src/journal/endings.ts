/**
 * The end of submissions: one ordered command serves those that end in the same moment. It writes, for all of them, the
 * outcome of the last attempt and the final decision if these are not recorded yet, then takes their names out of the counts,
 * books what they earned, writes their effects and the status of their leads, and last closes the submissions. So
 * whatever part of it is made, each submission is due until everything before its end is written. Marks for reports stand
 * around all of it.
 */
import type { DeliveryDecision, Effect, LedgerEntry, NewEffect } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { cancelDocument, outcomeChange, type AttemptDocument, type AttemptOutcome } from './attempts.js';
import type { KeyedChange } from '../driver/batched-change.js';
import { createCommit, type Commit } from '../commit/commit.js';
import type { BulkWriter } from '../commit/ordered-writes.js';
import { changePhase, insertPhase, statementPhase, type Exists } from '../commit/phases.js';
import type { CountDocument } from '../counts/count-document.js';
import type { NamesSetAside } from '../counts/names-set-aside.js';
import { takingOutPhase, type EndedNames, type TakenOut } from '../counts/taking-out.js';
import { effectDocument, effectFrom, type EffectDocument } from '../effects/effects.js';
import { decisionDocument, type DecisionDocument } from './journal.js';
import { keyOf } from '../driver/keys.js';
import { ledgerDocument, type LedgerDocument } from '../ledger/ledger.js';
import { markStatements, type ReportedLead, type ReportMarksDocument } from '../reports/report-marks.js';
import {
  statusStatements,
  type KeyedStatusChange,
  type LeadDocument,
  type LeadStatusChange,
} from '../leads/leads.js';
import { endChange, type SubmissionEnd } from '../submissions/submissions.js';
import type { SubmissionDocument } from '../submissions/submission-document.js';

/** An effect to write; without `dueAt`, nothing is left to do once it is written. */
export interface PlannedEffect {
  readonly effect: NewEffect;
  /** When the sweep first checks it. */
  readonly dueAt: Date | undefined;
}

/** What is written with the end of a submission, before it. */
export interface WrittenWithEnd {
  /** The new status of its lead; absent if the lead keeps its status. */
  readonly lead?: { readonly leadId: string } & LeadStatusChange;
  /** The names that leave their counts. */
  readonly counts?: readonly TakenOut[];
  /** What it earned; an entry that exists stays as it is. */
  readonly ledger?: readonly LedgerEntry[];
  readonly effects?: readonly PlannedEffect[];
  /** When its lead came in; absent for a test lead, which is in no report. */
  readonly receivedAt?: Date;
}

/** The final decision of a delivery, with the outcome of the attempt that leads to it. */
export interface Conclusion {
  readonly generation: number;
  readonly n: number;
  readonly outcome: AttemptOutcome;
  readonly leadId: string;
  readonly decision: DeliveryDecision;
  readonly decidedAt: Date;
}

/** The commit of ends, in the order of its writes. All of it is repeatable. */
export type CommitEnd = Commit<{
  readonly marked: { readonly item: ReportedLead; readonly refusal: never };
  readonly attempts: { readonly item: KeyedChange; readonly refusal: never };
  readonly cancelled: { readonly item: AttemptDocument; readonly refusal: Exists };
  readonly decisions: { readonly item: DecisionDocument; readonly refusal: Exists };
  readonly counts: { readonly item: TakenOut; readonly refusal: never };
  readonly ledger: { readonly item: LedgerDocument; readonly refusal: Exists };
  readonly effects: { readonly item: EffectDocument; readonly refusal: Exists };
  readonly leads: { readonly item: KeyedStatusChange; readonly refusal: never };
  readonly submissions: { readonly item: KeyedChange; readonly refusal: never };
  readonly markedAgain: { readonly item: ReportedLead; readonly refusal: never };
}>;

/** The collections that an end changes. */
export interface EndingCollections {
  readonly attempts: Collection<AttemptDocument>;
  readonly decisions: Collection<DecisionDocument>;
  readonly counts: Collection<CountDocument>;
  readonly namesSetAside: Collection<NamesSetAside>;
  readonly ledger: Collection<LedgerDocument>;
  readonly effects: Collection<EffectDocument>;
  readonly leads: Collection<LeadDocument>;
  readonly submissions: Collection<SubmissionDocument>;
  readonly reportMarks: Collection<ReportMarksDocument>;
}

export function createCommitEnd(
  writer: BulkWriter,
  {
    attempts,
    decisions,
    counts,
    namesSetAside,
    ledger,
    effects,
    leads,
    submissions,
    reportMarks,
  }: EndingCollections,
  ended: EndedNames,
): CommitEnd {
  const mark = statementPhase(reportMarks, markStatements);
  return createCommit(
    writer,
    {
      marked: mark,
      attempts: changePhase(attempts),
      // Another worker that has the next attempt may be told something else by the buyer.
      cancelled: insertPhase(attempts),
      // Another writer may have decided otherwise, so what follows from a decision that exists is not written.
      decisions: insertPhase(decisions),
      counts: takingOutPhase({ counts, namesSetAside }, ended),
      // Before the effects: a milestone whose effect exists is booked.
      ledger: insertPhase(ledger, { goesOn: true, seesOwn: false }),
      effects: insertPhase(effects, { goesOn: true }),
      leads: statementPhase(leads, statusStatements),
      submissions: changePhase(submissions),
      markedAgain: mark,
    },
    { maxInFlight: 1, sendsAgain: true },
  );
}

/** The ends of one tenant's submissions. */
export class EndingStore {
  readonly #commit: CommitEnd;
  readonly #tenantId: string;

  constructor(commit: CommitEnd, tenantId: string) {
    this.#commit = commit;
    this.#tenantId = tenantId;
  }

  /**
   * Writes an end, and returns those of its effects that this call created. Repeatable. The lead keeps its status if
   * there is a newer submission of the lead, if a person has set it since, or if the lead has already ended.
   */
  async write(
    submissionId: string,
    end: SubmissionEnd,
    before: WrittenWithEnd = {},
  ): Promise<readonly Effect[]> {
    const writes = this.#writesOf(submissionId, end, before);
    return createdOf(writes, await this.#commit(writes));
  }

  /**
   * Does the same after it has recorded the outcome of an attempt and the final decision. Undefined if another decision
   * is recorded already: the outcome is written then, and nothing else.
   */
  async conclude(
    submissionId: string,
    { generation, n, outcome, leadId, decision, decidedAt }: Conclusion,
    end: SubmissionEnd,
    before: WrittenWithEnd,
  ): Promise<readonly Effect[] | undefined> {
    const recorded = { stage: 'delivery', generation, decision, decidedAt } as const;
    const writes = this.#writesOf(submissionId, end, before);
    const committed = await this.#commit({
      ...writes,
      attempts: [outcomeChange(this.#tenantId, { submissionId, generation }, n, outcome)],
      decisions: [decisionDocument(this.#tenantId, { submissionId, leadId }, recorded)],
    });
    return committed?.decisions?.[0] === 'exists' ? undefined : createdOf(writes, committed);
  }

  /**
   * Records the outcome of attempt `n` and cancels the next one, then records a decision that passes the submission on,
   * and takes its name out of its counts. Repeatable. False if another worker has the next attempt or has decided; only
   * the outcome is recorded then.
   */
  async passOn(
    submissionId: string,
    { generation, n, outcome, leadId, decision, decidedAt }: Conclusion,
    counts: readonly TakenOut[],
  ): Promise<boolean> {
    const of = { submissionId, generation };
    const recorded = { stage: 'delivery', generation, decision, decidedAt } as const;
    const committed = await this.#commit({
      attempts: [outcomeChange(this.#tenantId, of, n, outcome)],
      cancelled: [cancelDocument(this.#tenantId, of, { n: n + 1, ending: decision, at: decidedAt })],
      decisions: [decisionDocument(this.#tenantId, { submissionId, leadId }, recorded)],
      counts,
    });
    return committed?.cancelled?.[0] !== 'exists' && committed?.decisions?.[0] !== 'exists';
  }

  #writesOf(
    submissionId: string,
    end: SubmissionEnd,
    { lead, counts = [], ledger = [], effects = [], receivedAt }: WrittenWithEnd,
  ): EndWrites {
    const marks = receivedAt ? [{ tenantId: this.#tenantId, receivedAt }] : [];
    const key = (id: string) => keyOf(this.#tenantId, id);
    return {
      marked: marks,
      counts,
      ledger: ledger.map((entry) => ledgerDocument(this.#tenantId, entry)),
      effects: effects.map(({ effect, dueAt }) => effectDocument(this.#tenantId, effect, end.endedAt, dueAt)),
      leads: lead ? [{ ...lead, key: key(lead.leadId) }] : [],
      submissions: [endChange(key(submissionId), end)],
      markedAgain: marks,
    };
  }
}

type EndWrites = Omit<Parameters<CommitEnd>[0], 'attempts' | 'cancelled' | 'decisions' | 'effects'> & {
  readonly effects: readonly EffectDocument[];
};

// Those effects that this commit created; the others were written before.
function createdOf({ effects }: EndWrites, committed: Awaited<ReturnType<CommitEnd>>): readonly Effect[] {
  return effects.filter((_, place) => committed?.effects?.[place] !== 'exists').map(effectFrom);
}
