/** What people do with their own account: name, password, and the devices on which they are logged in. */
import type { MemberVia, Stores } from '@sluice/store';
import type { Library } from './library.js';
import type { Person } from './person.js';
import { passwordWeakness } from './password-rule.js';
import { placesIn } from './places.js';
import { ofPerson, removeOfPerson } from './remove-of-person.js';

/** A session of a person, as its holder sees it. */
export interface Device {
  readonly deviceId: string;
  /** Where and with what the person logged in; empty where nobody said. */
  readonly address: string;
  readonly userAgent: string;
  readonly loggedInAt: Date;
  /** To about five minutes. */
  readonly lastUsedAt: Date;
}

export type PasswordChanged =
  | { readonly kind: 'done' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'weak'; readonly problem: string };

export interface WaysIn {
  readonly hasPassword: boolean;
  readonly isConnected: boolean;
}

export interface OwnAccounts {
  find(userId: string): Promise<Person | undefined>;
  rename(userId: string, name: string): Promise<void>;
  /** How the person can log in. */
  waysIn(userId: string): Promise<WaysIn>;
  /**
   * Disconnects the OpenID provider and ends the sessions that it began; false, and nothing is done, if it is not
   * connected or the only way in.
   */
  disconnect(userId: string): Promise<boolean>;
  /** Whether this is the account's password; one without a password has none that is right. */
  isPassword(userId: string, password: string): Promise<boolean>;
  /** Replaces the password, and ends every session but the one named, and the links that could set another one. */
  changePassword(
    person: Pick<Person, 'userId' | 'address'>,
    sent: { readonly current: string; readonly password: string; readonly sessionId: string },
  ): Promise<PasswordChanged>;
  /** The person's sessions that have not ended, the most recently used first, and whether there are more. */
  devices(userId: string): Promise<{ readonly devices: readonly Device[]; readonly hasMore: boolean }>;
  /** Ends a session of this person; false if there is none. */
  endDevice(userId: string, deviceId: string): Promise<boolean>;
}

const PROVIDER = 'oidc' satisfies MemberVia;
const MOST_DEVICES = 200;

interface SessionRow {
  readonly id: string;
  readonly ipAddress?: string | null;
  readonly userAgent?: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export function ownAccountsOf(
  library: () => Promise<Library>,
  { memberships }: Pick<Stores, 'memberships'>,
): OwnAccounts {
  const context = async () => (await library()).$context;
  const adapter = async () => (await context()).internalAdapter;
  const rows = async () => (await context()).adapter;
  const remove = removeOfPerson(library);

  /** The hash of the account's password if this is it. */
  async function hashIf(userId: string, attempt: string): Promise<string | undefined> {
    const { internalAdapter, password } = await context();
    const hash = (await internalAdapter.findCredentialAccount(userId))?.password;
    const isIt = typeof hash === 'string' && (await password.verify({ hash, password: attempt }));
    return isIt ? hash : undefined;
  }

  async function waysIn(userId: string): Promise<WaysIn> {
    const accounts = await (await adapter()).findAccounts(userId);
    return {
      hasPassword: accounts.some(({ password }) => typeof password === 'string'),
      isConnected: accounts.some(({ providerId }) => providerId === PROVIDER),
    };
  }

  return {
    waysIn,

    disconnect: async (userId) => {
      const { hasPassword, isConnected } = await waysIn(userId);
      // A role that groups gave counts in sessions of the provider only.
      const places = placesIn(await memberships.of(userId), 'password');
      if (!isConnected || !hasPassword || places.length === 0) return false;
      await remove('account', userId, { field: 'providerId', value: PROVIDER });
      await remove('session', userId, { field: 'via', value: PROVIDER });
      return true;
    },

    find: async (userId) => {
      const user = await (await adapter()).findUserById(userId);
      return user ? { userId, address: user.email, name: user.name } : undefined;
    },
    rename: async (userId, name) => void (await (await adapter()).updateUser(userId, { name })),
    isPassword: async (userId, attempt) => (await hashIf(userId, attempt)) !== undefined,

    changePassword: async ({ userId, address }, { current, password: plain, sessionId }) => {
      const before = await hashIf(userId, current);
      if (before === undefined) return { kind: 'wrong' };
      const problem = passwordWeakness(plain, address);
      if (problem !== undefined) return { kind: 'weak', problem };
      const update = { password: await (await context()).password.hash(plain), updatedAt: new Date() };
      await remove('verification', userId);
      // Unless a link has set another one meanwhile, which whoever knows only the old one must not replace.
      const where = ofPerson(userId, { field: 'password', value: before });
      if ((await (await rows()).updateMany({ model: 'account', where, update })) === 0)
        return { kind: 'wrong' };
      await remove('session', userId, { field: 'id', operator: 'ne', value: sessionId });
      return { kind: 'done' };
    },

    devices: async (userId) => {
      const found = await (
        await rows()
      ).findMany<SessionRow>({
        model: 'session',
        where: ofPerson(userId, { field: 'expiresAt', operator: 'gt', value: new Date() }),
        sortBy: { field: 'updatedAt', direction: 'desc' },
        limit: MOST_DEVICES + 1,
      });
      const devices = found
        .slice(0, MOST_DEVICES)
        .map(({ id, ipAddress, userAgent, createdAt, updatedAt }) => ({
          deviceId: id,
          address: ipAddress ?? '',
          userAgent: userAgent ?? '',
          loggedInAt: createdAt,
          lastUsedAt: updatedAt,
        }));
      return { devices, hasMore: found.length > MOST_DEVICES };
    },

    endDevice: async (userId, deviceId) =>
      (await remove('session', userId, { field: 'id', value: deviceId })) > 0,
  };
}
