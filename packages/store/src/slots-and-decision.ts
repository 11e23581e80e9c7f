/**
 * Slots, and the decision that uses them: one ordered command reserves the slots of concurrent leads, counter by
 * counter, and then records the decisions of those leads whose slots were all free. A counter grants all that the leads
 * of the command want of it, or the command stops there.
 */
import { batchCalls, groupBy } from '@sluice/batching';
import type { Keyed, Statement } from './batched-collection.js';
import { grantAllUpdate, type Asked } from './counter-document.js';
import { apartFromOdd } from './odd-documents.js';
import { inserts, statements, writeUntilRefused, type BulkWriter, type Write } from './ordered-writes.js';

/** A slot of one counter, for the decision of this name. */
export interface WantedSlot extends Asked {
  readonly key: string;
  readonly name: string;
}

/** The slots of a lead, in order, and the decision to record once all of them are reserved. */
export interface SlotsAndDecision {
  readonly slots: readonly WantedSlot[];
  readonly decision: Keyed;
}

/**
 * Reserves a lead's slots and records its decision; false if a counter has no room for all leads of the command, or if
 * another writer has decided. Some of the slots may be reserved then.
 */
export type ReserveAndRecord = (one: SlotsAndDecision) => Promise<boolean>;

/** Each counter without room costs the whole batch another round trip. After this many, the rest reserves first. */
const MOST_REFUSED = 3;

export function createReserveAndRecord(
  writer: BulkWriter,
  counters: Write['collection'],
  decisions: Write['collection'],
): ReserveAndRecord {
  async function writeAll(leads: readonly SlotsAndDecision[]): Promise<boolean[]> {
    const recorded = new Set<SlotsAndDecision>();
    let left = leads;
    for (let refusals = 0; refusals < MOST_REFUSED && left.length > 0; refusals += 1) {
      const grants = counterByCounter(left);
      const refused = await writeUntilRefused(writer, [
        ...statements(counters, grants),
        ...inserts(
          decisions,
          left.map(({ decision }) => decision),
        ),
      ]);
      const made = refused ? refused.index - grants.length : left.length;
      for (const lead of left.slice(0, Math.max(0, made))) recorded.add(lead);
      // Reserving a slot that is held already changes nothing, so that the leads behind a decision reserve again.
      const without = new Set(refused && made < 0 ? grants[refused.index]?.of : []);
      left = made < 0 ? left.filter((_, place) => !without.has(place)) : left.slice(made + 1);
    }
    return leads.map((lead) => recorded.has(lead));
  }

  return batchCalls<SlotsAndDecision, boolean>((leads) =>
    apartFromOdd(leads, ({ decision }) => decision, writeAll),
  );
}

// One statement for each counter of which leads want slots under the same conditions: first the first slot of every
// lead, then the second, and so on.
function counterByCounter(leads: readonly SlotsAndDecision[]): readonly Statement[] {
  const most = Math.max(0, ...leads.map(({ slots }) => slots.length));
  return Array.from({ length: most }, (_, nth) => {
    const wanted = leads.flatMap(({ slots }, of) => (slots[nth] ? [{ of, slot: slots[nth] }] : []));
    return [...groupBy(wanted, ({ slot: { name: _, ...alike } }) => JSON.stringify(alike)).values()].map(
      grantAll,
    );
  }).flat();
}

function grantAll(wanted: readonly { readonly of: number; readonly slot: WantedSlot }[]): Statement {
  const [{ slot }] = wanted as [(typeof wanted)[number]];
  const update = grantAllUpdate(
    wanted.map(({ slot: { name } }) => name),
    slot,
  );
  return {
    write: { updateOne: { filter: { _id: slot.key }, update, upsert: true } },
    of: wanted.map(({ of }) => of),
  };
}
