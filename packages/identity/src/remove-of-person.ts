/**
 * Deleting what the library keeps of a person. Its own ways read a hundred sessions at most, and look for each document
 * first, taking a database that does not answer for one without it.
 */
import type { Library } from './library.js';

type Adapter = Awaited<Library['$context']>['adapter'];
export type Where = Parameters<Adapter['deleteMany']>[0]['where'];

/** Deletes the sessions, or the ways in, of a person that match; returns how many. */
export type RemoveOfPerson = (
  model: 'session' | 'account',
  userId: string,
  ...which: Where
) => Promise<number>;

export function removeOfPerson(library: () => Promise<Library>): RemoveOfPerson {
  return async (model, userId, ...which) =>
    (await (await library()).$context).adapter.deleteMany({ model, where: ofPerson(userId, ...which) });
}

/** Selects what is of a person and matches. */
export function ofPerson(userId: string, ...which: Where): Where {
  return [{ field: 'userId', value: userId }, ...which];
}
