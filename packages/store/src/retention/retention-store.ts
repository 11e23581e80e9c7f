/**
 * Retention: deletes a tenant's finished records by age, one small slice at a time. Each slice may be repeated, and two
 * processes may work at once. Unfinished records are kept, however old.
 */
import type { RetentionKind } from '@sluice/contracts';
import type { Collection, Db, Document } from 'mongodb';
import type { AuditDocument } from '../audit.js';
import { deleteLeads, deleteSubmissions, finishBegun, type WholeCollections } from './begun-slices.js';
import { deleteInteractions, deleteMessages } from './delete-messages.js';
import { deleteOrdered, deleteOwned, type Slice } from './owned-slices.js';
import { lastOf, sumOf, type SliceEnd } from './range.js';
import type { RetentionDocument } from './retention-document.js';

/** How many documents a slice reads; fewer leads and submissions, because other records are deleted with them. */
const LIMIT = 500;
const LIMIT_OF_WHOLES = 100;

/** How many documents of each collection were deleted. */
export type Deleted = Readonly<Record<string, number>>;

/** One part of a kind, deleted slice by slice. */
export interface RetentionWalk {
  readonly kind: RetentionKind;
  /** The collection whose keys it follows. */
  readonly name: string;
  readonly deleteSlice: (
    before: Date,
    after: string | undefined,
    announce: () => Promise<void>,
  ) => Promise<SliceEnd>;
}

/** Closes the hours of reports in which leads came in at these times: what they hold is kept, and not counted again. */
export type CloseReports = (receivedAt: readonly Date[]) => Promise<void>;

/** Retention of one tenant. */
export class RetentionStore {
  readonly #db: Db;
  readonly #closeReports: CloseReports;
  readonly #tenantId: string;

  constructor(db: Db, closeReports: CloseReports, tenantId: string) {
    this.#db = db;
    this.#closeReports = closeReports;
    this.#tenantId = tenantId;
  }

  /** The walks that delete records of this kind; several walks run one after another. */
  walks(kind: RetentionKind): readonly RetentionWalk[] {
    const of = <T extends Document>(name: string) => this.#db.collection<T>(name);
    const keyed = (name: string) => of<{ readonly _id: string } & Document>(name);
    const whole = this.#whole();
    const walk = (name: string, limit: number, run: (slice: Slice) => Promise<SliceEnd>): RetentionWalk => ({
      kind,
      name,
      deleteSlice: async (before, after, announce) => {
        const closeReports = (leadKeys: readonly string[]) => this.#closeReportsOf(leadKeys);
        const slice = { tenantId: this.#tenantId, before, after, limit, announce, closeReports };
        return this.#counted(await run(slice));
      },
    });
    const owned = (name: string) => walk(name, LIMIT, (slice) => deleteOwned(keyed(name), whole, slice));
    const { messages, effects, interactions } = whole;
    const byKind: Readonly<Record<RetentionKind, readonly RetentionWalk[]>> = {
      leads: [walk('leads', LIMIT_OF_WHOLES, (slice) => deleteLeads(whole, slice))],
      submissions: [walk('submissions', LIMIT_OF_WHOLES, (slice) => deleteSubmissions(whole, slice))],
      decisions: [owned('decisions')],
      attempts: [owned('attempts')],
      effects: [owned('effects'), walk('effects', LIMIT, (slice) => deleteOrdered(effects, slice))],
      messages: [
        walk('messages', LIMIT_OF_WHOLES, (slice) =>
          deleteMessages({ messages, effects, attempts: keyed('attempts') }, slice),
        ),
        walk('interactions', LIMIT, (slice) =>
          deleteInteractions({ interactions, conversations: of('conversations') }, slice),
        ),
      ],
      audit: [walk('audit', LIMIT, (slice) => deleteAudit(of<AuditDocument>('audit'), slice))],
    };
    return byKind[kind];
  }

  /** Finishes the slice that a process left behind and returns what this deleted; nothing if there is none. */
  async finishBegun(): Promise<Deleted> {
    const deleted = await finishBegun(this.#whole(), this.#tenantId);
    await this.#count(deleted);
    return deleted;
  }

  /** How many documents of each collection were deleted so far, and when the last were. */
  async totals(): Promise<{ readonly deleted: Deleted; readonly lastDeletedAt?: Date }> {
    const { deleted = {}, lastDeletedAt } = (await this.#retention().findOne({ _id: this.#tenantId })) ?? {};
    return { deleted, ...(lastDeletedAt && { lastDeletedAt }) };
  }

  async #counted(end: SliceEnd): Promise<SliceEnd> {
    const deleted = sumOf(end.deleted);
    await this.#count(deleted);
    return { ...end, deleted };
  }

  async #closeReportsOf(leadKeys: readonly string[]): Promise<void> {
    const found = await this.#whole()
      .leads.find({ _id: { $in: [...leadKeys] } }, { projection: { createdAt: 1 } })
      .toArray();
    await this.#closeReports(found.map(({ createdAt }) => createdAt));
  }

  async #count(deleted: Deleted): Promise<void> {
    const counts = Object.entries(deleted).map(([name, count]) => [`deleted.${name}`, count] as const);
    if (counts.length === 0) return;
    await this.#retention().updateOne(
      { _id: this.#tenantId },
      {
        $inc: Object.fromEntries(counts),
        $setOnInsert: { n: 0 },
        $currentDate: { lastDeletedAt: true },
      },
      { upsert: true },
    );
  }

  #retention(): Collection<RetentionDocument> {
    return this.#db.collection<RetentionDocument>('retention');
  }

  #whole(): WholeCollections {
    const of = <T extends Document>(name: string) => this.#db.collection<T>(name);
    return {
      retention: this.#retention(),
      leads: of('leads'),
      submissions: of('submissions'),
      effects: of('effects'),
      interactions: of('interactions'),
      messages: of('messages'),
      ledger: of('ledger'),
      returns: of('returns'),
      named: (name) => of(name),
    };
  }
}

// Entries without a tenant belong to the installation and are kept.
async function deleteAudit(
  audit: Collection<AuditDocument>,
  { tenantId, before, after = '', limit, announce }: Slice,
): Promise<SliceEnd> {
  const found = await audit
    .find({ tenantId, _id: { $gt: after, $lt: before.toISOString() } }, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  const old = found.map(({ _id }) => _id);
  if (old.length > 0) await announce();
  const deleted = old.length === 0 ? 0 : (await audit.deleteMany({ _id: { $in: old } })).deletedCount;
  return {
    deleted: { audit: deleted },
    after: lastOf(old, limit),
  };
}
