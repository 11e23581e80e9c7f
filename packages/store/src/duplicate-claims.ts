/**
 * Duplicate claims: which lead holds a value within a campaign's dedupe window. The key is the value, so two identical leads
 * in one millisecond cannot both have it. Callers take fields one after another in a fixed order.
 */
import { createHash } from 'node:crypto';
import { batchCalls } from '@sluice/batching';
import type { Collection } from 'mongodb';
import { keyOf } from './keys.js';
import { batchedInsert, insertUntilTaken } from './batched-collection.js';

/** A claim as stored; its key is campaign, field and the hash of the value. */
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
 * How asking for a claim ended: it is ours, or another lead holds it. `since` names the earlier submission of the same
 * lead that took it.
 */
export type ClaimAnswer =
  { readonly kind: 'ours'; readonly since?: string } | { readonly kind: 'held'; readonly holder: Claimant };

/** The name of a claim; the value itself is not stored. */
export function claimId(campaignId: string, field: string, value: string): string {
  const hash = createHash('sha256').update(value).digest('base64url').slice(0, 32);
  return `${campaignId}.${field.replaceAll('/', '_')}.${hash}`;
}

/** Batched round trips, of all tenants of the process. */
export interface ClaimBatching {
  readonly insert: ReturnType<typeof batchedInsert<ClaimDocument>>;
  /** Inserts the claims of one lead in their order, up to the first that is held, and answers how many these were. */
  readonly insertFree: (claims: readonly ClaimDocument[]) => Promise<number>;
}

/** Of more leads than these one probably meets a claim that is held, and those behind it would have asked in vain. */
const FEW_LEADS = 4;

export function claimBatching(collection: Collection<ClaimDocument>): ClaimBatching {
  return {
    insert: batchedInsert(collection),
    insertFree: batchCalls<readonly ClaimDocument[], number>(async (leads) => {
      if (leads.length > FEW_LEADS) return leads.map(() => 0);
      let left = await insertUntilTaken(collection, leads.flat());
      return leads.map((claims) => {
        const inserted = Math.min(left, claims.length);
        left = inserted < claims.length ? 0 : left - inserted;
        return inserted;
      });
    }),
  };
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

  /**
   * Takes the claims in their order, as far as they are free and it costs one round trip, and answers how many it took.
   * {@link take} says which lead holds the next one, or that it is free after all.
   */
  async takeFree(
    ids: readonly string[],
    { leadId, submissionId }: Claimant,
    expiresAt: Date,
  ): Promise<number> {
    const tenantId = this.#tenantId;
    return this.#batching.insertFree(
      ids.map((id) => ({ _id: keyOf(tenantId, id), tenantId, leadId, submissionId, expiresAt })),
    );
  }

  /** Takes the claim, takes over an expired one, or answers its holder. A lead's own claim is always ours. */
  async take(id: string, claimant: Claimant, now: Date, expiresAt: Date): Promise<ClaimAnswer> {
    const _id = keyOf(this.#tenantId, id);
    for (;;) {
      const outcome = await this.#batching.insert({
        _id,
        tenantId: this.#tenantId,
        leadId: claimant.leadId,
        submissionId: claimant.submissionId,
        expiresAt,
      });
      if (outcome === 'inserted') return { kind: 'ours' };
      const existing = await this.#claims.findOne({ _id });
      if (!existing) continue; // given back meanwhile
      if (existing.expiresAt > now) {
        const { leadId, submissionId } = existing;
        return leadId === claimant.leadId
          ? { kind: 'ours', since: submissionId }
          : { kind: 'held', holder: { leadId, submissionId } };
      }
      if (await this.takeOver(id, existing.submissionId, claimant, expiresAt)) return { kind: 'ours' };
    }
  }

  /** Takes a claim from a submission that has no right to it any more; false when it no longer holds it. */
  async takeOver(id: string, from: string, claimant: Claimant, expiresAt: Date): Promise<boolean> {
    const taken = await this.#claims.updateOne(
      { _id: keyOf(this.#tenantId, id), submissionId: from },
      { $set: { leadId: claimant.leadId, submissionId: claimant.submissionId, expiresAt } },
    );
    return taken.matchedCount === 1;
  }

  /** The window of what the lead holds of `ids` begins anew: it was placed again. Repeatable; a window never shrinks. */
  async renew(ids: readonly string[], leadId: string, expiresAt: Date): Promise<void> {
    if (ids.length === 0) return;
    await this.#claims.updateMany(
      { _id: { $in: ids.map((id) => keyOf(this.#tenantId, id)) }, leadId },
      { $max: { expiresAt } },
    );
  }

  /** What taking the claim would answer, taking nothing. */
  async look(id: string, { leadId }: Pick<Claimant, 'leadId'>, now: Date): Promise<ClaimAnswer> {
    const existing = await this.#claims.findOne({ _id: keyOf(this.#tenantId, id) });
    if (!existing || existing.expiresAt <= now) return { kind: 'ours' };
    if (existing.leadId === leadId) return { kind: 'ours', since: existing.submissionId };
    return { kind: 'held', holder: { leadId: existing.leadId, submissionId: existing.submissionId } };
  }

  /** Gives back what `submissionId` holds of `ids`. Repeatable. */
  async giveBack(ids: readonly string[], submissionId: string): Promise<void> {
    if (ids.length === 0) return;
    await this.#claims.deleteMany({ _id: { $in: ids.map((id) => keyOf(this.#tenantId, id)) }, submissionId });
  }
}
