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
import { batchedInsert, batchedRead } from '../driver/batched-collection.js';
import type { Commit } from '../commit/commit.js';
import type { Exists } from '../commit/phases.js';
import type { Refused, WantedName } from '../counts/opening.js';
import { claimDocument, type Claimant, type ClaimDocument } from './duplicate-claims.js';

/** A decision as stored; its key names submission, stage and generation. */
export interface DecisionDocument {
  readonly _id: string;
  readonly tenantId: string;
  readonly leadId: string;
  readonly stage: Stage;
  readonly generation: number;
  readonly decision: DecisionOf[Stage];
  readonly decidedAt: Date;
}

/** The decision in the journal, and whether this call wrote it (`ours`) or an earlier one did. */
export interface Recorded<S extends Stage> {
  readonly recorded: DecisionOf[S];
  readonly ours: boolean;
}

/** Identifies the submission a decision is about. */
export type SubmissionRef = Claimant;

/** The generation of a qualification that does not ask, and its decision, if it is recorded. */
export interface DecidingGeneration {
  readonly generation: number;
  readonly decision: Exclude<DecisionOf['qualification'], Asking> | undefined;
}

/** Duplicate claims to take, in order. */
export interface WantedClaims {
  readonly ids: readonly string[];
  readonly expiresAt: Date;
}

/** A decision whose trace was not read. */
interface WithoutTrace {
  readonly decision: WithoutTraceOf<DecisionOf[Stage]>;
}

// Of each kind of decision by itself, so that the kind still tells them apart.
type WithoutTraceOf<D> = D extends unknown ? Omit<D, 'trace'> : never;

/** Batched round trips, of all tenants of the process. */
export interface JournalBatching {
  readonly insert: ReturnType<typeof batchedInsert<DecisionDocument>>;
  readonly read: (key: string) => Promise<DecisionDocument | undefined>;
  readonly readWithoutTrace: (key: string) => Promise<WithoutTrace | undefined>;
  readonly decide: CommitDecision;
}

/** Takes claims and opens names in counts, and then records the decision that rests on them. */
export type CommitDecision = Commit<{
  readonly claims: { readonly item: ClaimDocument; readonly refusal: Exists };
  readonly counts: { readonly item: WantedName; readonly refusal: Refused };
  readonly decisions: { readonly item: DecisionDocument; readonly refusal: Exists };
}>;

/**
 * What became of a decision that rests on claims or counts: recorded, or another writer has decided, or a guard refused
 * it. `taken` is how many of the guards, from the first on, are ours now.
 */
export type Guarded<Refusal> =
  | { readonly kind: 'recorded' | 'decided_before' }
  | { readonly kind: 'refused'; readonly taken: number; readonly by: Refusal };

export function journalBatching(
  collection: Collection<DecisionDocument>,
  decide: CommitDecision,
  replaces: boolean,
): JournalBatching {
  return {
    insert: replaces ? (document) => replaced(collection, document) : batchedInsert(collection),
    read: batchedRead(collection),
    readWithoutTrace: batchedRead(collection, { 'decision.trace': 0 }),
    decide,
  };
}

async function replaced(collection: Collection<DecisionDocument>, document: DecisionDocument) {
  await collection.replaceOne({ _id: document._id }, document, { upsert: true });
  return 'inserted' as const;
}

function decisionKey(tenantId: string, submissionId: string, stage: Stage, generation: number): string {
  return keyOf(tenantId, `${submissionId}.${stage}.${generation}`);
}

/** The document of a decision. */
export function decisionDocument(
  tenantId: string,
  { submissionId, leadId }: SubmissionRef,
  recorded: RecordedDecision,
): DecisionDocument {
  const { stage, generation } = recorded;
  return { _id: decisionKey(tenantId, submissionId, stage, generation), tenantId, leadId, ...recorded };
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
    if ((await this.#batching.insert(document)) === 'inserted') return { recorded: decision, ours: true };
    const found = await this.#batching.read(document._id);
    if (!found) throw new Error(`decision ${document._id} exists but cannot be read`);
    return { recorded: found.decision as DecisionOf[S], ours: false };
  }

  /** Takes the claims in order, and records the qualification decision once all of them are taken. */
  async claimAndRecord(
    submission: SubmissionRef,
    { ids, expiresAt }: WantedClaims,
    decision: DecisionOf['qualification'],
    decidedAt: Date,
  ): Promise<Guarded<Exists>> {
    const committed = await this.#batching.decide({
      claims: ids.map((id) => claimDocument(this.#tenantId, id, submission, expiresAt)),
      decisions: [this.#document(submission, { stage: 'qualification', generation: 0, decision, decidedAt })],
    });
    return guarded(committed?.claims, committed?.decisions);
  }

  /** Opens the names in order, and records the routing decision once all of them are open. */
  async openAndRecord(
    submission: SubmissionRef,
    names: readonly WantedName[],
    generation: number,
    decision: DecisionOf['routing'],
    decidedAt: Date,
  ): Promise<Guarded<Refused>> {
    const committed = await this.#batching.decide({
      counts: names,
      decisions: [this.#document(submission, { stage: 'routing', generation, decision, decidedAt })],
    });
    return guarded(committed?.counts, committed?.decisions);
  }

  #document(submission: SubmissionRef, recorded: RecordedDecision): DecisionDocument {
    return decisionDocument(this.#tenantId, submission, recorded);
  }

  /** The recorded decision, if any. */
  async find<S extends Stage>(
    submissionId: string,
    stage: S,
    generation: number,
  ): Promise<DecisionOf[S] | undefined> {
    const document = await this.#batching.read(this.#key(submissionId, stage, generation));
    return document?.decision as DecisionOf[S] | undefined;
  }

  /**
   * The generation that decides whether a submission qualifies, and its decision, if it is recorded: the first that does
   * not ask.
   */
  async qualification(submissionId: string): Promise<DecidingGeneration> {
    for (let generation = 0; ; generation += 1) {
      const decision = await this.find(submissionId, 'qualification', generation);
      if (decision?.kind !== 'asking') return { generation, decision };
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

function guarded<Refusal>(
  guards: readonly ('made' | Refusal)[] = [],
  decisions: readonly ('made' | Exists)[] = [],
): Guarded<Refusal> {
  const taken = guards.findIndex((outcome) => outcome !== 'made');
  if (taken >= 0) return { kind: 'refused', taken, by: guards[taken] as Refusal };
  return { kind: decisions[0] === 'exists' ? 'decided_before' : 'recorded' };
}

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
