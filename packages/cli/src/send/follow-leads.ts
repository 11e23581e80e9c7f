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

/** The service that looks is the one that is waited for: at most a tenth of the time goes into looking. */
const LOOK_AGAIN = { leastMs: 200, mostMs: 2_000, timesAsLong: 10 };
/** How far the clocks of the gateway and of the database may be apart. */
const CLOCKS_APART_MS = 60_000;

/** The status of each lead in the end, by leadId; a lead that the list does not hold is missing. */
export async function followLeads(
  client: Client,
  leadIds: ReadonlySet<string>,
  { waitMs, signal, onRested }: FollowOptions,
): Promise<ReadonlyMap<string, string>> {
  const giveUpAt = performance.now() + waitMs;
  try {
    for (;;) {
      const lookedAt = performance.now();
      const moving = (await statuses(client, leadIds, { status: ['pending'] }, signal)).size;
      onRested(leadIds.size - moving);
      if (moving === 0 || performance.now() >= giveUpAt) break;
      const { leastMs, mostMs, timesAsLong } = LOOK_AGAIN;
      const restMs = (performance.now() - lookedAt) * timesAsLong;
      await sleep(Math.min(Math.max(leastMs, restMs), mostMs), undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return statuses(client, leadIds);
}

/** The statuses of those leads that a query means. The list is read back to the oldest of them, or until all are found. */
async function statuses(
  client: Client,
  leadIds: ReadonlySet<string>,
  narrowed: { readonly status?: ['pending'] } = {},
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
    if (found.size === leadIds.size) break;
  }
  return found;
}

// A lead is created after its id was minted, by another clock.
function mintedAt(leadId: string): number {
  return decodeTime(leadId.slice(leadId.indexOf('_') + 1));
}
