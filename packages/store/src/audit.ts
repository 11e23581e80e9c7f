/**
 * The audit: who changed what, through which door, and whether it was done. Written before the change, so that none can
 * be made without a trace. Of no tenant: an operator works on the installation.
 */
import { randomUUID } from 'node:crypto';
import type { Collection, Filter } from 'mongodb';

/** A change as it is first written. */
export interface NewAuditEntry {
  readonly at: Date;
  /** The name of the person or of the admin key. */
  readonly who: string;
  /** The door: `session`, `admin key` or `command line`. */
  readonly via?: string;
  /** The address it came from. */
  readonly from: string;
  /** The operation of the admin API; absent where none was asked for by name. */
  readonly action?: string;
  /** What it concerns, e.g. `tenantId` and `leadId`; ids, never personal data. */
  readonly about?: Readonly<Record<string, string>>;
  /** What was asked for, e.g. `PUT /queues/api/queues/delivery/pause`; ids, never personal data. */
  readonly what: string;
  /** Whose data was changed, when it is one tenant's; such entries have an age of their own. */
  readonly tenantId?: string;
}

/** How a change ended: a failed one may be made in part. */
export type AuditOutcome = 'done' | 'refused' | 'failed';

/** A change, with how it ended; without an outcome that is not known. */
export interface AuditEntry extends NewAuditEntry {
  readonly outcome?: AuditOutcome;
  /** What came of it, e.g. the prefix of a key that was made; ids and counts. */
  readonly result?: Readonly<Record<string, string | number>>;
}

/** An entry as stored; its key begins with its time. */
export interface AuditDocument extends AuditEntry {
  readonly _id: string;
}

const MOST_OF_LEAD = 300;
/** Which entries are meant; what is absent narrows nothing. */
export interface AuditFilter {
  readonly who?: string | undefined;
  readonly via?: string | undefined;
  readonly action?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly leadId?: string | undefined;
  readonly outcome?: AuditOutcome | 'unknown' | undefined;
  /** Included. */
  readonly since?: Date | undefined;
  /** Not included. */
  readonly until?: Date | undefined;
}

/** What operators changed. Entries are added; only a tenant's retention removes those of the tenant. */
export class AuditLog {
  readonly #entries: Collection<AuditDocument>;

  constructor(collection: Collection<AuditDocument>) {
    this.#entries = collection;
  }

  /** Writes an entry and answers its id. */
  async begin(entry: NewAuditEntry): Promise<string> {
    const _id = `${entry.at.toISOString()}.${randomUUID()}`;
    await this.#entries.insertOne({ _id, ...entry });
    return _id;
  }

  /** Writes how the change of an entry ended, and what came of it. */
  async conclude(id: string, outcome: AuditOutcome, result?: AuditEntry['result']): Promise<void> {
    await this.#entries.updateOne({ _id: id }, { $set: { outcome, ...(result && { result }) } });
  }

  /** At most `limit` entries that a filter means, newest first, those before `before`, which is an entry's id. */
  async page(
    { who, via, action, tenantId, outcome, leadId, since, until }: AuditFilter,
    limit: number,
    before?: string,
  ): Promise<readonly AuditDocument[]> {
    // An entry's id begins with its time.
    const bounds = [before, until?.toISOString()].filter((bound) => bound !== undefined).sort();
    const _id = { $gte: since?.toISOString() ?? '', ...(bounds[0] !== undefined && { $lt: bounds[0] }) };
    return this.#entries
      .find({
        _id,
        ...Object.fromEntries(
          Object.entries({ who, via, action, tenantId }).filter(([, value]) => value !== undefined),
        ),
        ...(leadId !== undefined && ofLead(leadId)),
        ...(outcome !== undefined && { outcome: outcome === 'unknown' ? { $exists: false } : outcome }),
      })
      .sort({ _id: -1 })
      .limit(limit)
      .toArray();
  }

  /** The latest entries, newest first. */
  async recent(limit: number): Promise<readonly AuditEntry[]> {
    const found = await this.#entries.find().sort({ _id: -1 }).limit(limit).toArray();
    return found.map(({ _id, ...entry }) => entry);
  }

  /** What concerned a lead of the tenant, oldest first; of more than some hundreds, the latest. */
  async aboutLead(tenantId: string, leadId: string): Promise<readonly AuditEntry[]> {
    const found = await this.#entries
      .find({ ...ofLead(leadId), 'about.tenantId': tenantId })
      .sort({ _id: -1 })
      .limit(MOST_OF_LEAD)
      .toArray();
    return found.reverse().map(({ _id, ...entry }) => entry);
  }
}

// What was asked about a submission of it names the lead among what came of it.
function ofLead(leadId: string): Filter<AuditDocument> {
  return { $or: [{ 'about.leadId': leadId }, { 'result.leadId': leadId }] };
}
