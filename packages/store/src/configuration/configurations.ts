/**
 * The version of each tenant's configuration, and the plan that is being carried out. A plan is written down whole
 * before its first change, so that whoever comes next can finish it: it is made exactly or not at all. A change outside
 * a plan has a version too, so that a plan made before it is not carried out over it.
 */
import { randomUUID } from 'node:crypto';
import { BSON, type Collection } from 'mongodb';
import { isDuplicateKey } from '../driver/duplicate-key.js';
import { keyOf, keyRange } from '../driver/keys.js';
import type { StoredPerson } from '../operators/stored-person.js';
import type { ChangedBy } from './item-versions.js';
import type { MakeWrite, PlannedWrite } from './planned-write.js';

/** A tenant's configuration as stored: how it came to its version, not what it is. */
export interface ConfigurationDocument {
  /** The tenant. */
  readonly _id: string;
  /** How often it was changed. */
  readonly version: number;
  /** The version that the last plan made. */
  readonly planVersion?: number;
  /** The last changes, oldest first. */
  readonly recent?: readonly RecentChange[];
  /** The plan that is being carried out. */
  readonly open?: OpenPlan;
}

/** A plan that was begun. */
export interface OpenPlan extends ChangedBy {
  readonly planId: string;
  /** The version that it makes. */
  readonly version: number;
  readonly at: Date;
  /** How many writes it has. */
  readonly writes: number;
}

/** A change that was made, in words. */
export interface RecentChange extends StoredPerson {
  readonly version: number;
  readonly at: Date;
  /** One line for each part of the configuration. */
  readonly lines: readonly string[];
  /** How many further lines were left out. */
  readonly more?: number;
}

/** A write of a plan as stored, under its tenant, plan and place. */
export interface PlannedWriteDocument {
  readonly _id: string;
  readonly tenantId: string;
  readonly planId: string;
  readonly at: Date;
  readonly write: PlannedWrite;
}

/** A plan to carry out. */
export interface Plan extends ChangedBy {
  /** The version of the configuration that it was made from. */
  readonly from: number;
  readonly writes: readonly PlannedWrite[];
  readonly lines: readonly string[];
}

/** A write of a plan is larger than the database can store. */
export class WriteTooLargeError extends Error {
  override readonly name = 'WriteTooLargeError';

  /** `place` is the position of the write in its plan. */
  constructor(readonly place: number) {
    super(`write ${place} of a plan has more than ${MOST_BYTES} bytes`);
  }
}

/** Below the 16 MB of a document, with room for what is stored beside the write. */
const MOST_BYTES = 15 * 1024 * 1024;
const INSERT_BYTES = 8 * 1024 * 1024;
const INSERT_AT_MOST = 500;
const READ_AT_ONCE = 50;
const CHANGES_KEPT = 20;
const LINES_KEPT = 20;
const LONGEST_LINE = 200;
/** What a plan that was never begun has left behind is removed after this long. */
const LEFT_BEHIND_MS = 3_600_000;

/** How plans are carried out. */
export interface CarryOut {
  readonly make: MakeWrite;
  /** Records that the tenant's configuration has changed and that the consequences are still to be drawn. */
  readonly noteChanged: (tenantId: string, at: Date) => Promise<unknown>;
  readonly now: () => Date;
}

/** The configurations of all tenants. */
export class Configurations {
  readonly #heads: Collection<ConfigurationDocument>;
  readonly #writes: Collection<PlannedWriteDocument>;
  readonly #carryOut: CarryOut;

  constructor(
    heads: Collection<ConfigurationDocument>,
    writes: Collection<PlannedWriteDocument>,
    carryOut: CarryOut,
  ) {
    this.#heads = heads;
    this.#writes = writes;
    this.#carryOut = carryOut;
  }

