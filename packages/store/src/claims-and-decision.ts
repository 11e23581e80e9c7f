/**
 * Duplicate claims, and the decision that follows from them: one ordered command takes the claims of concurrent leads
 * field by field, and then records the decisions of those leads whose claims were all free.
 */
import { batchCalls } from '@sluice/batching';
import type { Keyed } from './batched-collection.js';
import { apartFromOdd } from './odd-documents.js';
import { inserts, writeUntilRefused, type BulkWriter, type Write } from './ordered-writes.js';

/** The claims of a lead, in order, and the decision to record once all of them are taken. */
export interface ClaimsAndDecision {
  readonly claims: readonly Keyed[];
  readonly decision: Keyed;
}

/** What was written: how many of the claims, from the first on, and whether the decision after all of them. */
export interface Written {
  readonly claims: number;
  readonly decision: boolean;
}

/** Claims for a lead and records its decision; stops at the first key that is taken. */
export type ClaimAndRecord = (one: ClaimsAndDecision) => Promise<Written>;

/**
 * Each key that is taken costs the whole batch another round trip. After this many of them, the rest of the batch claims
 * as those leads do: each by itself.
 */
const MOST_REFUSED = 3;

export function createClaimAndRecord(
  writer: BulkWriter,
  claimed: Write['collection'],
  decisions: Write['collection'],
): ClaimAndRecord {
  const insertsOf = ({ claims, decision }: ClaimsAndDecision): readonly Write[] => [
    ...inserts(claimed, claims),
    ...inserts(decisions, [decision]),
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
    return leads.map(({ claims }, of) => {
      const count = made[of] ?? 0;
      return failures.get(of) ?? { claims: Math.min(count, claims.length), decision: count > claims.length };
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
