/**
 * The one way in which stages write. The writes of a lead have an order, and the leads of one moment are written
 * together: phase by phase, all of them in one ordered command. Almost always nothing is refused, and that is all. After
 * a refusal the rest goes phase by phase, so that it takes at most one more round trip a phase, however many leads are
 * refused. A refused write drops the later writes of its own lead, and the stage decides about that lead again.
 */
import { batchCalls, DeadlineExceededError, type BatchBounds } from '@sluice/concurrency';
import type { Statement } from '../driver/batched-collection.js';
import { apartFromOdd } from '../driver/odd-documents.js';
import { isStoreUnavailable } from '../driver/unavailable.js';
import { writeUntilRefused, type BulkWriter, type Write } from './ordered-writes.js';

/** What became of a write. An `Error` means that it cannot be made at all. */
export type Outcome<Refusal> = 'made' | Refusal | Error;

/** Writes of one kind, which all leads of a moment make before any of them makes a write of the next phase. */
export interface Phase<Item, Refusal> {
  readonly collection: Write['collection'];
  /** The statements that make all of `items`; those before a refused one are made then. */
  readonly statements: (items: readonly Item[]) => readonly Statement[];
  /** Makes each of `items` that it can, in one round trip where nothing is odd; a made one may be made again. */
  readonly each: (items: readonly Item[]) => Promise<readonly Outcome<Refusal>[]>;
  /** Whether the items of a lead are made one after another: the first of every lead, then the second, and so on. */
  readonly inTurn?: boolean;
  /** Whether a lead goes on although one of these was refused. */
  readonly goesOn?: boolean;
}

/** The phases of a commit, in their order. */
type Phases = Readonly<Record<string, Phase<never, unknown>>>;

/** For each of these phases, what it writes and how that may be refused. */
export type TypesOf<All extends Phases> = {
  readonly [Name in keyof All]: All[Name] extends Phase<infer Item extends object, infer Refusal>
    ? { readonly item: Item; readonly refusal: Refusal }
    : never;
};

/** For each phase, what it writes and how that may be refused. */
export type PhaseTypes = Readonly<Record<string, { readonly item: object; readonly refusal: unknown }>>;

/** The writes of one lead, by phase. */
export type LeadWrites<Of extends PhaseTypes> = {
  readonly [Name in keyof Of]?: readonly Of[Name]['item'][];
};

/**
 * What became of a lead's writes, by phase and in the order of its items; a write that was dropped, with all behind it,
 * is absent. `undefined` if all were made.
 */
export type Committed<Of extends PhaseTypes> =
  | { readonly [Name in keyof Of]?: readonly ('made' | Of[Name]['refusal'])[] }
  | undefined;

/** Makes the writes of a lead; rejects if one of them cannot be made at all. */
export type Commit<Of extends PhaseTypes> = (lead: LeadWrites<Of>) => Promise<Committed<Of>>;

type AnyPhase = Phase<object, unknown>;

/** The writes of a phase that belong together, each with its lead. */
interface Round {
  readonly name: string;
  readonly phase: AnyPhase;
  readonly items: readonly object[];
  readonly leads: readonly number[];
}

/** Bounds on the batches, and whether a command that failed may be sent once more. */
export interface CommitOptions extends Partial<BatchBounds> {
  /**
   * For commands with updates of many documents, which the driver does not send again when the primary changes or a
   * connection breaks. Every write has to be repeatable then.
   */
  readonly sendsAgain?: boolean;
}

