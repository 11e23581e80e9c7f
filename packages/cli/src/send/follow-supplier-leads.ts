/**
 * Follows leads with a supplier's key. Its list cannot be asked for what is pending, so a look asks about the leads that
 * have not ended yet, and about nothing else: one by one, or from the oldest of them on, whichever takes fewer requests.
 * The pauses grow with the requests of a look, and while nothing ends, so that the key's rate limit is left to submits.
 */
import { ApiFailure, type Client } from '@sluice/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { createdFrom, LOOK_EVERY_MS, type Follow } from './follow-leads.js';

const ON_A_PAGE = 100;
/** Two requests a second. */
const PAUSE_FOR_REQUEST_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/** Follows the leads by their outcomes. */
export async function followSupplierLeads(
  client: Client,
  ...[leadIds, { waitMs, signal, onRested }]: Parameters<Follow>
): Promise<ReadonlyMap<string, string>> {
  const giveUpAt = performance.now() + waitMs;
  const all = [...leadIds].sort();
  const outcomes = new Map<string, string>();
  const moving = () => all.filter((leadId) => (outcomes.get(leadId) ?? 'pending') === 'pending');
  try {
    for (let asked = all, pauseMs = LOOK_EVERY_MS; ;) {
      const requests = await look(client, all, asked, outcomes, signal);
      const left = moving();
      onRested(all.length - left.length);
      const leftMs = giveUpAt - performance.now();
      if (left.length === 0 || leftMs <= 0) break;
      pauseMs = left.length < asked.length ? LOOK_EVERY_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      asked = left;
      const atLeastMs = Math.max(pauseMs, requests * PAUSE_FOR_REQUEST_MS);
      await sleep(Math.min(atLeastMs, leftMs), undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    await look(client, all, moving(), outcomes);
  }
  return outcomes;
}

/** Reads the outcomes of the leads that are `asked` about, and returns how many requests that took. */
async function look(
  client: Client,
  all: readonly string[],
  asked: readonly string[],
  outcomes: Map<string, string>,
  signal?: AbortSignal,
): Promise<number> {
  const [oldest, newest] = [asked[0], asked.at(-1)];
  if (oldest === undefined || newest === undefined) return 0;
  const listed = all.filter((leadId) => leadId >= oldest).length;
  if (asked.length <= listed / ON_A_PAGE) {
    for (const leadId of asked) {
      signal?.throwIfAborted();
      outcomes.set(leadId, await outcomeOf(client, leadId));
    }
    return asked.length;
  }
  const wanted = new Set(asked);
  for (let requests = 1, cursor: string | undefined; ; requests += 1) {
    signal?.throwIfAborted();
    const query = { from: createdFrom(oldest), limit: ON_A_PAGE, ...(cursor !== undefined && { cursor }) };
    const page = await client.listSupplierLeads({ query });
    for (const { leadId, outcome } of page.leads) if (wanted.delete(leadId)) outcomes.set(leadId, outcome);
    if (wanted.size === 0 || page.nextCursor === null) return requests;
    cursor = page.nextCursor;
  }
}

async function outcomeOf(client: Client, leadId: string): Promise<string> {
  try {
    return (await client.getSupplierLead({ params: { leadId } })).outcome;
  } catch (error) {
    // Erased or deleted meanwhile.
    if (error instanceof ApiFailure && error.code === 'NOT_FOUND') return 'unknown';
    throw error;
  }
}
