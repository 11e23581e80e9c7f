/**
 * The end of submissions: one ordered command serves those that end in the same moment. It writes, for all of them, the
 * outcome of the last attempt and the final decision if these are not recorded yet, then settles their slots, then
 * writes their effects and the status of their leads, and last closes the submissions. So whatever part of it is made,
 * each submission is due until everything before its end is written.
 */
import { batchCalls, DeadlineExceededError } from '@sluice/batching';
import type { DeliveryDecision, Effect, NewEffect } from '@sluice/contracts';
import { BSON, type Collection } from 'mongodb';
import { outcomeChange, type AttemptDocument, type AttemptOutcome } from './attempts.js';
import { statementsOf, type KeyedChange } from './batched-change.js';
import { insertEach, type Keyed } from './batched-collection.js';
import type { CounterDocument } from './counter-document.js';
import { effectDocument, effectFrom, type EffectDocument } from './effects.js';
import { decisionDocument, type DecisionDocument } from './journal.js';
import { keyOf } from './keys.js';
import {
  statusStatements,
  type KeyedStatusChange,
  type LeadDocument,
  type LeadStatusChange,
} from './leads.js';
import { inserts, statements, writeUntilRefused, type BulkWriter } from './ordered-writes.js';
import { settleStatements, type Settlement, type SlotBatching } from './slots.js';
import { endChange, type SubmissionDocument, type SubmissionEnd } from './submissions.js';
import { isStoreUnavailable } from './unavailable.js';

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
  /** The slots that become placements: a name in each of the counters. */
  readonly placed?: { readonly name: string; readonly counters: readonly string[] };
  readonly effects?: readonly PlannedEffect[];
}

/** The final decision of a delivery, with the outcome of the attempt that leads to it. */
export interface Conclusion {
  readonly n: number;
  readonly outcome: AttemptOutcome;
  readonly leadId: string;
  readonly decision: DeliveryDecision;
  readonly decidedAt: Date;
}

/** The documents and changes of an end. */
interface EndWrites {
  readonly attempt?: KeyedChange;
  readonly decision?: DecisionDocument;
  readonly settlements: readonly Settlement[];
  readonly effects: readonly EffectDocument[];
  readonly leads: readonly KeyedStatusChange[];
  readonly submission: KeyedChange;
}

/**
 * Writes an end, and returns the effects that it created; the others were written before. Undefined if another writer
 * has decided: nothing after the decision is written then.
 */
export type WriteEnd = (end: EndWrites) => Promise<readonly EffectDocument[] | undefined>;

/** The collections that an end changes. */
export interface EndingCollections {
  readonly attempts: Collection<AttemptDocument>;
  readonly decisions: Collection<DecisionDocument>;
  readonly counters: Collection<CounterDocument>;
  readonly effects: Collection<EffectDocument>;
  readonly leads: Collection<LeadDocument>;
  readonly submissions: Collection<SubmissionDocument>;
}

type Created = readonly EffectDocument[] | undefined;

