/**
 * Deleting what the library keeps of a person. Its own ways read a hundred sessions at most, and look for each document
 * first, taking a database that does not answer for one without it.
 */
import type { Library } from './library.js';

type Adapter = Awaited<Library['$context']>['adapter'];
export type Where = Parameters<Adapter['deleteMany']>[0]['where'];

/** Deletes the sessions, the ways in, or the password links of a person that match; returns how many. */
export type RemoveOfPerson = (
  model: 'session' | 'account' | 'verification',
  userId: string,
  ...which: Where
) => Promise<number>;

export function removeOfPerson(library: () => Promise<Library>): RemoveOfPerson {
  return async (model, userId, ...which) => {
    const field = model === 'verification' ? 'value' : 'userId';
    const where = [{ field, value: userId }, ...which];
    return (await (await library()).$context).adapter.deleteMany({ model, where });
  };
}

/** Selects what is of a person and matches. */
export function ofPerson(userId: string, ...which: Where): Where {
  return [{ field: 'userId', value: userId }, ...which];
}

/** Selects the ways in of a person that are no password. */
export const notPassword = { field: 'providerId', operator: 'ne', value: 'credential' } as const;