/** Makes a commit of these phases. The calls of one moment share its round trips. */
export function createCommit<All extends Phases>(
  writer: BulkWriter,
  phases: All,
  { sendsAgain = false, ...bounds }: CommitOptions = {},
): Commit<TypesOf<All>> {
  type Of = TypesOf<All>;
  const inOrder = Object.entries(phases) as unknown as [string, AnyPhase][];

  async function commitAll(leads: readonly LeadWrites<Of>[]): Promise<(Committed<Of> | Error)[]> {
    const rounds = roundsOf(inOrder, leads);
    const statements = rounds.flatMap((round, of) =>
      round.phase.statements(round.items).map((statement) => ({ round: of, statement })),
    );
    const refused = await writeUntilRefused(
      writer,
      statements.map(({ round, statement: { write } }) => ({
        collection: (rounds[round] as Round).phase.collection,
        write,
      })),
    );
    if (!refused) return leads.map(() => undefined);
    const stop = statements[refused.index]?.round ?? 0;
    const madeThere = statements
      .slice(0, refused.index)
      .flatMap(({ round, statement }) => (round === stop ? statement.of : []));
    return phaseByPhase(leads.length, rounds, stop, new Set(madeThere));
  }

  const again = async (leads: readonly LeadWrites<Of>[]) => {
    try {
      return await commitAll(leads);
    } catch (error) {
      if (!sendsAgain || !isStoreUnavailable(error) || error instanceof DeadlineExceededError) throw error;
      return commitAll(leads);
    }
  };

  const singly = async (leads: readonly LeadWrites<Of>[]) => {
    try {
      return await again(leads);
    } catch (error) {
      const isAway = isStoreUnavailable(error) || error instanceof DeadlineExceededError;
      if (isAway || leads.length === 1) throw error;
      // Together they may be too large, such as large values in one statement.
      return phaseByPhase<Of>(leads.length, roundsOf(inOrder, leads), 0, new Set());
    }
  };

  return batchCalls<LeadWrites<Of>, Committed<Of>>(
    (leads) => apartFromOdd<LeadWrites<Of>, Committed<Of>>(leads, (lead) => lead, singly),
    bounds,
  );
}

// The rounds before `stop` are made, and in it the items at `madeThere`.
async function phaseByPhase<Of extends PhaseTypes>(
  count: number,
  rounds: readonly Round[],
  stop: number,
  madeThere: ReadonlySet<number>,
): Promise<(Committed<Of> | Error)[]> {
  const results: Record<string, unknown[]>[] = Array.from({ length: count }, () => ({}));
  const failures = new Map<number, Error>();
  const dropped = new Set<number>();
  const note = (round: Round, place: number, outcome: unknown): void => {
    const lead = round.leads[place] as number;
    (results[lead] as Record<string, unknown[]>)[round.name] ??= [];
    results[lead]?.[round.name]?.push(outcome);
    if (outcome instanceof Error) failures.set(lead, outcome);
    if (outcome instanceof Error || (outcome !== 'made' && !round.phase.goesOn)) dropped.add(lead);
  };
  for (const [index, round] of rounds.entries()) {
    const places = [...round.items.keys()].filter((place) => !dropped.has(round.leads[place] as number));
    const left = places.filter((place) => index > stop || (index === stop && !madeThere.has(place)));
    const outcomes =
      left.length === 0 ? [] : await round.phase.each(left.map((place) => round.items[place] as object));
    const outcomeAt = new Map(left.map((place, nth) => [place, outcomes[nth]]));
    for (const place of places) note(round, place, outcomeAt.has(place) ? outcomeAt.get(place) : 'made');
  }
  return results.map((result, lead) => failures.get(lead) ?? (result as Committed<Of>));
}

function roundsOf(
  phases: readonly (readonly [string, AnyPhase])[],
  leads: readonly Readonly<Record<string, readonly object[] | undefined>>[],
): readonly Round[] {
  return phases.flatMap(([name, phase]) => {
    if (!phase.inTurn) return roundOf(name, phase, leads, (items) => items);
    const most = Math.max(0, ...leads.map((lead) => lead[name]?.length ?? 0));
    return Array.from({ length: most }, (_, nth) => nth).flatMap((nth) =>
      roundOf(name, phase, leads, (items) => items.slice(nth, nth + 1)),
    );
  });
}

function roundOf(
  name: string,
  phase: AnyPhase,
  leads: readonly Readonly<Record<string, readonly object[] | undefined>>[],
  pick: (items: readonly object[]) => readonly object[],
): readonly Round[] {
  const items: object[] = [];
  const of: number[] = [];
  for (const [lead, writes] of leads.entries())
    for (const item of pick(writes[name] ?? [])) {
      items.push(item);
      of.push(lead);
    }
  return items.length === 0 ? [] : [{ name, phase, items, leads: of }];
}

/** Makes one write, and returns what became of it; rejects if it cannot be made at all. */
export type WriteOne<Item, Refusal = never> = (item: Item) => Promise<'made' | Refusal>;

/** A commit of one phase, for callers with one write each. */
export function commitOf<Item extends object, Refusal>(
  writer: BulkWriter,
  phase: Phase<Item, Refusal>,
  options?: CommitOptions,
): WriteOne<Item, Refusal> {
  const commit = createCommit(writer, { only: phase }, options);
  return async (item) => {
    const committed = await commit({ only: [item] });
    return committed?.only?.[0] ?? 'made';
  };
}
