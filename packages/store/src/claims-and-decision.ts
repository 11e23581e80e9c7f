/**
 * Duplicate claims, the decision that follows from them, and its effects: one ordered command takes the claims of
 * concurrent leads field by field, and then records the decisions of those leads whose claims were all free, and their
 * effects.
 */
import { batchCalls } from '@sluice/batching';
import type { Keyed } from './batched-collection.js';
import type { EffectDocument } from './effects.js';
import { apartFromOdd } from './odd-documents.js';
import { inserts, writeUntilRefused, type BulkWriter, type Write } from './ordered-writes.js';

/** The claims of a lead, in order, the decision to record once all of them are taken, and its effects. */
export interface ClaimsAndDecision {
  readonly claims: readonly Keyed[];
  readonly decision: Keyed;
  readonly effects: readonly EffectDocument[];
}

/** What was written: how many of the claims, from the first on, or the decision after all of them with these effects. */
export type Written = { readonly claims: number } | { readonly effects: readonly EffectDocument[] };

/** Claims for a lead and records its decision and its effects; stops at the first key that is taken. */
export type ClaimAndRecord = (one: ClaimsAndDecision) => Promise<Written>;

/**
 * Each key that is taken costs the whole batch another round trip. After this many of them, the rest of the batch claims
 * as those leads do: each by itself.
 */
const MOST_REFUSED = 3;

export function createClaimAndRecord(
  writer: BulkWriter,
  collections: Readonly<Record<'claims' | 'decisions' | 'effects', Write['collection']>>,
): ClaimAndRecord {
  const insertsOf = ({ claims, decision, effects }: ClaimsAndDecision): readonly Write[] => [
    ...inserts(collections.claims, claims),
    ...inserts(collections.decisions, [decision]),
    ...inserts(collections.effects, effects),
  ];

  async function writeAll(leads: readonly ClaimsAndDecision[]): Promise<(Written | Error)[]> {
    const made = leads.map(() => 0);
    const failures = new Map<number, Error>();
    let left = fieldByField(leads.map(insertsOf));
    for (let refusals = 0; refusals < MOST_REFUSED && left.length > 0; refusals += 1) {
      const stop = await writeUntilRefused(writer, left);
      for (const { of } of left.slice(0, stop?.index)) made[of] = (made[of] ?? 0) + 1;
      const refused = stop && left[stop.index];
      if (!refused) break;
      if (stop.refusal instanceof Error) failures.set(refused.of, stop.refusal);
      left = left.slice(stop.index + 1).filter(({ of }) => of !== refused.of);
    }
    return leads.map(({ claims, effects }, of) => {
      const count = made[of] ?? 0;
      const after = count - claims.length - 1;
      // A failure behind the decision concerns an effect, which is then planned by itself.
      if (after >= 0) return { effects: effects.slice(0, after) };
      return failures.get(of) ?? { claims: count };
    });
  }

  return batchCalls<ClaimsAndDecision, Written>((leads) => apartFromOdd(leads, (one) => one, writeAll));
}

// The first insert of every lead, then the second of every lead, and so on.
function fieldByField(leads: readonly (readonly Write[])[]): (Write & { readonly of: number })[] {
  const most = Math.max(0, ...leads.map((writes) => writes.length));
  return Array.from({ length: most }, (_, place) =>
    leads.flatMap((writes, of) => {
      const insert = writes[place];
      return insert ? [{ ...insert, of }] : [];
    }),
  ).flat();
}
