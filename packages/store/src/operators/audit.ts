/**
 * The audit: who changed what, through which channel, and whether it was done. Written before the change, so that no
 * change goes without a trace. Entries belong to no tenant, because an operator works on the installation.
 */
import { randomUUID } from 'node:crypto';
import type { Collection, Filter } from 'mongodb';

/** A change as it is first written. */
export interface NewAuditEntry {
  readonly at: Date;
  /** The name of the person or of the admin key. */
  readonly who: string;
  /** It was a member of the tenant; absent: a person or key of the installation. */
  readonly byMember?: true;
  /** The channel: `session`, `admin key` or `command line`. */
  readonly via?: string;
  /** The network address it came from. */
  readonly from: string;
  /** The operation of the admin API; absent if the change used none. */
  readonly action?: string;
  /** The subject, e.g. `tenantId` and `leadId`; ids, never personal data. */
  readonly about?: Readonly<Record<string, string>>;
  /** The request, e.g. `PUT /queues/api/queues/delivery/pause`; ids, never personal data. */
  readonly what: string;
  /** The tenant whose data was changed, if it is one; such entries have a retention of their own. */
  readonly tenantId?: string;
}

/** How a change ended. A failed one may be partly done. */
export type AuditOutcome = 'done' | 'refused' | 'failed';

/** A change with its outcome; if that is absent, it is unknown. */
export interface AuditEntry extends NewAuditEntry {
  readonly outcome?: AuditOutcome;
  /** The result, e.g. the prefix of a created key; ids and counts. */
  readonly result?: Readonly<Record<string, string | number>>;
}

/** An entry as stored; its key begins with its time. */
export interface AuditDocument extends AuditEntry {
  readonly _id: string;
}

const MOST_OF_LEAD = 300;
/** Selects entries; an absent field does not narrow the selection. */
export interface AuditFilter {
  readonly who?: string | undefined;
  /** Only what members of a tenant did. */
  readonly byMember?: true | undefined;
  readonly via?: string | undefined;
  readonly action?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly leadId?: string | undefined;
  readonly outcome?: AuditOutcome | 'unknown' | undefined;
  /** Inclusive. */
  readonly since?: Date | undefined;
  /** Exclusive. */
  readonly until?: Date | undefined;
}

/** What operators changed. Entries are only added; only a tenant's retention removes entries of that tenant. */
export class AuditLog {
  readonly #entries: Collection<AuditDocument>;

  constructor(collection: Collection<AuditDocument>) {
    this.#entries = collection;
  }

  /** Writes an entry and returns its id. */
  async begin(entry: NewAuditEntry): Promise<string> {
    const _id = `${entry.at.toISOString()}.${randomUUID()}`;
    await this.#entries.insertOne({ _id, ...entry });
    return _id;
  }

  /** Writes the outcome and the result of an entry. */
  async conclude(id: string, outcome: AuditOutcome, result?: AuditEntry['result']): Promise<void> {
    await this.#entries.updateOne({ _id: id }, { $set: { outcome, ...(result && { result }) } });
  }

  /** At most `limit` matching entries, newest first; only those before `before`, the id of an entry. */
  async page(
    { who, byMember, via, action, tenantId, outcome, leadId, since, until }: AuditFilter,
    limit: number,
    before?: string,
  ): Promise<readonly AuditDocument[]> {
    // An entry's id starts with its time.
    const bounds = [before, until?.toISOString()].filter((bound) => bound !== undefined).sort();
    const _id = { $gte: since?.toISOString() ?? '', $lt: bounds[0] };
    return this.#entries
      .find({
        _id,
        ...Object.fromEntries(
          Object.entries({ who, byMember, via, action, tenantId }).filter(([, value]) => value !== undefined),
        ),
        ...(leadId !== undefined && ofLead(leadId)),
        ...(outcome !== undefined && { outcome: outcome === 'unknown' ? { $exists: false } : outcome }),
      })
      .sort({ _id: -1 })
      .limit(limit)
      .toArray();
  }

  /** The entries about a lead of the tenant, oldest first; if there are more than some hundreds, the latest. */
  async aboutLead(tenantId: string, leadId: string): Promise<readonly AuditEntry[]> {
    const found = await this.#entries
      .find({ ...ofLead(leadId), 'about.tenantId': tenantId })
      .sort({ _id: -1 })
      .limit(MOST_OF_LEAD)
      .toArray();
    return found.reverse().map(({ _id, ...entry }) => entry);
  }
}

// An action on one of its submissions names the lead in its result.
function ofLead(leadId: string): Filter<AuditDocument> {
  return { $or: [{ 'about.leadId': leadId }, { 'result.leadId': leadId }] };
}
