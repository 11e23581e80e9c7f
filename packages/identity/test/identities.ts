/** Identity in process on real stores, with hashes that cost a test next to nothing. */
import { sealingKey, type Stores } from '@sluice/store';
import { testEncryptionKey } from '@sluice/testing';
import { openWorld, type World } from '@sluice/testing/core';
import { openIdentity, type Hashing, type Identity, type LoginFrom } from '../src/index.js';

export const password = 'quiet-heron-7719';
export const ada = 'ada@example.com';
export const here: LoginFrom = { address: '203.0.113.7', userAgent: 'a browser' };

/** A hash that is none; accounts.test.ts also runs the library's. */
const cheap: Hashing = {
  hash: async (plain) => `cheap ${Buffer.from(plain).toString('base64')}`,
  verify: async ({ hash, password: plain }) => hash === `cheap ${Buffer.from(plain).toString('base64')}`,
};

export interface Identities extends World, Pick<Identity, 'accounts' | 'sessions'> {
  readonly identity: Identity;
  /** The identity of another process, on the same database unless other stores are given. */
  another(stores?: Stores, ...keys: readonly string[]): Identity;
  /** Makes a person who works on the installation; returns its id. */
  operator(address: string, role?: 'view' | 'operate' | 'administer'): Promise<string>;
}

export async function openIdentities(): Promise<Identities> {
  const world = await openWorld();
  const { stores } = world;
  const another = (on = stores, ...keys: readonly string[]): Identity => {
    const known = keys.length === 0 ? [testEncryptionKey] : keys;
    const identity = openIdentity(on, known.map(sealingKey), { hashing: cheap });
    world.onClose(() => identity.close());
    return identity;
  };
  const identity = another();
  const { accounts, sessions } = identity;
  return Object.assign(world, {
    identity,
    accounts,
    sessions,
    another,
    operator: async (address: string, role: 'view' | 'operate' | 'administer' = 'administer') => {
      const invited = { address, role, createdBy: 'a test' };
      const { token } = await stores.invitations.invite('_installation', invited, stores.clock.now());
      const opened = await accounts.acceptInvitation({ token, name: '', password }, undefined);
      if (opened.kind !== 'done') throw new Error(`the invitation of ${address} ended ${opened.kind}`);
      return opened.person.userId;
    },
  });
}
