/** One's own account: what a new password ends, and the devices that are shown. */
import { sealingKey } from '@sluice/store';
import { duringTests, testEncryptionKey } from '@sluice/testing';
import { openIdentity } from '../src/index.js';
import { here, openIdentities, password } from './identities.js';

const world = duringTests(openIdentities);
const other = 'loud-otter-3311';
const sessions = () => world.db.collection('identitySessions');
const logIn = async (address: string, typed = password, accounts = world.accounts) => {
  const begun = await accounts.logIn({ address, password: typed }, here);
  return begun && 'token' in begun ? begun.token : undefined;
};

/** A person in a session, who is logged in at 250 other devices. */
async function atManyDevices(address: string) {
  const userId = await world.operator(address);
  const token = await logIn(address);
  const [own] = await sessions().find({ token }).toArray();
  const { _id, ...fields } = own!;
  const others = Array.from({ length: 250 }, (_, n) => ({
    ...{ ...fields, _id: `${userId}-${n}`, token: `${userId}-${n}` },
    updatedAt: new Date(Date.now() - (n + 1) * 60_000),
  }));
  await sessions().insertMany(others as never[]);
  return { userId, sessionId: String(_id) };
}

describe('a new password', () => {
  it('ends all sessions but the one that sets it, however many there are', async () => {
    const address = 'ann@example.com';
    const { userId, sessionId } = await atManyDevices(address);
    const sent = { current: password, password: other, sessionId };
    expect(await world.identity.own.changePassword({ userId, address }, sent)).toEqual({ kind: 'done' });
    const left = await sessions().find({ userId }).toArray();
    expect(left.map(({ _id }) => String(_id))).toEqual([sessionId]);
  });

  it('is not set by whoever knows the old one only, once a link has set another', async () => {
    const address = 'dot@example.com';
    const userId = await world.operator(address);
    const { token } = await world.accounts.passwordToken(userId);
    const hashing = {
      verify: async () => true,
      // Between the check of the old one and the write of the new one.
      hash: async () => {
        expect(await world.accounts.resetPassword(token, other)).toMatchObject({ kind: 'done' });
        return 'none';
      },
    };
    const slow = openIdentity(world.stores, [sealingKey(testEncryptionKey)], { hashing });
    world.onClose(() => slow.close());
    const sent = { current: password, password: 'calm-newt-5512', sessionId: '' };
    expect(await slow.own.changePassword({ userId, address }, sent)).toEqual({ kind: 'wrong' });
    expect(await logIn(address, other)).toBeDefined();
  });

  it('ends the login that checked the old one just before', async () => {
    const address = 'bob@example.com';
    const userId = await world.operator(address);
    const hashing = {
      hash: async () => 'none',
      // Between this check and the session that follows it.
      verify: async () => {
        const sent = { current: password, password: other, sessionId: 'none' };
        await world.identity.own.changePassword({ userId, address }, sent);
        return true;
      },
    };
    const slow = openIdentity(world.stores, [sealingKey(testEncryptionKey)], { hashing });
    world.onClose(() => slow.close());
    expect(await logIn(address, password, slow.accounts)).toBeUndefined();
    expect(await sessions().countDocuments({ userId })).toBe(0);
    expect(await logIn(address, other)).toBeDefined();
  });
});

describe('devices', () => {
  it('are the 200 used most recently, and say that there are more; any one of all can be logged out', async () => {
    const { userId, sessionId } = await atManyDevices('cyd@example.com');
    const { devices, hasMore } = await world.identity.own.devices(userId);
    expect([devices.length, hasMore, devices[0]?.deviceId, devices.at(-1)?.deviceId]).toEqual([
      ...[200, true, sessionId, `${userId}-198`],
    ]);
    expect(await world.identity.own.endDevice(userId, `${userId}-249`)).toBe(true);
    expect(await world.identity.own.endDevice('another', `${userId}-0`)).toBe(false);
    expect(await sessions().countDocuments({ userId })).toBe(250);
  });
});
