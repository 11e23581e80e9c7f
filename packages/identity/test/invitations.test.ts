/** Accepting an invitation to a tenant: whose account it makes, and what a process leaves that dies on the way. */
import { sealingKey, type Stores } from '@sluice/store';
import { duringTests, testEncryptionKey } from '@sluice/testing';
import { openIdentity, type Accounts, type Person } from '../src/index.js';
import { here, openIdentities, password } from './identities.js';

const world = duringTests(openIdentities);
const other = 'loud-otter-3311';

async function invite(address: string, tenantId = 'alpha'): Promise<string> {
  const invited = { address, role: 'manager', createdBy: 'olivia@example.com', byMember: true } as const;
  return (await world.stores.invitations.invite(tenantId, invited, world.stores.clock.now())).token;
}
const open = (token: string, { accounts = world.accounts, typed = password, by }: Opening = {}) =>
  accounts.acceptInvitation({ token, name: 'Maria', password: typed }, by);
interface Opening {
  readonly accounts?: Accounts;
  readonly typed?: string;
  readonly by?: Person;
}
const made = async (address: string) => {
  const opened = await open(await invite(address));
  if (opened.kind !== 'done') throw new Error(`the invitation of ${address} ended ${opened.kind}`);
  return opened.person;
};
const accountsOf = (address: string) =>
  world.db.collection('identityUsers').countDocuments({ email: address });
const mayLogIn = async (address: string, typed = password) =>
  (await world.accounts.logIn({ address, password: typed }, here)) !== undefined;

const KILLED = 'killed here';
const dies = async (): Promise<never> => {
  throw new Error(KILLED);
};
/** Accounts of a process that dies at one of the writes. */
const dying: Readonly<Record<string, () => Accounts>> = {
  'its password': () => {
    const hashing = { hash: dies, verify: dies };
    const identity = openIdentity(world.stores, [sealingKey(testEncryptionKey)], { hashing });
    world.onClose(() => identity.close());
    return identity.accounts;
  },
  'the membership': () => {
    const forTenant = (tenantId: string) => ({ ...world.stores.forTenant(tenantId), members: { add: dies } });
    return world.another({ ...world.stores, forTenant } as unknown as Stores).accounts;
  },
  'the acceptance': () => {
    const { invitations } = world.stores;
    const ofToken = (token: string, now: Date) => invitations.ofToken(token, now);
    return world.another({ ...world.stores, invitations: { ofToken, accept: dies } } as unknown as Stores)
      .accounts;
  },
};

