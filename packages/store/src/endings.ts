/**
 * The end of submissions: one ordered command serves those that end in the same moment. It settles the slots of all of
 * them, then writes their effects, then the status of their leads, and last closes the submissions. So whatever part of
 * it is made, each submission is due until everything before its end is written.
 */
import { batchCalls, DeadlineExceededError } from '@sluice/batching';
import type { Effect, NewEffect } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { statementsOf, type KeyedChange } from './batched-change.js';
import { insertEach } from './batched-collection.js';
import type { CounterDocument } from './counter-document.js';
import { effectDocument, effectFrom, type EffectDocument } from './effects.js';
import { keyOf } from './keys.js';
import { statusStatements, type KeyedStatusChange, type LeadDocument, type LeadStatusChange } from './leads.js';
import { writeUntilRefused, type BulkWriter, type Write } from './ordered-writes.js';
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

/** Its documents and changes. */
interface EndWrites {
  readonly settlements: readonly Settlement[];
  readonly effects: readonly EffectDocument[];
  readonly leads: readonly KeyedStatusChange[];
  readonly submission: KeyedChange;
}

/** Writes an end, and returns the effects that it created; the others were written before. */
export type WriteEnd = (end: EndWrites) => Promise<readonly EffectDocument[]>;

/** The collections that an end changes. */
export interface EndingCollections {
  readonly counters: Collection<CounterDocument>;
  readonly effects: Collection<EffectDocument>;
  readonly leads: Collection<LeadDocument>;
  readonly submissions: Collection<SubmissionDocument>;
}

export function createWriteEnd(
  writer: BulkWriter,
  { counters, effects, leads, submissions }: EndingCollections,
  takeEnded: SlotBatching['takeEnded'],
): WriteEnd {
  const inserts = (documents: readonly EffectDocument[]) =>
    documents.map((document) => ({ collection: effects, write: { insertOne: { document } } }));

  // All of it is repeatable, so a command that was refused in part is made again.
  async function writeAll(ends: readonly EndWrites[]): Promise<(readonly EffectDocument[])[]> {
    const settled = settleStatements(
      ends.flatMap(({ settlements }) => settlements),
      takeEnded,
    ).map(({ write }) => ({ collection: counters, write }));
    const planned = ends.flatMap((end) => end.effects);
    const ended = [
      ...statusStatements(ends.flatMap((end) => end.leads)).map(({ write }) => ({ collection: leads, write })),
      ...statementsOf(ends.map(({ submission }) => submission)).map(({ write }) => ({
        collection: submissions,
        write,
      })),
    ];
    const refused = await tryAll([...settled, ...inserts(planned), ...ended]);
    if (!refused) return ends.map((end) => end.effects);
    const made = refused.index - settled.length;
    if (refused.refusal !== 'exists' || made < 0 || made >= planned.length) throw asError(refused.refusal);
    // Some effects were written before, by a worker that died; so probably were others of this group.
    const rest = planned.slice(made);
    const outcomes = await insertEach(effects, rest);
    const failure = outcomes.find((outcome) => outcome instanceof Error);
    if (failure) throw failure;
    const refusedAgain = await tryAll(ended);
    if (refusedAgain) throw asError(refusedAgain.refusal);
    const existed = new Set(rest.filter((_, place) => outcomes[place] === 'exists'));
    return ends.map((end) => end.effects.filter((effect) => !existed.has(effect)));
  }

  function tryAll(writes: readonly Write[]) {
    return writeUntilRefused(writer, writes);
  }

  return batchCalls<EndWrites, readonly EffectDocument[]>(async (ends) => {
    try {
      return await writeAll(ends);
    } catch (error) {
      if (error instanceof DeadlineExceededError) throw error;
      // The driver does not retry updates of many documents when the primary changes or a connection breaks.
      if (isStoreUnavailable(error)) return writeAll(ends);
      // One end that cannot be written makes the whole command fail, so each is written alone.
      return Promise.all(ends.map((end) => writeAll([end]).then(([created]) => created ?? [], asError)));
    }
  });
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
    { lead, placed, effects = [] }: WrittenWithEnd = {},
  ): Promise<readonly Effect[]> {
    const key = (id: string) => keyOf(this.#tenantId, id);
    const { name = '', counters = [] } = placed ?? {};
    const created = await this.#writeEnd({
      settlements: counters.map((counter) => ({ key: key(counter), name, outcome: 'confirmed' })),
      effects: effects.map(({ effect, dueAt }) => effectDocument(this.#tenantId, effect, end.endedAt, dueAt)),
      leads: lead ? [{ ...lead, key: key(lead.leadId) }] : [],
      submission: endChange(key(submissionId), end),
    });
    return created.map(effectFrom);
  }
}
