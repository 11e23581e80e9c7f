/** Follows leads until they have come to rest: none of them is `pending` any more, or the time is up. */
import type { Client } from '@sluice/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeTime } from 'ulid';

/** How leads are followed. */
export interface FollowOptions {
  readonly waitMs: number;
  readonly signal: AbortSignal;
  readonly onRested: (rested: number) => void;
}

/** Whether any lead still moves is one page of the list. */
const LOOK_EVERY_MS = 200;
/** How many do is all of their pages: the service that counts is the one that is waited for, so that is a tenth of the time. */
const COUNT_TIMES_AS_LATE = 10;
/** How far the clocks of the gateway and of the database may be apart. */
const CLOCKS_APART_MS = 60_000;

/** The status of each lead in the end, by leadId; a lead that the list does not hold is missing. */
export async function followLeads(
  client: Client,
  leadIds: ReadonlySet<string>,
  { waitMs, signal, onRested }: FollowOptions,
): Promise<ReadonlyMap<string, string>> {
  const giveUpAt = performance.now() + waitMs;
  let countAt = 0;
  try {
    for (;;) {
      const lookedAt = performance.now();
      const counts = lookedAt >= countAt;
      const atMost = counts ? leadIds.size : 1;
      const moving = (await statuses(client, leadIds, { status: ['pending'], atMost }, signal)).size;
      const endedAt = performance.now();
      if (counts) countAt = endedAt + (endedAt - lookedAt) * COUNT_TIMES_AS_LATE;
      if (counts || moving === 0) onRested(leadIds.size - moving);
      if (moving === 0 || endedAt >= giveUpAt) break;
      await sleep(LOOK_EVERY_MS, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return statuses(client, leadIds);
}

/** The statuses of those leads that a query means. The list is read back to the oldest of them, or until enough are found. */
async function statuses(
  client: Client,
  leadIds: ReadonlySet<string>,
  { atMost = leadIds.size, ...narrowed }: { readonly status?: ['pending']; readonly atMost?: number } = {},
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const [oldest] = [...leadIds].sort();
  if (oldest === undefined) return found;
  for await (const { leadId, status } of client.leads.iterate({
    ...narrowed,
    limit: 100,
    startDate: new Date(mintedAt(oldest) - CLOCKS_APART_MS).toISOString(),
  })) {
    signal?.throwIfAborted();
    if (leadIds.has(leadId)) found.set(leadId, status);
    if (found.size >= atMost) break;
  }
  return found;
}

// A lead is created after its id was minted, by another clock.
function mintedAt(leadId: string): number {
  return decodeTime(leadId.slice(leadId.indexOf('_') + 1));
}
