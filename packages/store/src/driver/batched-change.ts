/**
 * Changes documents by key, as the hot paths do: fields are set, removed and appended to. Changes of the same form that
 * are requested in the same moment form one statement, which costs the database a third of what separate statements would.
 */
import { DeadlineExceededError, batchCalls } from '@sluice/concurrency';
import type { Collection, Document } from 'mongodb';
import { runStatements, type Keyed, type Statement } from './batched-collection.js';
import { isStoreUnavailable } from './unavailable.js';

/** One change of one document, made only while the document matches `only`. Names are those of top-level fields. */
export interface KeyedChange {
  readonly key: string;
  readonly set?: Readonly<Record<string, unknown>>;
  readonly unset?: readonly string[];
  /** Values to append to lists. */
  readonly push?: Readonly<Record<string, unknown>>;
  readonly only?: Document;
  /**
   * The values of fields with which alone the document is changed. Unlike those of `only`, they may differ between the
   * changes of one statement.
   */
  readonly holds?: Readonly<Record<string, unknown>>;
}

/**
 * Changes documents by key. One round trip serves concurrent calls; changes of one document keep the order of the
 * calls. An unknown key changes nothing, and a change that cannot be made fails alone.
 */
export function batchedChange<T extends Keyed>(
  collection: Collection<T>,
): (change: KeyedChange) => Promise<void> {
  return batchCalls<KeyedChange, void>(async (changes) => {
    const outcomes = await unlessOdd(changes, () => runTwice(collection, changes));
    // One document that cannot be changed made its whole statement fail, so each change is retried alone.
    return Promise.all(
      outcomes.map(async (outcome, place) => {
        const change = changes[place];
        if (!(outcome instanceof Error) || !change) return outcome;
        const [alone] = await unlessOdd([change], () =>
          runStatements(collection, [single(unlessMade(change), 0)]),
        );
        return alone;
      }),
    );
  });
}

// The driver does not retry updates of many documents when the primary changes or a connection breaks.
async function runTwice<T extends Keyed>(
  collection: Collection<T>,
  changes: readonly KeyedChange[],
): Promise<(void | Error)[]> {
  try {
    return await runStatements(collection, statementsOf(changes));
  } catch (error) {
    if (!isStoreUnavailable(error) || error instanceof DeadlineExceededError) throw error;
    return runStatements(collection, statementsOf(changes.map(unlessMade)));
  }
}

// If the driver cannot serialise a change, or finds it too large, it throws for all changes of the call.
async function unlessOdd(
  changes: readonly KeyedChange[],
  run: () => Promise<(void | Error)[]>,
): Promise<(void | Error)[]> {
  try {
    return await run();
  } catch (error) {
    if (isStoreUnavailable(error) || !(error instanceof Error)) throw error;
    return changes.map(() => error);
  }
}

// Some documents were changed before a statement failed; this keeps values from being appended twice.
function unlessMade({ push = {}, only, ...change }: KeyedChange): KeyedChange {
  const missing = Object.entries(push).map(([field, value]) => [field, { $ne: value }] as const);
  return { ...change, push, only: { ...only, ...Object.fromEntries(missing) } };
}

/** The write that makes one change by itself, also if a part of it was made before. */
export function singleChange(change: KeyedChange): object {
  return single(unlessMade(change), 0).write;
}

/** The statements that make `changes`, as few as their forms allow. */
export function statementsOf(changes: readonly KeyedChange[]): readonly Statement[] {
  return roundsOf(changes).flatMap((round) =>
    [...round.values()].map((places) => {
      const [first] = places as [number];
      const alike = places.map((place) => changes[place] as KeyedChange);
      return alike.length === 1
        ? single(alike[0] as KeyedChange, first)
        : { write: together(alike), of: places };
    }),
  );
}

// Positions grouped by the form of their changes. A document with several changes gets each in a later round.
function roundsOf(changes: readonly KeyedChange[]): readonly Map<string, number[]>[] {
  const rounds: Map<string, number[]>[] = [];
  const times = new Map<string, number>();
  for (const [place, change] of changes.entries()) {
    const time = times.get(change.key) ?? 0;
    times.set(change.key, time + 1);
    const round = (rounds[time] ??= new Map());
    const form = JSON.stringify([
      ...[change.unset, Object.keys(change.push ?? {}), change.only],
      Object.keys(change.holds ?? {}),
    ]);
    const places = round.get(form);
    if (places) places.push(place);
    else round.set(form, [place]);
  }
  return rounds;
}

function single({ key, set, unset = [], push, only, holds }: KeyedChange, place: number): Statement {
  const update = {
    ...(set && { $set: set }),
    ...(unset.length > 0 && { $unset: Object.fromEntries(unset.map((field) => [field, ''])) }),
    ...(push && Object.keys(push).length > 0 && { $push: push }),
  };
  return { write: { updateOne: { filter: { _id: key, ...only, ...holds }, update } }, of: [place] };
}

// Each document picks its own values by its key.
function together(alike: readonly KeyedChange[]): object {
  const { unset = [], push, only, holds } = alike[0] as KeyedChange;
  const keys = alike.map(({ key }) => key);
  const values = alike.map(({ key, set = {}, push: own = {} }) => [key, { set, push: own }] as const);
  const own = ofEach(values);
  const appended = Object.fromEntries(
    Object.keys(push ?? {}).map((field) => [
      field,
      { $concatArrays: [{ $ifNull: [`$${field}`, []] }, [`$$own.push.${field}`]] },
    ]),
  );
  const update = [
    {
      $replaceWith: {
        $let: { vars: { own }, in: { $mergeObjects: ['$$ROOT', '$$own.set', appended] } },
      },
    },
    ...(unset.length > 0 ? [{ $unset: [...unset] }] : []),
  ];
  const held = Object.keys(holds ?? {}).map((field) => ({
    $eq: [`$${field}`, ofEach(alike.map((change) => [change.key, change.holds?.[field]]))],
  }));
  const filter = { _id: { $in: keys }, ...only, ...(held.length > 0 && { $expr: { $and: held } }) };
  return { updateMany: { filter, update } };
}

// An expression whose value for a document is the one beside its key. An object with such keys would have a hidden class
// of its own.
function ofEach(values: readonly (readonly [key: string, value: unknown])[]): object {
  return { $getField: { field: '$_id', input: { $literal: new Map(values) } } };
}
