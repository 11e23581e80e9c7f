/** How keys are looked up: at which cost, from which moment on they work, and by which clock they expire. */
import { audible, duringTests, hearCommands } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import type { Collection } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiKeyStore, type ApiKey, type StoredKey } from '../src/tenants/api-keys.js';
import { DatabaseClock } from '../src/driver/clock.js';
import { newKey, type Stores } from '../src/index.js';

const world = duringTests(() => openWorld({ reached: audible }));
let stores: Stores;
let reads = 0;
beforeAll(async () => {
  ({ stores } = world);
  await stores.begin();
  world.onClose(hearCommands(() => (reads += 1), ['find', 'aggregate', 'hello']));
});

const facts = (name: string) => ({ tenantId: 'demo', name, createdAt: new Date() });
async function added(name: string): Promise<string> {
  const key = newKey('slk_');
  await stores.apiKeys.add(key, facts(name));
  return key;
}
const madeUp = (count: number) => Array.from({ length: count }, () => newKey('slk_'));
const allHolders = (keys: readonly string[]) =>
  Promise.all(keys.map(async (key) => stores.apiKeys.holderOf(key)));

it('keys without a right checksum cause no read, however many are tried', async () => {
  const before = reads;
  const wrong = madeUp(1_000).map((key, n) => {
    const at = 4 + (n % 49);
    return key.slice(0, at) + (key[at] === 'a' ? 'b' : 'a') + key.slice(at + 1);
  });
  const others = ['', 'slk_', `slk_${'7'.repeat(43)}`, 'x'.repeat(100_000), newKey('sla_')];
  expect((await allHolders([...wrong, ...others])).filter(Boolean)).toEqual([]);
  expect(await stores.adminKeys.holderOf(newKey('slk_'))).toBeUndefined();
  expect(reads - before).toBe(0);
});

it('unknown keys of the right form are read together, at most every 50 ms, and not again at once', async () => {
  const unknown = madeUp(5_000);
  const [before, startedAt] = [reads, performance.now()];
  expect((await allHolders(unknown)).filter(Boolean)).toEqual([]);
  expect(reads - before).toBeLessThanOrEqual(1 + (performance.now() - startedAt) / 50);

  const again = newKey('slk_');
  await stores.apiKeys.holderOf(again);
  const afterFirst = reads;
  await allHolders(Array.from({ length: 1_000 }, () => again));
  expect(reads).toBe(afterFirst);
});

it('a flood of unknown keys neither refuses nor holds up the keys that work', async () => {
  const [used, fresh] = [await added('used'), await added('fresh')];
  expect(await stores.apiKeys.holderOf(used)).toMatchObject({ name: 'used' });
  expect(await stores.apiKeys.holderOf(used)).toMatchObject({ name: 'used' });
  // More than are cached, so that they evict one another.
  const unknown = madeUp(12_000);
  let floodIsOver = false;
  const flood = allHolders(unknown).finally(() => (floodIsOver = true));
  expect(await stores.apiKeys.holderOf(used)).toMatchObject({ name: 'used' });
  expect(floodIsOver).toBe(false);
  expect(await stores.apiKeys.holderOf(fresh)).toMatchObject({ name: 'fresh' });
  expect((await flood).filter(Boolean)).toEqual([]);
}, 30_000);

it('a key that was tried before it was created works within 5 s, at once in the process that creates it', async () => {
  const [here, elsewhere] = [newKey('slk_'), newKey('slk_')];
  expect(await allHolders([here, elsewhere])).toEqual([undefined, undefined]);
  await stores.apiKeys.add(here, facts('here'));
  expect(await stores.apiKeys.holderOf(here)).toMatchObject({ name: 'here' });
  const other = new ApiKeyStore(collection(), {
    now: () => stores.clock.now(),
    measure: async () => undefined,
  });
  await other.add(elsewhere, facts('elsewhere'));
  const createdAt = performance.now();
  while (!(await stores.apiKeys.holderOf(elsewhere))) {
    expect(performance.now() - createdAt).toBeLessThan(5_000);
    await pause(50);
  }
}, 20_000);

it('a revoked key is refused within 5 s, and from then on read as seldom as an unknown one', async () => {
  const key = await added('revoked');
  expect(await stores.apiKeys.holderOf(key)).toBeDefined();
  expect(await stores.apiKeys.holderOf(key)).toBeDefined();
  await stores.apiKeys.revoke('demo', key.slice(0, 8), new Date());
  const revokedAt = performance.now();
  while (await stores.apiKeys.holderOf(key)) {
    expect(performance.now() - revokedAt).toBeLessThan(5_000);
    await pause(50);
  }
  await stores.apiKeys.holderOf(key);
  const before = reads;
  await allHolders(Array.from({ length: 100 }, () => key));
  expect(reads).toBe(before);
}, 20_000);

it("keys expire by the database's clock, not by that of the process that looks them up", async () => {
  const HOUR_MS = 3_600_000;
  const inHalfAnHour = newKey('slk_');
  const expiresAt = new Date(Date.now() + HOUR_MS / 2);
  await stores.apiKeys.add(inHalfAnHour, { ...facts('half an hour'), expiresAt });
  const halfAnHourAgo = newKey('slk_');
  const expired = new Date(Date.now() - HOUR_MS / 2);
  await stores.apiKeys.add(halfAnHourAgo, { ...facts('past'), expiresAt: expired });
  const at = (aheadMs: number) => new ApiKeyStore(collection(), databaseClockAhead(aheadMs));

  expect(await at(HOUR_MS).holderOf(inHalfAnHour)).toBeUndefined();
  expect(await at(-HOUR_MS).holderOf(inHalfAnHour)).toMatchObject({ name: 'half an hour' });
  expect(await at(-HOUR_MS).holderOf(halfAnHourAgo)).toMatchObject({ name: 'past' });
  expect(await stores.apiKeys.holderOf(inHalfAnHour)).toMatchObject({ name: 'half an hour' });
  expect(await stores.apiKeys.holderOf(halfAnHourAgo)).toBeUndefined();
});

it('a key that works stops when it expires, although it is cached', async () => {
  const key = newKey('slk_');
  await stores.apiKeys.add(key, {
    ...facts('brief'),
    expiresAt: new Date(stores.clock.now().getTime() + 1_500),
  });
  expect(await stores.apiKeys.holderOf(key)).toBeDefined();
  expect(await stores.apiKeys.holderOf(key)).toBeDefined();
  await pause(1_600);
  expect(await stores.apiKeys.holderOf(key)).toBeUndefined();
});

it('a key that could never work is not stored', async () => {
  await expect(stores.apiKeys.add(`slk_${'7'.repeat(43)}`, facts('old'))).rejects.toThrow(TypeError);
});

function collection(): Collection<StoredKey<ApiKey>> {
  return world.db.collection<StoredKey<ApiKey>>('apiKeys');
}

/** The clock of a database that is ahead of this process. */
function databaseClockAhead(aheadMs: number): DatabaseClock {
  const command = async () => ({ localTime: new Date(Date.now() + aheadMs) });
  return new DatabaseClock({ admin: () => ({ command }) } as unknown as ConstructorParameters<
    typeof DatabaseClock
  >[0]);
}
