/** Follows leads until they have ended: none of them is `pending`, or the time is up. */
import type { Client } from '@sluice/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeTime } from 'ulid';

/** Lists leads from an instant on, newest first, with what has become of each; `pending` ones only if that is asked for. */
export type ListLeads = (
  from: string,
  pendingOnly: boolean,
) => AsyncIterable<{ readonly leadId: string; readonly status: string }>;

/** The leads that a tenant's key shows. */
export function leadsOfTenant(client: Client): ListLeads {
  return (startDate, pendingOnly) =>
    client.leads.iterate({ ...(pendingOnly && { status: ['pending'] }), limit: 100, startDate });
}

/** The options of following leads. */
export interface FollowOptions {
  readonly waitMs: number;
  readonly signal: AbortSignal;
  readonly onRested: (rested: number) => void;
}

/** Follows leads, and returns the final status of each, by leadId; those that are not found are missing. */
export type Follow = (
  leadIds: ReadonlySet<string>,
  options: FollowOptions,
) => Promise<ReadonlyMap<string, string>>;

/** Checking whether any lead is still pending takes one page of the list. */
export const LOOK_EVERY_MS = 200;
/**
 * Counting them takes all pages and burdens the service that is being awaited, so counting may take a tenth of the
 * time.
 */
const COUNT_TIMES_AS_LATE = 10;
/** The largest assumed difference between the clocks of the gateway and the database. */
const CLOCKS_APART_MS = 60_000;

/** The final status of each lead, by leadId; leads that the list does not contain are missing. */
export async function followLeads(
  list: ListLeads,
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
      const moving = (await statuses(list, leadIds, { pendingOnly: true, atMost }, signal)).size;
      const endedAt = performance.now();
      if (counts) countAt = endedAt + (endedAt - lookedAt) * COUNT_TIMES_AS_LATE;
      if (counts || moving === 0) onRested(leadIds.size - moving);
      if (moving === 0 || endedAt >= giveUpAt) break;
      await sleep(LOOK_EVERY_MS, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return statuses(list, leadIds);
}

/**
 * The statuses of those leads that match a query. Reads the list back to the oldest lead, or until enough are found.
 */
async function statuses(
  list: ListLeads,
  leadIds: ReadonlySet<string>,
  {
    pendingOnly = false,
    atMost = leadIds.size,
  }: { readonly pendingOnly?: boolean; readonly atMost?: number } = {},
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const [oldest] = [...leadIds].sort();
  if (oldest === undefined) return found;
  for await (const { leadId, status } of list(createdFrom(oldest), pendingOnly)) {
    signal?.throwIfAborted();
    if (leadIds.has(leadId)) found.set(leadId, status);
    if (found.size >= atMost) break;
  }
  return found;
}

/** The instant from which on a lead was created: after its id was generated, by another clock. */
export function createdFrom(leadId: string): string {
  const mintedAt = decodeTime(leadId.slice(leadId.indexOf('_') + 1));
  return new Date(mintedAt - CLOCKS_APART_MS).toISOString();
}
