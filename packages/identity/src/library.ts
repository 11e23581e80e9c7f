/**
 * The library that keeps accounts, passwords and sessions, set up for this installation. Its own HTTP routes are mounted
 * nowhere, and nobody can register.
 */
import { mongodbAdapter } from '@better-auth/mongo-adapter';
import type { StoreDb } from '@sluice/store';
import { betterAuth } from 'better-auth/minimal';
import type { Db } from 'mongodb';
import { randomBytes } from 'node:crypto';
import type { Hashing } from './hashing.js';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './password-rule.js';

/** How long a session lasts from its login. It is not prolonged. */
export const SESSION_SECONDS = 12 * 3600;
/** How long a link to set a password is valid. */
export const LINK_SECONDS = 30 * 60;

/** What the library is set up with. */
export interface LibraryParts {
  readonly db: StoreDb;
  /** Newest first. */
  readonly secrets: { version: number; value: string }[];
  readonly hashing: Hashing;
}

export type Library = ReturnType<typeof openLibrary>;

/** Sets the library up; it queries nothing yet. */
export function openLibrary({ db, secrets, hashing }: LibraryParts) {
  return betterAuth({
    appName: 'Sluice',
    // Nothing is mounted there. Links are made by our own routes, for the address that they were asked at.
    baseURL: 'http://identity.invalid',
    secrets,
    database: mongodbAdapter(withoutIndexes(db), { transaction: false }),
    telemetry: { enabled: false },
    // Its messages name accounts; what is worth a line is logged by the routes.
    logger: { disabled: true },
    // The guess limiter counts in all processes together; the library would count in each.
    rateLimit: { enabled: false },
    user: { modelName: 'identityUsers' },
    account: { modelName: 'identityAccounts', accountLinking: { enabled: false } },
    verification: { modelName: 'identityVerifications', storeIdentifier: 'hashed' },
    session: {
      modelName: 'identitySessions',
      expiresIn: SESSION_SECONDS,
      disableSessionRefresh: true,
      additionalFields: {
        via: { type: 'string', defaultValue: 'password', input: false },
        subject: { type: 'string', required: false, input: false },
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: LINK_SECONDS,
      password: hashing,
    },
    advanced: {
      database: { generateId: () => randomBytes(12).toString('base64url') },
    },
  });
}

// The registry of the store builds the indexes, one process at a time, and a process that only starts builds none.
function withoutIndexes(db: StoreDb): Db {
  return {
    collection: (name: string) =>
      new Proxy((db as unknown as Db).collection(name), {
        get: (target, property) =>
          property === 'createIndex' ? async () => '' : (Reflect.get(target, property) as unknown),
      }),
  } as Db;
}