  /** The version of a tenant's configuration; 0 if it was never changed. To be read before the configuration. */
  async version(tenantId: string): Promise<number> {
    return (await this.#head(tenantId))?.version ?? 0;
  }

  /** The writes of the plan that is being carried out; none if there is no plan. */
  async pending(tenantId: string): Promise<readonly PlannedWrite[]> {
    const open = (await this.#head(tenantId))?.open;
    if (!open) return [];
    const found: PlannedWrite[] = [];
    for await (const write of this.#writesOf(tenantId, open.planId)) found.push(write);
    return found;
  }

  /** The changes after `version` that are still known, oldest first, and how many there were. */
  async since(
    tenantId: string,
    version: number,
  ): Promise<{ readonly known: readonly RecentChange[]; readonly count: number }> {
    const head = await this.#head(tenantId);
    const known = (head?.recent ?? []).filter((change) => change.version > version);
    return { known, count: Math.max(0, (head?.version ?? 0) - version) };
  }

  /**
   * Begins a plan: writes all of it down, then makes it the tenant's open plan if the configuration still has the
   * version that the plan was made from. From then on it will be carried out, whatever happens to this process;
   * `conflict` if the configuration was changed meanwhile, and nothing of the plan will be done.
   * @throws WriteTooLargeError before anything is written
   */
  async begin(
    tenantId: string,
    { from, writes, by, byMember, way, lines }: Plan,
  ): Promise<'begun' | 'conflict'> {
    const at = this.#carryOut.now();
    const planId = randomUUID();
    await this.#insert(tenantId, planId, at, writes);
    const version = from + 1;
    const who = { by, ...(byMember && { byMember }) };
    const open: OpenPlan = { planId, version, at, writes: writes.length, ...who, way };
    const change = changeOf(version, at, who, lines);
    const isBegun = await this.#swap(tenantId, from, { version, planVersion: version, open }, change);
    if (!isBegun) await this.#writes.deleteMany({ _id: keyRange(keyOf(tenantId, `${planId}.`)) });
    return isBegun ? 'begun' : 'conflict';
  }

  /**
   * Makes all writes of the tenant's open plan, records that the configuration has changed, and closes the plan.
   * Returns since when it counts as changed; undefined if no plan was open. Repeatable.
   */
  async finish(tenantId: string): Promise<Date | undefined> {
    const open = (await this.#head(tenantId))?.open;
    if (!open) return undefined;
    let made = 0;
    for await (const write of this.#writesOf(tenantId, open.planId)) {
      await this.#carryOut.make(tenantId, write, open);
      made += 1;
    }
    // Another process has finished it meanwhile, and removed the writes.
    if (made < open.writes && (await this.#isOpen(tenantId, open)))
      throw new Error(`plan ${open.planId} of tenant ${tenantId} has ${made} of ${open.writes} writes`);
    const changedAt = this.#carryOut.now();
    await this.#carryOut.noteChanged(tenantId, changedAt);
    await this.#heads.updateOne({ _id: tenantId, 'open.planId': open.planId }, { $unset: { open: '' } });
    await this.#writes.deleteMany({ _id: keyRange(keyOf(tenantId, `${open.planId}.`)) });
    return changedAt;
  }

  /** Tenants whose plan was begun before `at` and is not finished; at most `limit`. */
  async unfinished(at: Date, limit: number): Promise<readonly string[]> {
    const found = await this.#heads
      .find({ 'open.at': { $exists: true, $lt: at } }, { projection: { _id: 1 } })
      .limit(limit)
      .toArray();
    return found.map(({ _id }) => _id);
  }

  /**
   * Makes a change of `who` outside a plan. A plan that is open is finished first, so that it cannot undo the change later; if a
   * plan is begun while the change is made, the change is made again after it. `change` must be repeatable; `line` says
   * in words what it did, if anything.
   */
  async outside<T>(
    tenantId: string,
    who: StoredPerson,
    change: (version: number) => Promise<T>,
    line: (result: T) => string | undefined,
  ): Promise<T> {
    for (;;) {
      const version = await this.#next(tenantId);
      if (version === undefined) {
        await this.finish(tenantId);
        continue;
      }
      const result = await change(version);
      const said = line(result);
      const head = await this.#record(tenantId, said && changeOf(version, this.#carryOut.now(), who, [said]));
      if ((head?.planVersion ?? 0) <= version) return result;
      await this.finish(tenantId);
    }
  }

  #head(tenantId: string): Promise<ConfigurationDocument | null> {
    return this.#heads.findOne({ _id: tenantId });
  }

  async #isOpen(tenantId: string, { planId }: OpenPlan): Promise<boolean> {
    return (await this.#head(tenantId))?.open?.planId === planId;
  }

  // The next version, unless a plan is open.
  async #next(tenantId: string): Promise<number | undefined> {
    try {
      const head = await this.#heads.findOneAndUpdate(
        { _id: tenantId, open: { $exists: false } },
        { $inc: { version: 1 } },
        { upsert: true, returnDocument: 'after' },
      );
      return head?.version;
    } catch (error) {
      // The upsert met the document of a tenant with an open plan, or another upsert.
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  }

  #record(tenantId: string, change: RecentChange | '' | undefined): Promise<ConfigurationDocument | null> {
    if (!change) return this.#head(tenantId);
    return this.#heads.findOneAndUpdate(
      { _id: tenantId },
      { $push: { recent: { $each: [change], $slice: -CHANGES_KEPT } } },
      { returnDocument: 'after', projection: { planVersion: 1 } },
    );
  }

  async #swap(
    tenantId: string,
    from: number,
    set: Omit<ConfigurationDocument, '_id' | 'recent'>,
    change: RecentChange,
  ): Promise<boolean> {
    if (from > 0) {
      const { matchedCount } = await this.#heads.updateOne(
        { _id: tenantId, version: from, open: { $exists: false } },
        { $set: set, $push: { recent: { $each: [change], $slice: -CHANGES_KEPT } } },
      );
      return matchedCount === 1;
    }
    try {
      await this.#heads.insertOne({ _id: tenantId, ...set, recent: [change] });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async #insert(tenantId: string, planId: string, at: Date, writes: readonly PlannedWrite[]): Promise<void> {
    const sizes = writes.map((write) => BSON.calculateObjectSize(write, { ignoreUndefined: true }));
    const tooLarge = sizes.findIndex((size) => size > MOST_BYTES);
    if (tooLarge >= 0) throw new WriteTooLargeError(tooLarge);
    await this.#writes.deleteMany({
      _id: keyRange(keyOf(tenantId, '')),
      at: { $lt: new Date(at.getTime() - LEFT_BEHIND_MS) },
      planId: { $ne: (await this.#head(tenantId))?.open?.planId ?? '' },
    });
    const documents = writes.map((write, place) => ({
      _id: keyOf(tenantId, `${planId}.${String(place).padStart(6, '0')}`),
      tenantId,
      planId,
      at,
      write,
    }));
    for (let start = 0; start < documents.length;) {
      const end = sliceEnd(sizes, start);
      await this.#writes.insertMany(documents.slice(start, end));
      start = end;
    }
  }

  async *#writesOf(tenantId: string, planId: string): AsyncGenerator<PlannedWrite> {
    const { $gte, $lt } = keyRange(keyOf(tenantId, `${planId}.`));
    for (let after: string | undefined; ;) {
      const _id = { ...(after === undefined ? { $gte } : { $gt: after }), $lt };
      const page = await this.#writes.find({ _id }).sort({ _id: 1 }).limit(READ_AT_ONCE).toArray();
      for (const { write } of page) yield write;
      if (page.length < READ_AT_ONCE) return;
      after = page.at(-1)?._id;
    }
  }
}

function sliceEnd(sizes: readonly number[], start: number): number {
  let bytes = 0;
  let end = start;
  while (end < sizes.length && end - start < INSERT_AT_MOST && (end === start || bytes < INSERT_BYTES)) {
    bytes += sizes[end] ?? 0;
    end += 1;
  }
  return end;
}

function changeOf(version: number, at: Date, who: StoredPerson, lines: readonly string[]): RecentChange {
  const kept = lines.slice(0, LINES_KEPT).map((line) => line.slice(0, LONGEST_LINE));
  const more = lines.length - kept.length;
  return { version, at, ...who, lines: kept, more: more > 0 ? more : undefined };
}
