/** The condition of every measurement: each accepted lead reached the buyer exactly once. */
import { Problem } from '@sluice/local';
import type { Arrivals } from '../load/buyer.js';

/**
 * When each submission reached the buyer that took it, in the same order.
 * @throws Problem if one is missing, was repeated or was never posted
 */
export function arrivedOnce(submissionIds: readonly string[], arrivals: Arrivals): number[] {
  allArrivedOnce('leads', arrivals, submissionIds.length);
  const timeOf = new Map([...arrivals].map(([key, { atMs }]) => [key.split('.')[0], atMs]));
  const missing = submissionIds.filter((id) => !timeOf.has(id));
  if (missing.length > 0) throw new Problem(`${missing.length} leads never came, e.g. ${missing[0]}.`);
  return submissionIds.map((id) => timeOf.get(id) ?? Infinity);
}

/** @throws Problem unless `count` keys arrived, each once */
export function allArrivedOnce(what: string, arrivals: Arrivals, count: number): void {
  const repeated = [...arrivals.values()].filter(({ calls }) => calls > 1).length;
  if (repeated > 0) throw new Problem(`${repeated} ${what} came more than once.`);
  if (arrivals.size !== count) throw new Problem(`${arrivals.size} ${what} came and ${count} should have.`);
}
