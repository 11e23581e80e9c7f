/**
 * Slots, and the decision that uses them: one ordered command reserves the slots of concurrent leads, counter by
 * counter, and then records the decisions of those leads whose slots were all free. A counter grants all that the leads
 * of the command want of it, or the command stops there.
 */
import { batchCalls, groupBy } from '@sluice/batching';
import { LRUCache } from 'lru-cache';
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
 * Reserves a lead's slots and records its decision. If a counter has no room for all leads of the command, or another
 * writer has decided, returns the keys of the counters in which the lead holds a slot now.
 */
export type ReserveAndRecord = (one: SlotsAndDecision) => Promise<true | readonly string[]>;

/** Each counter without room costs the whole batch another round trip. After this many, the rest reserves first. */
const MOST_REFUSED = 3;
/** A counter that had no room is not asked again here for this long, because it may be full until its period ends. */
const FULL_FOR_MS = 1_000;
const FULL_COUNTERS = 10_000;

export function createReserveAndRecord(
  writer: BulkWriter,
  counters: Write['collection'],
  decisions: Write['collection'],
): ReserveAndRecord {
  const full = new LRUCache<string, true>({ max: FULL_COUNTERS, ttl: FULL_FOR_MS });

  async function writeAll(leads: readonly SlotsAndDecision[]): Promise<(true | readonly string[])[]> {
    const recorded = new Set<SlotsAndDecision>();
    const held = new Map(leads.map((lead) => [lead, new Set<string>()]));
    let left = leads.filter(({ slots }) => !slots.some(({ key }) => full.has(key)));
    for (let refusals = 0; refusals < MOST_REFUSED && left.length > 0; refusals += 1) {
      const grants = counterByCounter(left);
      const refused = await writeUntilRefused(writer, [
        ...statements(counters, grants),
        ...inserts(
          decisions,
          left.map(({ decision }) => decision),
        ),
      ]);
      for (const { key, of } of grants.slice(0, refused?.index))
        for (const place of of) held.get(left[place] as SlotsAndDecision)?.add(key);
      const refusedGrant = refused && grants[refused.index];
      if (refusedGrant) {
        full.set(refusedGrant.key, true);
        const without = new Set(refusedGrant.of);
        left = left.filter((_, place) => !without.has(place));
        continue;
      }
      const made = refused ? refused.index - grants.length : left.length;
      for (const lead of left.slice(0, made)) recorded.add(lead);
      // Reserving a slot that is held already changes nothing, so the leads behind a refused decision reserve again.
      left = left.slice(made + 1);
    }
    return leads.map((lead) => recorded.has(lead) || [...(held.get(lead) ?? [])]);
  }

  return batchCalls<SlotsAndDecision, true | readonly string[]>((leads) =>
    apartFromOdd(leads, ({ decision }) => decision, writeAll),
  );
}

// One statement for each counter of which leads want slots under the same conditions: first the first slot of every
// lead, then the second, and so on.
function counterByCounter(leads: readonly SlotsAndDecision[]): readonly Grant[] {
  const most = Math.max(0, ...leads.map(({ slots }) => slots.length));
  return Array.from({ length: most }, (_, nth) => {
    const wanted = leads.flatMap(({ slots }, of) => (slots[nth] ? [{ of, slot: slots[nth] }] : []));
    return [...groupBy(wanted, ({ slot: { name: _, ...alike } }) => JSON.stringify(alike)).values()].map(
      grantAll,
    );
  }).flat();
}

interface Grant extends Statement {
  readonly key: string;
}

function grantAll(wanted: readonly { readonly of: number; readonly slot: WantedSlot }[]): Grant {
  const [{ slot }] = wanted as [(typeof wanted)[number]];
  const update = grantAllUpdate(
    wanted.map(({ slot: { name } }) => name),
    slot,
  );
  return {
    key: slot.key,
    write: { updateOne: { filter: { _id: slot.key }, update, upsert: true } },
    of: wanted.map(({ of }) => of),
  };
}