export function createWriteEnd(
  writer: BulkWriter,
  { attempts, decisions, counters, effects, leads, submissions }: EndingCollections,
  takeEnded: SlotBatching['takeEnded'],
): WriteEnd {
  // All of it is repeatable, so that it may be made again after a failure.
  async function writeAll(ends: readonly EndWrites[]): Promise<Created[]> {
    const concluded = statementsOf(ends.flatMap(({ attempt }) => attempt ?? []));
    const decided = ends.flatMap(({ decision }) => decision ?? []);
    const settled = settleStatements(
      ends.flatMap(({ settlements }) => settlements),
      takeEnded,
    );
    const planned = ends.flatMap((end) => end.effects);
    const refused = await writeUntilRefused(writer, [
      ...statements(attempts, concluded),
      ...inserts(decisions, decided),
      ...statements(counters, settled),
      ...inserts(effects, planned),
      ...statements(leads, statusStatements(ends.flatMap((end) => end.leads))),
      ...statements(submissions, statementsOf(ends.map(({ submission }) => submission))),
    ]);
    if (!refused) return ends.map((end) => end.effects);
    if (refused.refusal !== 'exists') throw refused.refusal;
    const decisionsMade = refused.index - concluded.length;
    if (decisionsMade < decided.length) {
      const existing = await insertRest(decisions, decided.slice(decisionsMade));
      return withoutDecided(ends, existing);
    }
    const existing = await insertRest(
      effects,
      planned.slice(decisionsMade - decided.length - settled.length),
    );
    await writeAll(ends.map(({ leads: of, submission }) => ({ ...nothingBefore, leads: of, submission })));
    return ends.map((end) => end.effects.filter((effect) => !existing.has(effect)));
  }

  // Another writer may have decided otherwise, so what follows from these decisions is not written.
  async function withoutDecided(
    ends: readonly EndWrites[],
    existing: ReadonlySet<DecisionDocument>,
  ): Promise<Created[]> {
    const ours = ends.filter(({ decision }) => !decision || !existing.has(decision));
    const created =
      ours.length > 0 ? await writeAll(ours.map(({ attempt: _a, decision: _d, ...end }) => end)) : [];
    const createdOf = new Map(ours.map((end, place) => [end, created[place]]));
    return ends.map((end) => createdOf.get(end));
  }

  return batchCalls<EndWrites, Created>(
    async (ends) => {
      try {
        return await writeAll(ends);
      } catch (error) {
        if (error instanceof DeadlineExceededError) throw error;
        // The driver does not retry updates of many documents when the primary changes or a connection breaks.
        if (isStoreUnavailable(error)) return writeAll(ends);
        // One end that cannot be written makes the whole command fail, so each is written alone.
        return Promise.all(ends.map((end) => writeAll([end]).then(([created]) => created, asError)));
      }
    },
    { maxInFlight: 1 },
  );
}

const nothingBefore = { settlements: [], effects: [] };

// Inserts documents of which the first exists, and returns those that another writer has written. A document that is
// the same in every field, times included, was written here, by a command whose answer was lost or that was refused
// further on.
async function insertRest<T extends Keyed>(
  collection: Collection<T>,
  documents: readonly T[],
): Promise<ReadonlySet<T>> {
  const outcomes = await insertEach(collection, documents);
  const failure = outcomes.find((outcome) => outcome instanceof Error);
  if (failure) throw failure;
  const existing = documents.filter((_, place) => outcomes[place] === 'exists');
  const found = await collection.find({ _id: { $in: existing.map(({ _id }) => _id) } } as never).toArray();
  const stored = new Map(found.map((document) => [document._id as string, document as object]));
  return new Set(existing.filter((document) => !isSame(document, stored.get(document._id) ?? {})));
}

function isSame(one: object, other: object): boolean {
  const [a, b] = [one, other].map((document) => BSON.serialize(document, { ignoreUndefined: true }));
  return a !== undefined && b !== undefined && Buffer.compare(a, b) === 0;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** The ends of one tenant's submissions. */
export class EndingStore {
  readonly #writeEnd: WriteEnd;
  readonly #tenantId: string;

  constructor(writeEnd: WriteEnd, tenantId: string) {
    this.#writeEnd = writeEnd;
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
    const created = await this.#writeEnd(this.#writesOf(submissionId, end, before));
    return (created ?? []).map(effectFrom);
  }

  /**
   * Does the same after it has recorded the outcome of an attempt and the final decision. Undefined if another decision
   * is recorded already: the outcome is written then, and nothing else.
   */
  async conclude(
    submissionId: string,
    { n, outcome, leadId, decision, decidedAt }: Conclusion,
    end: SubmissionEnd,
    before: WrittenWithEnd,
  ): Promise<readonly Effect[] | undefined> {
    const created = await this.#writeEnd({
      ...this.#writesOf(submissionId, end, before),
      attempt: outcomeChange(this.#tenantId, submissionId, n, outcome),
      decision: decisionDocument(
        this.#tenantId,
        { submissionId, leadId },
        { stage: 'delivery', generation: 0, decision, decidedAt },
      ),
    });
    return created?.map(effectFrom);
  }

  #writesOf(
    submissionId: string,
    end: SubmissionEnd,
    { lead, placed, effects = [] }: WrittenWithEnd,
  ): EndWrites {
    const key = (id: string) => keyOf(this.#tenantId, id);
    const { name = '', counters = [] } = placed ?? {};
    return {
      settlements: counters.map((counter) => ({ key: key(counter), name, outcome: 'confirmed' })),
      effects: effects.map(({ effect, dueAt }) => effectDocument(this.#tenantId, effect, end.endedAt, dueAt)),
      leads: lead ? [{ ...lead, key: key(lead.leadId) }] : [],
      submission: endChange(key(submissionId), end),
    };
  }
}
