/** The condition of every measurement: each accepted lead reached the buyer exactly once. */
import { Problem } from '@sluice/local';
import type { Accepted } from '../load/post-leads.js';
import type { Arrival } from '../yardsticks/buyer-program.js';

/**
 * When each accepted lead reached the buyer that was asked as the `nthBuyer`, by submission.
 * @throws Problem if one is missing, was repeated or was never posted
 */
export function arrivedOnce(
  accepted: readonly Accepted[],
  arrivals: readonly Arrival[],
  nthBuyer = 1,
): ReadonlyMap<string, number> {
  const byKey = new Map(arrivals.map((arrival) => [arrival.key, arrival]));
  const atMs = new Map<string, number>();
  const missing: string[] = [];
  const repeated: string[] = [];
  for (const { submissionId } of accepted) {
    const arrival = byKey.get(`${submissionId}.delivery${nthBuyer === 1 ? '' : `.${nthBuyer}`}`);
    if (!arrival) missing.push(submissionId);
    else if (arrival.calls > 1) repeated.push(submissionId);
    else atMs.set(submissionId, arrival.atMs);
  }
  refuse(missing, 'accepted but never delivered to the buyer');
  refuse(repeated, 'delivered to the buyer more than once');
  if (arrivals.length > accepted.length)
    throw new Problem(`The buyer got ${arrivals.length} leads of ${accepted.length} that were accepted.`);
  return atMs;
}

/** @throws Problem unless `count` keys arrived, each once */
export function allArrivedOnce(what: string, arrivals: readonly Arrival[], count: number): void {
  refuse(
    arrivals.flatMap(({ key, calls }) => (calls > 1 ? [key] : [])),
    `${what} sent more than once`,
  );
  if (arrivals.length !== count)
    throw new Problem(`${arrivals.length} ${what} came and ${count} should have.`);
}

/** @throws Problem if `undelivered` contains any lead, by status */
export function allDelivered(undelivered: Readonly<Record<string, number>>): void {
  const others = Object.entries(undelivered);
  if (others.length > 0)
    throw new Problem(
      `Not every lead was delivered: ${others.map(([status, count]) => `${count} are ${status}`).join(', ')}.`,
    );
}

function refuse(ids: readonly string[], what: string): void {
  if (ids.length > 0)
    throw new Problem(`The measurement is void: ${ids.length} were ${what}, e.g. ${ids[0] ?? ''}.`);
}
