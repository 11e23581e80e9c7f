/**
 * Duplicate claims: which lead holds a value within a campaign's dedupe window. The value is the key, so two identical
 * leads in the same millisecond cannot both hold it. Callers claim fields one after another in a fixed order.
 */
import { createHash } from 'node:crypto';
import type { Collection } from 'mongodb';
import { idOf, keyOf } from '../driver/keys.js';
import { commitOf, type WriteOne } from '../commit/commit.js';
import type { BulkWriter } from '../commit/ordered-writes.js';
import { insertPhase, type Exists } from '../commit/phases.js';
import { batchedRead, type Statement } from '../driver/batched-collection.js';

/** A claim as stored; its key is the owner, the field and the hash of the value. */
export interface ClaimDocument {
  readonly _id: string;
  readonly tenantId: string;
  readonly leadId: string;
  readonly submissionId: string;
  readonly expiresAt: Date;
}

/** The submission that claims. */
export interface Claimant {
  readonly leadId: string;
  readonly submissionId: string;
}

/**
 * The result of a claim: it is ours, or another lead holds it. `since` is the earlier submission of the same lead that
 * took it.
 */
export type ClaimAnswer =
  | { readonly kind: 'ours'; readonly since?: string }
  | { readonly kind: 'held'; readonly holder: Claimant };

/**
 * The id of a claim; the value itself is not stored. `owner` says among which leads the value is claimed: the code of a
 * campaign, `offer.<id>` or `tenant`.
 */
export function claimId(owner: string, field: string, value: string): string {
  return claimIdOfHash(owner, field, createHash('sha256').update(value).digest());
}

/** The same by the SHA-256 of the value. */
export function claimIdOfHash(owner: string, field: string, hash: Buffer): string {
  return `${claimPrefix(owner, field)}${hash.toString('base64url').slice(0, 32)}`;
}

/** What the ids of all claims of this field begin with. */
export function claimPrefix(owner: string, field: string): string {
  return `${owner}.${field.replaceAll('/', '_')}.`;
}

/** A claim that a lead holds. */
export interface LeadClaim {
  readonly id: string;
  readonly submissionId: string;
  readonly expiresAt: Date;
}

/** Batched round trips, of all tenants of the process. */
export interface ClaimBatching {
  readonly insert: WriteOne<ClaimDocument, Exists>;
  readonly read: (key: string) => Promise<ClaimDocument | undefined>;
}

export function claimBatching(writer: BulkWriter, collection: Collection<ClaimDocument>): ClaimBatching {
  return {
    insert: commitOf(writer, insertPhase(collection, { seesOwn: false })),
    read: batchedRead(collection),
  };
}

/** A claim as it is stored. */
export function claimDocument(
  tenantId: string,
  id: string,
  { leadId, submissionId }: Claimant,
  expiresAt: Date,
): ClaimDocument {
  return { _id: keyOf(tenantId, id), tenantId, leadId, submissionId, expiresAt };
}

/** What becomes of the claims of a submission that ends. */
export type KeptClaims =
  /** Those that the submission holds are released. */
  | { readonly release: readonly string[]; readonly submissionId: string }
  /** The window of those that the lead holds starts again; it never shrinks. */
  | { readonly renew: readonly string[]; readonly leadId: string; readonly expiresAt: Date };

/** The statements that release and renew claims. Repeatable. */
export function keptClaimsStatements(
  all: readonly (KeptClaims & { readonly tenantId: string })[],
): readonly Statement[] {
  return all.map((one, place) => {
    const keys = ('release' in one ? one.release : one.renew).map((id) => keyOf(one.tenantId, id));
    const filter = { _id: { $in: keys } };
    return {
      of: [place],
      write:
        'release' in one
          ? { deleteMany: { filter: { ...filter, submissionId: one.submissionId } } }
          : {
              updateMany: {
                filter: { ...filter, leadId: one.leadId },
                update: { $max: { expiresAt: one.expiresAt } },
              },
            },
    };
  });
}

/** Duplicate claims of one tenant. */
export class DuplicateClaimStore {
  readonly #claims: Collection<ClaimDocument>;
  readonly #batching: ClaimBatching;
  readonly #tenantId: string;

  constructor(collection: Collection<ClaimDocument>, batching: ClaimBatching, tenantId: string) {
    this.#claims = collection;
    this.#batching = batching;
    this.#tenantId = tenantId;
  }

  /** Takes the claim, takes over an expired one, or returns its holder. A lead's own claim always counts as ours. */
  async take(id: string, claimant: Claimant, now: Date, expiresAt: Date): Promise<ClaimAnswer> {
    const _id = keyOf(this.#tenantId, id);
    for (;;) {
      const outcome = await this.#batching.insert(claimDocument(this.#tenantId, id, claimant, expiresAt));
      if (outcome === 'made') return { kind: 'ours' };
      const existing = await this.#claims.findOne({ _id });
      if (!existing) continue; // released meanwhile
      if (existing.expiresAt > now) {
        const { leadId, submissionId } = existing;
        return leadId === claimant.leadId
          ? { kind: 'ours', since: submissionId }
          : { kind: 'held', holder: { leadId, submissionId } };
      }
      if (await this.takeOver(id, existing.submissionId, claimant, expiresAt)) return { kind: 'ours' };
    }
  }

  /**
   * Takes a claim over from a submission that has lost its right to it; false if that submission no longer holds it.
   */
  async takeOver(id: string, from: string, claimant: Claimant, expiresAt: Date): Promise<boolean> {
    const taken = await this.#claims.updateOne(
      { _id: keyOf(this.#tenantId, id), submissionId: from },
      { $set: { leadId: claimant.leadId, submissionId: claimant.submissionId, expiresAt } },
    );
    return taken.matchedCount === 1;
  }

  /** Returns what {@link take} would return, without taking the claim. */
  async look(id: string, { leadId }: Pick<Claimant, 'leadId'>, now: Date): Promise<ClaimAnswer> {
    const existing = await this.#batching.read(keyOf(this.#tenantId, id));
    if (!existing || existing.expiresAt <= now) return { kind: 'ours' };
    if (existing.leadId === leadId) return { kind: 'ours', since: existing.submissionId };
    return { kind: 'held', holder: { leadId: existing.leadId, submissionId: existing.submissionId } };
  }

  /** The claims that a lead holds and that have not expired, of all campaigns. */
  async ofLead(leadId: string, now: Date): Promise<readonly LeadClaim[]> {
    const found = await this.#claims.find({ tenantId: this.#tenantId, leadId }).toArray();
    return found.flatMap(({ _id, submissionId, expiresAt }) => {
      return expiresAt > now ? [{ id: idOf(_id), submissionId, expiresAt }] : [];
    });
  }

  /** Releases the claims among `ids` that `submissionId` holds. Repeatable. */
  async release(ids: readonly string[], submissionId: string): Promise<void> {
    if (ids.length === 0) return;
    await this.#claims.deleteMany({ _id: { $in: ids.map((id) => keyOf(this.#tenantId, id)) }, submissionId });
  }
}
