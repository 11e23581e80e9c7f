/** Helpers that modify a correct run and return the checker's complaints. */
import { check } from '../src/checker/check.js';
import { aCount, aGoodRun, inSeconds, type MadeUp } from './made-up.js';

/**
 * The checker's complaints about a correct run modified by `spoil`: the invariant, the subject and the problem of each.
 */
export function spoiled(spoil: (run: MadeUp) => void): string[] {
  const run = aGoodRun();
  spoil(run);
  return check(run).violations.map(({ invariant, subject, what }) => `${invariant} ${subject} ${what}`);
}

/** Changes fields of one document; fails if it does not exist. */
export function change<T extends { readonly _id: string }>(items: T[], id: string, fields: Partial<T>): void {
  const index = items.findIndex(({ _id }) => _id === id);
  if (index < 0) throw new Error(`there is no ${id}`);
  items[index] = { ...(items[index] as T), ...fields };
}

/** Removes one document; fails if it does not exist. */
export function remove<T extends { readonly _id: string }>(items: T[], id: string): void {
  const index = items.findIndex(({ _id }) => _id === id);
  if (index < 0) throw new Error(`there is no ${id}`);
  items.splice(index, 1);
}

/** Turns the placed lead of a correct run into one whose delivery is not decided yet. */
export function undelivered({ database, buyer, campaigns }: MadeUp, dueInSeconds: number): void {
  remove(database.decisions, 'north/sub_1.delivery.0');
  remove(database.ledger, 'north/sub_1.sale');
  change(database.submissions, 'north/sub_1', { status: 'pending', dueAt: inSeconds(dueInSeconds) });
  change(database.leads, 'north/lead_1', { status: 'pending' });
  change(database.counts, 'north/campaign.CAP', aCount('north/campaign.CAP', 0, ['sub_1.routing.0']));
  remove(database.effects, 'north/sub_1.lead.delivered.webhook');
  buyer.splice(
    0,
    buyer.length,
    ...buyer.filter(({ key, path }) => path !== campaigns[0]?.path && key !== 'evt_1'),
  );
}
