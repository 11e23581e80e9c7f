/**
 * Follows leads with a supplier's key. Its list cannot be asked for what is pending, so a look asks about the leads that
 * have not ended yet, and about nothing else: one by one, or from the oldest of them on, whichever takes fewer requests.
 * Requests are apart, and the pauses between looks grow while nothing ends, so that the key's rate limit is left to
 * submits.
 */
import { ApiFailure, type Client } from '@sluice/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { createdFrom, LOOK_EVERY_MS, type Follow } from './follow-leads.js';

const ON_A_PAGE = 100;
/** From one request to the next. */
const APART_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
/** What one more look may take once the time is up or somebody interrupts. */
const LAST_LOOK_MS = 5_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Follows the leads by their outcomes. */
export async function followSupplierLeads(
  client: Client,
  ...[leadIds, { waitMs, signal, onRested }]: Parameters<Follow>
): Promise<ReadonlyMap<string, string>> {
  const all = [...leadIds].sort();
  const outcomes = new Map<string, string>();
  const moving = () => all.filter((leadId) => (outcomes.get(leadId) ?? 'pending') === 'pending');
  const turn = turns();
  const look = (asked: readonly string[], until: AbortSignal) =>
    lookAt({ client, turn, all, outcomes, until }, asked);

  const until = AbortSignal.any([signal, AbortSignal.timeout(Math.min(Math.ceil(waitMs), LONGEST_TIMER_MS))]);
  try {
    for (let asked = all, pauseMs = LOOK_EVERY_MS; ;) {
      await look(asked, until);
      const left = moving();
      onRested(all.length - left.length);
      if (left.length === 0) return outcomes;
      pauseMs = left.length < asked.length ? LOOK_EVERY_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      asked = left;
      await sleep(pauseMs, undefined, { signal: until });
    }
  } catch (error) {
    if (!until.aborted) throw error;
  }
  const last = AbortSignal.timeout(LAST_LOOK_MS);
  await look(moving(), last).catch((error: unknown) => {
    if (!last.aborted) throw error;
  });
  return outcomes;
}

/** Waits until a request may be made. Rejects if `until` fires. */
type Turn = (until: AbortSignal) => Promise<void>;

function turns(): Turn {
  let nextAt = 0;
  return async (until) => {
    until.throwIfAborted();
    const pauseMs = nextAt - performance.now();
    if (pauseMs > 0) await sleep(Math.ceil(pauseMs), undefined, { signal: until });
    nextAt = performance.now() + APART_MS;
  };
}

interface Looking {
  readonly client: Client;
  readonly turn: Turn;
  readonly all: readonly string[];
  /** Takes what is found. */
  readonly outcomes: Map<string, string>;
  readonly until: AbortSignal;
}

/** Reads the outcomes of the leads that are `asked` about. Rejects if `until` fires, with what was found kept. */
async function lookAt(
  { client, turn, all, outcomes, until: signal }: Looking,
  asked: readonly string[],
): Promise<void> {
  const [oldest] = asked;
  if (oldest === undefined) return;
  const listed = all.filter((leadId) => leadId >= oldest).length;
  if (asked.length <= listed / ON_A_PAGE) {
    for (const leadId of asked) {
      await turn(signal);
      outcomes.set(leadId, await outcomeOf(client, leadId, signal));
    }
    return;
  }
  const wanted = new Set(asked);
  for (let cursor: string | undefined; ;) {
    await turn(signal);
    const query = { from: createdFrom(oldest), limit: ON_A_PAGE, ...(cursor !== undefined && { cursor }) };
    const page = await client.listSupplierLeads({ query, signal });
    for (const { leadId, outcome } of page.leads) if (wanted.delete(leadId)) outcomes.set(leadId, outcome);
    if (wanted.size === 0 || page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}

async function outcomeOf(client: Client, leadId: string, signal: AbortSignal): Promise<string> {
  try {
    return (await client.getSupplierLead({ params: { leadId }, signal })).outcome;
  } catch (error) {
    // Erased or deleted meanwhile.
    if (error instanceof ApiFailure && error.code === 'NOT_FOUND') return 'unknown';
    throw error;
  }
}
