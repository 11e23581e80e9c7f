/** Follows leads until they have come to rest: none of them is `pending` any more, or the time is up. */
import type { Client } from '@sluice/client';
import { setTimeout as sleep } from 'node:timers/promises';

/** How leads are followed. */
export interface FollowOptions {
  readonly waitMs: number;
  readonly signal: AbortSignal;
  readonly onRested: (rested: number) => void;
}

const LOOK_EVERY_MS = 1_000;

/** The status of each lead in the end, by leadId; a lead that the list does not hold is missing. */
export async function followLeads(
  client: Client,
  leadIds: ReadonlySet<string>,
  { waitMs, signal, onRested }: FollowOptions,
): Promise<ReadonlyMap<string, string>> {
  const giveUpAt = performance.now() + waitMs;
  try {
    for (;;) {
      const moving = (await statuses(client, leadIds, { status: ['pending'] }, signal)).size;
      onRested(leadIds.size - moving);
      if (moving === 0 || performance.now() >= giveUpAt) break;
      await sleep(LOOK_EVERY_MS, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return statuses(client, leadIds);
}

/** The statuses of those leads that a query means. The list is read only between the newest and the oldest of them. */
async function statuses(
  client: Client,
  leadIds: ReadonlySet<string>,
  narrowed: { readonly status?: ['pending'] } = {},
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const ordered = [...leadIds].sort();
  const [oldest, newest] = [ordered[0], ordered.at(-1)];
  if (oldest === undefined || newest === undefined) return found;
  // A cursor excludes its own lead; this one stands directly before the newest.
  for await (const { leadId, status } of client.leads.iterate({
    ...narrowed,
    limit: 100,
    cursor: `${newest}0`,
  })) {
    signal?.throwIfAborted();
    if (leadId < oldest) break;
    if (leadIds.has(leadId)) found.set(leadId, status);
  }
  return found;
}
