import { sealingKey } from '@sluice/store';
import { duringTests, testEncryptionKey } from '@sluice/testing';
import { openIdentity } from '../src/index.js';
import { boundedHashing } from '../src/hashing.js';
import { ada, here, openIdentities, password } from './identities.js';

const world = duringTests(openIdentities);
const other = 'loud-otter-3311';
const mayLogIn = async (address: string, typed = password) =>
  (await world.accounts.logIn({ address, password: typed }, here)) !== undefined;

describe('the first administrator', () => {
  it('is made once however many dashboards start, and afterwards both variables do nothing', async () => {
    const starts = [world, world.another(), world.another()];
    await Promise.all(starts.map(({ accounts }) => accounts.restoreAdministrator(ada, password)));
    expect(await world.stores.operators.page({}, 200)).toMatchObject([{ address: ada, role: 'administer' }]);
    expect(await mayLogIn(ada)).toBe(true);
    expect(await world.accounts.restoreAdministrator('eve@example.com', other)).toBe(false);
    expect(await world.accounts.restoreAdministrator(ada, other)).toBe(false);
    expect([await mayLogIn('eve@example.com', other), await mayLogIn(ada, other)]).toEqual([false, false]);
  });

  it('comes back while the installation has no other, with the password that the environment has then', async () => {
    const before = await world.accounts.logIn({ address: ada, password }, here);
    const lin = { name: 'lin', via: 'oidc', subject: 'https://login.example 17' } as const;
    const [{ userId } = { userId: '' }] = await world.stores.operators.page({}, 200);
    await world.accounts.logInOutside({ ...lin, role: 'administer' }, here);
    await world.stores.operators.remove(userId);
    await world.accounts.logInOutside({ ...lin, role: 'view' }, here);
    expect(await world.accounts.restoreAdministrator(ada, other)).toBe(true);
    const token = before && 'token' in before ? before.token : '';
    expect(await world.db.collection('identitySessions').countDocuments({ token })).toBe(0);
    expect([await mayLogIn(ada, other), await mayLogIn(ada)]).toEqual([true, false]);
    const [entry] = await world.stores.audit.page({ who: 'OPERATOR_EMAIL' }, 1);
    const about = { personId: (await world.stores.operators.find(ada))?.userId };
    expect(entry).toMatchObject({ what: 'made the first administrator', outcome: 'done', about });
  });
});

