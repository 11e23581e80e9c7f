import { duringTests } from '@sluice/testing';
import type { OutsidePerson, Session } from '../src/index.js';
import { here, openIdentities, password } from './identities.js';

const world = duringTests(openIdentities);

const subject = (of: string) => `https://login.example ${of}`;
const invite = (place: string, address: string, role: 'owner' | 'operate') =>
  world.stores.invitations.invite(place, { address, role, createdBy: 'a test' }, world.stores.clock.now());
const enter = async (person: Partial<OutsidePerson> & Pick<OutsidePerson, 'name'>) => {
  const login = await world.accounts.logInOutside(
    { via: 'oidc', subject: subject(person.name), ...person },
    here,
  );
  return login.kind === 'begun' ? sessionOf(login.begun.token) : login.because;
};
const sessionOf = (token: string) => world.another().sessions.find(world.sessions.cookieOf(token, false));

describe('a place of a person from outside', () => {
  it('comes from the open invitation of the proven address, once, and from no other', async () => {
    const [ira, leo] = ['ira@example.com', 'leo@example.com'];
    await invite('acme', ira, 'owner');
    expect(await enter({ name: 'nobody' })).toBe('no_role');
    expect(await enter({ name: 'ira', address: ira })).toBe('no_role');
    expect(await enter({ name: 'ira', address: leo, isProven: true })).toBe('no_role');
    const owner = { role: undefined, memberships: [{ tenantId: 'acme', role: 'owner' }] };
    expect(await enter({ name: 'ira', address: ira, isProven: true })).toMatchObject(owner);
    expect(await world.stores.invitations.openTo(ira, new Date())).toEqual([]);
    // Known by now, whatever the provider says of the address.
    expect(await enter({ name: 'ira' })).toMatchObject(owner);

    await invite('acme', leo, 'owner');
    await world.db.collection('invitations').updateOne({ address: leo }, { $set: { revokedAt: new Date() } });
    expect(await enter({ name: 'leo', address: leo, isProven: true })).toBe('no_role');
    expect(await world.accounts.isKnown(leo)).toBe(false);
  });

  it('comes from it too where the person is disabled in every other one', async () => {
    const una = { name: 'una', address: 'una@example.com', isProven: true };
    await invite('acme', una.address, 'owner');
    const { person } = (await enter(una)) as Session;
    await world.stores.forTenant('acme').members.disable(person.userId, new Date());
    expect(await enter(una)).toBe('disabled');
    await invite('bolt', una.address, 'owner');
    expect(await enter({ ...una, isProven: false })).toBe('disabled');
    expect(await enter(una)).toMatchObject({ memberships: [{ tenantId: 'bolt', role: 'owner' }] });
  });

  it('is an operator’s only as long as groups give it, and a tenant’s whatever they give', async () => {
    const mia = { name: 'mia', address: 'mia@example.com', isProven: true };
    await invite('acme', mia.address, 'owner');
    const before = await enter(mia);
    expect(await enter({ ...mia, role: 'administer' })).toMatchObject({
      role: 'administer',
      memberships: [{ tenantId: 'acme' }],
    });
    const after = await enter(mia);
    expect(after).toMatchObject({ memberships: [{ tenantId: 'acme', role: 'owner' }] });
    expect([before, after].map((session) => (session as Session).role)).toEqual([undefined, undefined]);

    expect(await enter({ name: 'noa', role: 'view' })).toMatchObject({ role: 'view' });
    expect(await enter({ name: 'noa' })).toBe('no_role');
    expect(await world.stores.operators.find('noa@outside.invalid')).toBeUndefined();
  });

  it('by invitation is left alone by groups', async () => {
    const address = 'uma@example.com';
    const userId = await world.operator(address, 'operate');
    const person = { userId, address, name: 'uma' };
    expect(await world.accounts.connect(person, { via: 'oidc', subject: subject('uma') })).toBe(true);
    for (const role of ['view', 'administer', undefined] as const)
      expect(await enter({ name: 'uma', role })).toMatchObject({ role: 'operate' });
  });

  it('that groups gave counts in no session begun with the password', async () => {
    const address = 'pia@example.com';
    const { token } = await invite('acme', address, 'owner');
    const opened = await world.accounts.acceptInvitation({ token, name: 'pia', password }, undefined);
    if (opened.kind !== 'done') throw new Error(opened.kind);
    await world.accounts.connect(opened.person, { via: 'oidc', subject: subject('pia') });
    expect(await enter({ name: 'pia', role: 'administer' })).toMatchObject({ role: 'administer' });
    const begun = await world.accounts.logIn({ address, password }, here);
    const session = await sessionOf(begun && 'token' in begun ? begun.token : '');
    expect([session?.role, session?.memberships.length]).toEqual([undefined, 1]);
  });

  it('stays that of one account: an identity that is connected cannot be connected with another', async () => {
    const [one, two] = await Promise.all(
      ['one@example.com', 'two@example.com'].map((a) => world.operator(a)),
    );
    const identity = { via: 'oidc', subject: subject('both') } as const;
    const connected = (userId = '') => world.accounts.connect({ userId, address: '', name: '' }, identity);
    expect([await connected(one), await connected(two), await connected(one)]).toEqual([true, false, true]);
  });
});

describe('a provider', () => {
  const ways = (userId: string) => world.identity.own.waysIn(userId);
  const disconnect = (userId: string) => world.identity.own.disconnect(userId);

  it('is disconnected where the password remains a way in; the sessions that it began end, no other', async () => {
    const address = 'eva@example.com';
    const userId = await world.operator(address, 'operate');
    expect([await ways(userId), await disconnect(userId)]).toEqual([
      { hasPassword: true, isConnected: false },
      false,
    ]);
    await world.accounts.connect({ userId, address, name: '' }, { via: 'oidc', subject: subject('eva') });
    const theirs = (await enter({ name: 'eva' })) as Session;
    const login = await world.accounts.logIn({ address, password }, here);
    const own = login && 'token' in login ? login.token : '';
    expect([await ways(userId), await disconnect(userId)]).toEqual([
      { hasPassword: true, isConnected: true },
      true,
    ]);
    expect([await sessionOf(theirs.token), await sessionOf(own)]).toEqual([undefined, expect.anything()]);
    expect(await enter({ name: 'eva', address })).toBe('address_taken');
  });

  it('stays where it is the only way in: without a password, or with a role by its groups alone', async () => {
    const kai = (await enter({ name: 'kai', role: 'operate' })) as Session;
    expect([await ways(kai.person.userId), await disconnect(kai.person.userId)]).toEqual([
      { hasPassword: false, isConnected: true },
      false,
    ]);
    const userId = await world.operator('lou@example.com');
    await world.accounts.connect({ userId, address: '', name: '' }, { via: 'oidc', subject: subject('lou') });
    await world.stores.operators.remove(userId);
    expect(await enter({ name: 'lou', role: 'view' })).toMatchObject({ role: 'view' });
    expect([await disconnect(userId), (await ways(userId)).isConnected]).toEqual([false, true]);
  });
});