describe('an invitation to a tenant', () => {
  it.each(Object.entries(dying))(
    'goes on with the same link where a process died between the account and %s',
    async (before, accounts) => {
      const address = `${before.replaceAll(' ', '-')}@example.com`;
      const token = await invite(address);
      for (const typed of [other, other])
        await expect(open(token, { accounts: accounts(), typed })).rejects.toThrow(KILLED);
      expect(await accountsOf(address)).toBe(1);
      const opened = await open(token);
      expect(opened).toMatchObject({ kind: 'done', place: 'alpha', person: { address } });
      const { userId } = (opened as { readonly person: Person }).person;
      expect(await world.stores.memberships.of(userId)).toMatchObject([
        { place: 'alpha', role: 'manager', createdBy: 'olivia@example.com', byMember: true },
      ]);
      expect(await accountsOf(address)).toBe(1);
      expect([await mayLogIn(address), await mayLogIn(address, other)]).toEqual([true, false]);
      expect(await open(token)).toEqual({ kind: 'not_valid' });
    },
  );

  it('opened at once in two processes makes one account and one member', async () => {
    for (let n = 0; n < 5; n += 1) {
      const address = `both-${n}@example.com`;
      const token = await invite(address);
      const kinds = await Promise.all(
        [world.accounts, world.another().accounts].map(
          async (accounts) => (await open(token, { accounts })).kind,
        ),
      );
      expect(kinds).toContain('done');
      for (const kind of kinds) expect(['done', 'not_valid']).toContain(kind);
      expect(await accountsOf(address)).toBe(1);
      expect(await world.db.collection('members').countDocuments({ address })).toBe(1);
      expect(await mayLogIn(address)).toBe(true);
    }
  });

  it('leads nobody past a second factor that the person has set up meanwhile', async () => {
    const address = 'factor@example.com';
    const token = await invite(address);
    await expect(open(token, { accounts: dying['the acceptance']!() })).rejects.toThrow(KILLED);
    const { userId } = (await world.stores.forTenant('alpha').members.find(address))!;
    const factor = { _id: 'f1', userId, secret: 'sealed', backupCodes: 'sealed', verified: true };
    await world.db.collection('identityTwoFactors').insertOne(factor as never);
    expect(await open(token, { typed: other })).toEqual({ kind: 'log_in', address });
    expect(await mayLogIn(address, other)).toBe(false);
  });

  it('brings nothing back of an account that lost its last place, where a process died before the account went', async () => {
    const address = 'back@example.com';
    const person = await made(address);
    const { userId } = person;
    await world.accounts.connect(person, { via: 'oidc', subject: 'https://login.example back' });
    const factor = { _id: 'f2', userId, secret: 'sealed', recoveryCodes: 'sealed', verified: true };
    await mayLogIn(address);
    await world.db.collection('identityTwoFactors').insertOne(factor as never);
    await world.stores.forTenant('alpha').members.remove(userId);
    expect(await open(await invite(address), { typed: other })).toMatchObject({ kind: 'done' });
    const left = await Promise.all(
      ['identitySessions', 'identityTwoFactors', 'identityAccounts'].map((name) =>
        world.db.collection(name).countDocuments({ userId }),
      ),
    );
    expect(left).toEqual([0, 0, 1]);
    expect([await mayLogIn(address), await mayLogIn(address, other)]).toEqual([false, true]);
  });

  it('of an address with an account needs its login, also where a process died, and sets no password', async () => {
    const person = await made('known@example.com');
    const token = await invite(person.address, 'beta');
    expect(await open(token, { typed: other })).toEqual({ kind: 'log_in', address: person.address });
    const stranger = await made('stranger@example.com');
    expect(await open(token, { typed: other, by: stranger })).toMatchObject({ kind: 'log_in' });
    const dead = dying['the acceptance']!();
    await expect(open(token, { accounts: dead, by: person })).rejects.toThrow(KILLED);
    // Even where the invitation led to the only place that is left.
    await world.stores.forTenant('alpha').members.remove(person.userId);
    expect(await open(token, { typed: other })).toMatchObject({ kind: 'log_in' });
    expect(await open(token, { typed: other, by: person })).toMatchObject({ kind: 'done', place: 'beta' });
    expect([await mayLogIn(person.address), await mayLogIn(person.address, other)]).toEqual([true, false]);
    expect((await world.stores.memberships.of(stranger.userId)).map(({ place }) => place)).toEqual(['alpha']);
  });

  it('lets in whoever is disabled in every other place, for as long as it is open, to accept it and no more', async () => {
    const { address, userId } = await made('barred@example.com');
    const { members } = world.stores.forTenant('alpha');
    await members.disable(userId, world.stores.clock.now());
    await invite(address);
    expect(await mayLogIn(address)).toBe(false);
    await invite(address, 'beta');
    const begun = await world.accounts.logIn({ address, password }, here);
    const cookie = world.sessions.cookieOf(begun && 'token' in begun ? begun.token : '', false);
    const session = () => world.another().sessions.find(cookie);
    expect(await session()).toMatchObject({ person: { address }, role: undefined, memberships: [] });
    expect(await mayLogIn(address, other)).toBe(false);
    const factor = { _id: 'f3', userId, secret: 'sealed', recoveryCodes: 'sealed', verified: true };
    await world.db.collection('identityTwoFactors').insertOne(factor as never);
    const asked = await world.accounts.logIn({ address, password }, here);
    const challenge = asked && 'challenge' in asked ? asked.challenge : '';
    const answered = () => world.accounts.answerChallenge(challenge, here, async () => true);
    expect(await answered()).toMatchObject({ person: { userId } });
    const [{ invitationId } = { invitationId: '' }] = await world.stores.invitations.openOf(
      'beta',
      world.stores.clock.now(),
    );
    expect(await world.stores.invitations.revoke('beta', invitationId, new Date())).toBe(true);
    expect([await session(), await mayLogIn(address)]).toEqual([undefined, false]);
    expect(await answered()).toBeUndefined();
  });
});
