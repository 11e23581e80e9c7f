/**
 * Retention: deletes a tenant's finished records by age, one small slice at a time. Each slice may be repeated, and two
 * processes may work at once. Unfinished records are kept, however old.
 */
import type { RetentionKind } from '@sluice/contracts';
import type { StoreDb } from '../registry/collections.js';
import { finishedLeads } from './finished-leads.js';
import { deleteAudit, deleteInteractions, deleteMessages } from './old-messages.js';
import { sumOf, type BeforeDeleting, type Slice, type SliceEnd } from './range.js';
import type { RemovalStore } from './removal-store.js';
import type { Removed } from './remove.js';

/** How many documents a slice reads, so that it takes less than a second. */
const LIMIT = 500;

/** One part of a kind, deleted slice by slice. */
export interface RetentionWalk {
  readonly kind: RetentionKind;
  /** The collection whose keys it follows. */
  readonly name: string;
  readonly deleteSlice: (
    before: Date,
    after: string | undefined,
    beforeDeleting: BeforeDeleting,
  ) => Promise<SliceEnd>;
}

/** What retention works with. */
export interface RetentionParts {
  readonly db: StoreDb;
  readonly removal: RemovalStore;
}

/** Retention of one tenant. */
export class RetentionStore {
  readonly #db: StoreDb;
  readonly #removal: RemovalStore;
  readonly #tenantId: string;

  constructor({ db, removal }: RetentionParts, tenantId: string) {
    this.#db = db;
    this.#removal = removal;
    this.#tenantId = tenantId;
  }

  /** The walks that delete records of this kind; several walks run one after another. */
  walks(kind: RetentionKind): readonly RetentionWalk[] {
    const walk = (name: string, run: (slice: Slice) => Promise<SliceEnd>): RetentionWalk => ({
      kind,
      name,
      deleteSlice: async (before, after, beforeDeleting) => {
        const slice = { tenantId: this.#tenantId, before, after, limit: LIMIT, beforeDeleting };
        const { removed, ...end } = await run(slice);
        return { ...end, removed: await this.#counted(removed) };
      },
    });
    const byKind: Readonly<Record<RetentionKind, readonly RetentionWalk[]>> = {
      leads: [walk('leads', (slice) => this.#deleteLeads(slice))],
      messages: [
        walk('messages', (slice) => deleteMessages(this.#db, slice)),
        walk('interactions', (slice) => deleteInteractions(this.#db, slice)),
        walk('audit', (slice) => deleteAudit(this.#db, slice)),
      ],
    };
    return byKind[kind];
  }

  /** Completes removals that a process left behind, some at a time; `more` says whether to call it again. */
  async finishMarked(): Promise<{ readonly removed: Removed; readonly more: boolean }> {
    const { removed, more } = await this.#removal.finishMarked();
    return { removed: await this.#counted(removed), more };
  }

  /** How many documents of each collection were deleted so far, and when the last were. */
  async totals(): Promise<{ readonly deleted: Removed; readonly lastDeletedAt?: Date }> {
    const { deleted = {}, lastDeletedAt } =
      (await this.#db.collection('retention').findOne({ _id: this.#tenantId })) ?? {};
    return { deleted, lastDeletedAt };
  }

  async #deleteLeads(slice: Slice): Promise<SliceEnd> {
    const { leads, next } = await finishedLeads(this.#db, slice);
    if (leads.length === 0) return { removed: {}, after: next };
    await slice.beforeDeleting(leads.map(({ createdAt }) => createdAt));
    return { removed: await this.#removal.deleteUnchanged(leads), after: next };
  }

  async #counted(removed: Removed): Promise<Removed> {
    const deleted = sumOf(removed);
    if (Object.keys(deleted).length > 0)
      await this.#db.collection('retention').updateOne(
        { _id: this.#tenantId },
        {
          $inc: Object.fromEntries(
            Object.entries(deleted).map(([name, count]) => [`deleted.${name}`, count]),
          ),
          $currentDate: { lastDeletedAt: true },
        },
        { upsert: true },
      );
    return deleted;
  }
}
