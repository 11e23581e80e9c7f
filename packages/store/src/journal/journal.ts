/**
 * The decision journal: state machine and trace in one. A decision is inserted once under
 * `<submission>.<stage>.<generation>` and never changed; the unique key is the compare-and-set.
 */
import {
  stages,
  type Asking,
  type DecisionOf,
  type RecordedDecision,
  type Routed,
  type Stage,
} from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { keyOf, keyRange } from '../driver/keys.js';
import { batchedRead } from '../driver/batched-collection.js';
import type { CommitConclusion } from './conclusions.js';
import {
  decisionDocument,
  decisionKey,
  type DecisionDocument,
  type SubmissionRef,
} from './decision-document.js';

/** The decision in the journal, when it was made, and whether this call wrote it (`ours`) or an earlier one did. */
export interface Recorded<S extends Stage> {
  readonly recorded: DecisionOf[S];
  readonly decidedAt: Date;
  readonly ours: boolean;
}

/** The generation of a qualification that does not ask, and its decision, if it is recorded. */
export interface DecidingGeneration {
  readonly generation: number;
  readonly decision: Exclude<DecisionOf['qualification'], Asking> | undefined;
  /** The check that the generation before it asked. */
  readonly asked?: Asking['check'];
}

/** A decision whose trace was not read. */
interface WithoutTrace {
  readonly decision: WithoutTraceOf<DecisionOf[Stage]>;
}

// Of each kind of decision by itself, so that the kind still tells them apart.
type WithoutTraceOf<D> = D extends unknown ? Omit<D, 'trace'> : never;

/** Batched round trips, of all tenants of the process. */
export interface JournalBatching {
  readonly commit: CommitConclusion;
  readonly read: (key: string) => Promise<DecisionDocument | undefined>;
  readonly readWithoutTrace: (key: string) => Promise<WithoutTrace | undefined>;
}

export function journalBatching(
  collection: Collection<DecisionDocument>,
  commit: CommitConclusion,
): JournalBatching {
  return {
    commit,
    read: batchedRead(collection),
    readWithoutTrace: batchedRead(collection, { 'decision.trace': 0 }),
  };
}

/** The journal of one tenant. */
export class Journal {
  readonly #decisions: Collection<DecisionDocument>;
  readonly #batching: JournalBatching;
  readonly #tenantId: string;

  constructor(collection: Collection<DecisionDocument>, batching: JournalBatching, tenantId: string) {
    this.#decisions = collection;
    this.#batching = batching;
    this.#tenantId = tenantId;
  }

  #key(submissionId: string, stage: Stage, generation: number): string {
    return decisionKey(this.#tenantId, submissionId, stage, generation);
  }

  /**
   * Records a decision unless one is already recorded. The first writer wins, and every caller gets the recorded
   * decision.
   */
  async record<S extends Stage>(
    submission: SubmissionRef,
    stage: S,
    generation: number,
    decision: DecisionOf[S],
    decidedAt: Date,
  ): Promise<Recorded<S>> {
    const document = decisionDocument(this.#tenantId, submission, {
      stage,
      generation,
      decision,
      decidedAt,
    });
    const committed = await this.#batching.commit({ decisions: [document] });
    if (!committed || committed.decisions?.[0] === 'made')
      return { recorded: decision, decidedAt, ours: true };
    const found = await this.#batching.read(document._id);
    if (!found) throw new Error(`decision ${document._id} exists but cannot be read`);
    return { recorded: found.decision as DecisionOf[S], decidedAt: found.decidedAt, ours: false };
  }

  /** The recorded decision, if any. */
  async find<S extends Stage>(
    submissionId: string,
    stage: S,
    generation: number,
  ): Promise<DecisionOf[S] | undefined> {
    return (await this.standing(submissionId, stage, generation))?.decision;
  }

  /** The same, with when it was made. */
  async standing<S extends Stage>(
    submissionId: string,
    stage: S,
    generation: number,
  ): Promise<RecordedDecision<S> | undefined> {
    const document = await this.#batching.read(this.#key(submissionId, stage, generation));
    if (!document) return undefined;
    return { stage, generation, decision: document.decision as DecisionOf[S], decidedAt: document.decidedAt };
  }

  /**
   * The generation that decides whether a submission qualifies, and its decision, if it is recorded: the first that does
   * not ask.
   */
  async qualification(submissionId: string): Promise<DecidingGeneration> {
    let asked: Asking['check'] | undefined;
    for (let generation = 0; ; generation += 1) {
      const decision = await this.find(submissionId, 'qualification', generation);
      if (decision?.kind !== 'asking') return { generation, decision, ...(asked && { asked }) };
      asked = decision.check;
    }
  }

  /** The recorded routing decision, if it routed the lead; without its trace, which delivery does not need. */
  async findRouted(submissionId: string, generation: number): Promise<Omit<Routed, 'trace'> | undefined> {
    const document = await this.#batching.readWithoutTrace(this.#key(submissionId, 'routing', generation));
    return document?.decision.kind === 'routed' ? document.decision : undefined;
  }

  /** Every decision of a submission, in order. */
  async history(submissionId: string): Promise<readonly RecordedDecision[]> {
    const first = await Promise.all(
      stages.map((stage) => this.#batching.read(this.#key(submissionId, stage, 0))),
    );
    const begun = first.filter((decision) => decision !== undefined);
    // Only a check makes a qualification decide twice, and only a lead that was held or passed on is routed more than
    // once; for all others the batched reads suffice.
    const found = begun.some(({ decision: { kind } }) => goesOn.has(kind))
      ? await this.#decisions.find({ _id: keyRange(keyOf(this.#tenantId, `${submissionId}.`)) }).toArray()
      : begun;
    return found
      .map(({ stage, generation, decision, decidedAt }) => ({ stage, generation, decision, decidedAt }))
      .sort(inOrder);
  }
}

/** Kinds of decisions after which the same stage decides again. */
const goesOn: ReadonlySet<string> = new Set(['asking', 'held', 'passed_on']);

// Routing and delivery take turns, generation by generation; a resolution comes last.
const order: Readonly<Record<Stage, number>> = {
  qualification: 0,
  action: 1,
  routing: 2,
  delivery: 2,
  resolution: 3,
};

function inOrder(a: RecordedDecision, b: RecordedDecision): number {
  return (
    order[a.stage] - order[b.stage] ||
    a.generation - b.generation ||
    stages.indexOf(a.stage) - stages.indexOf(b.stage)
  );
}