describe('a person from outside', () => {
  const kim = { name: 'kim', via: 'oidc', subject: 'https://login.example 18', role: 'view' } as const;
  const enter = (person: Parameters<typeof world.accounts.logInOutside>[0]) =>
    world.accounts.logInOutside(person, here);
  const idOf = async (person: Parameters<typeof enter>[0]) => {
    const login = await enter(person);
    return login.kind === 'begun' ? login.begun.person.userId : login.because;
  };

  it('is one person under any name and address, with the most recently reported role', async () => {
    const first = await idOf(kim);
    expect(await idOf({ ...kim, name: 'kim.smith', address: 'kim@example.com', role: 'operate' })).toBe(
      first,
    );
    expect(await world.stores.operators.find(first)).toMatchObject({ role: 'operate', via: 'oidc' });
    expect(
      new Set(await Promise.all([1, 2, 3].map(() => idOf({ ...kim, name: 'zoe', subject: 'z' })))).size,
    ).toBe(1);
  });

  it('is never mistaken for another of the same address or name', async () => {
    for (const taken of [
      { ...kim, subject: 'https://login.example 19', name: 'other', address: ada },
      { ...kim, subject: 'https://other.example 18' },
      { ...kim, via: 'proxy', subject: 'kim' } as const,
    ])
      expect(await idOf(taken)).toBe('address_taken');
  });

  it('whose provider a password link disconnects at this moment begins no session', async () => {
    const address = 'sky@example.com';
    const userId = await world.operator(address, 'view');
    const sky = { ...kim, name: 'sky', subject: 'https://login.example sky' };
    await world.accounts.connect({ userId, address, name: 'sky' }, sky);
    const { operators } = world.stores;
    const fromOutside = async (...member: Parameters<typeof operators.fromOutside>) => {
      // After the provider was found, before the session.
      const { token } = await world.accounts.passwordToken(userId);
      await world.accounts.resetPassword(token, other);
      return operators.fromOutside(...member);
    };
    const during = new Proxy(operators, {
      get: (target, name) => {
        const member = Reflect.get(target, name) as unknown;
        if (name === 'fromOutside') return fromOutside;
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
    const { accounts } = world.another({ ...world.stores, operators: during });
    expect(await accounts.logInOutside(sky, here)).toEqual({ kind: 'refused', because: 'no_role' });
    expect(await world.db.collection('identitySessions').countDocuments({ userId })).toBe(0);
  });

  it('goes on where a process died between account and way in', async () => {
    const user = { _id: 'half', email: 'half@outside.invalid', name: 'half', emailVerified: true };
    await world.db.collection('identityUsers').insertOne(user as never);
    expect(await idOf({ ...kim, name: 'half', subject: 'half' })).toBe('half');
  });
});

describe('an account', () => {
  it.each(["o'hara@example.com", 'r&d@example.com', 'ada@xn--80akhbyknj4f.xn--p1ai', 'grüße@example.com'])(
    'of %s is made by an invitation and logs in from then on',
    async (address) => {
      const userId = await world.operator(address, 'view');
      const begun = await world.accounts.logIn({ address, password }, here);
      expect(begun).toMatchObject({ person: { userId, address } });
      expect(await world.accounts.logIn({ address, password: other }, here)).toBeUndefined();
    },
  );

  it('goes with its last place, with its sessions and ways in', async () => {
    const userId = await world.operator('bob@example.com', 'view');
    await mayLogIn('bob@example.com');
    await world.accounts.removeIfPlaceless(userId);
    expect(await mayLogIn('bob@example.com')).toBe(true);
    await world.stores.operators.remove(userId);
    expect(await mayLogIn('bob@example.com')).toBe(false);
    await world.accounts.removeIfPlaceless(userId);
    for (const [name, filter] of [
      ['identityUsers', { _id: userId }],
      ['identityAccounts', { userId }],
      ['identitySessions', { userId }],
    ] as const)
      expect([name, await world.db.collection(name).countDocuments(filter as never)]).toEqual([name, 0]);
  });
});

describe('a password link', () => {
  it('disconnects the provider before it sets the password, so that a process that dies leaves no way around', async () => {
    const userId = await world.operator('liv@example.com', 'view');
    const subject = 'https://login.example liv';
    const person = { userId, address: 'liv@example.com', name: 'liv' };
    await world.accounts.connect(person, { via: 'oidc', subject });
    const { token } = await world.accounts.passwordToken(userId);
    const dies = async (): Promise<never> => {
      throw new Error('killed here');
    };
    const dying = openIdentity(world.stores, [sealingKey(testEncryptionKey)], {
      hashing: { hash: dies, verify: dies },
    });
    world.onClose(() => dying.close());
    await expect(dying.accounts.resetPassword(token, other)).rejects.toThrow('killed here');
    expect((await world.identity.own.waysIn(userId)).isConnected).toBe(false);
    expect(await world.accounts.resetPassword(token, other)).toMatchObject({ kind: 'done' });
    // An expired link does nothing.
    await world.accounts.connect(person, { via: 'oidc', subject });
    const late = await world.accounts.passwordToken(userId);
    await world.db.collection('identityVerifications').updateMany({}, { $set: { expiresAt: new Date(0) } });
    expect(await world.accounts.resetPassword(late.token, other)).toEqual({ kind: 'not_valid' });
    expect((await world.identity.own.waysIn(userId)).isConnected).toBe(true);
  });
});

it('a provider that an old session connects while a password link is used does not stay connected', async () => {
  const userId = await world.operator('una@example.com', 'view');
  const identity = { via: 'oidc', subject: 'https://login.example una' } as const;
  const hashing = {
    verify: async () => false,
    // Between the end of the providers and that of the sessions.
    hash: async () => {
      const person = { userId, address: 'una@example.com', name: 'una' };
      expect(await world.accounts.connect(person, identity)).toBe(true);
      return 'none';
    },
  };
  const slow = openIdentity(world.stores, [sealingKey(testEncryptionKey)], { hashing });
  world.onClose(() => slow.close());
  const { token } = await world.accounts.passwordToken(userId);
  expect(await slow.accounts.resetPassword(token, other)).toMatchObject({ kind: 'done' });
  expect(await world.identity.own.waysIn(userId)).toEqual({ hasPassword: true, isConnected: false });
});

describe('the password links of a person', () => {
  const links = async (userId: string) => {
    const tokens = [];
    for (let n = 0; n < 3; n += 1) tokens.push((await world.accounts.passwordToken(userId)).token);
    return tokens as [string, string, string];
  };
  const reset = async (token: string, typed = other) =>
    (await world.accounts.resetPassword(token, typed)).kind;

  it('end with the use of one, before it sets the password; those of others do not', async () => {
    const userId = await world.operator('mia@example.com', 'view');
    const [theirs] = await links(await world.operator('ned@example.com', 'view'));
    const [one, two, three] = await links(userId);
    const dies = async (): Promise<never> => {
      throw new Error('killed here');
    };
    const dying = openIdentity(world.stores, [sealingKey(testEncryptionKey)], {
      hashing: { hash: dies, verify: dies },
    });
    world.onClose(() => dying.close());
    await expect(dying.accounts.resetPassword(two, other)).rejects.toThrow('killed here');
    expect([await reset(one), await reset(two), await reset(three)]).toEqual([
      ...['not_valid', 'done', 'not_valid'],
    ]);
    expect(await reset(theirs)).toBe('done');
  });

  it('set one password at most, however many are used at once', async () => {
    const tokens = await links(await world.operator('oda@example.com', 'view'));
    const used = await Promise.all(
      tokens.map((token, n) => world.another().accounts.resetPassword(token, `${other}-${n}`)),
    );
    expect(used.filter(({ kind }) => kind === 'done').length).toBeLessThanOrEqual(1);
  });

  it('end with a password that is changed on the page of the account', async () => {
    const address = 'pia@example.com';
    const userId = await world.operator(address, 'view');
    const [link] = await links(userId);
    const sent = { current: password, password: other, sessionId: '' };
    expect(await world.identity.own.changePassword({ userId, address }, sent)).toEqual({ kind: 'done' });
    expect(await reset(link, 'calm-newt-5512')).toBe('not_valid');
    expect(await mayLogIn(address, other)).toBe(true);
  });

  it('end where another account is begun with its address', async () => {
    const address = 'rue@example.com';
    const userId = await world.operator(address, 'view');
    const [link] = await links(userId);
    // As a process leaves it that dies before the account goes.
    await world.stores.operators.remove(userId);
    await world.operator(address, 'view');
    expect(await reset(link)).toBe('not_valid');
    expect(await mayLogIn(address)).toBe(true);
  });
});

describe('the hash of a password', () => {
  it('is the library’s, never the same twice, and accepts only the right password', async () => {
    const identity = openIdentity(world.stores, [sealingKey(testEncryptionKey)]);
    world.onClose(() => identity.close());
    const { userId } = (await world.stores.operators.find(ada)) ?? { userId: '' };
    const { token } = await identity.accounts.passwordToken(userId);
    expect(await identity.accounts.resetPassword(token, password)).toMatchObject({ kind: 'done' });
    const account = await world.db
      .collection('identityAccounts')
      .findOne({ userId, providerId: 'credential' });
    expect(account?.['password']).not.toContain('heron');
    const tried = [password, 'quiet-heron-7718', `${password} `].map((typed) =>
      identity.accounts.logIn({ address: ada, password: typed }, here),
    );
    expect((await Promise.all(tried)).map((begun) => begun !== undefined)).toEqual([true, false, false]);
  });

  it('is made of two passwords at once at most, so that the rest of the process keeps its threads', async () => {
    let [running, most] = [0, 0];
    const hashing = boundedHashing({
      hash: async (plain) => {
        running += 1;
        most = Math.max(most, running);
        await new Promise(setImmediate);
        running -= 1;
        if (plain === '3') throw new Error('this one fails');
        return plain;
      },
      verify: async () => true,
    });
    const hashes = [...'0123456789'].map((plain) => hashing.hash(plain).catch(() => 'failed'));
    expect([await Promise.all(hashes), most]).toEqual([[...'012', 'failed', ...'456789'], 2]);
  });
});
