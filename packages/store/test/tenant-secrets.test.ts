/** Named secrets as they are stored: sealed, one by one, and rotated with the key. */
import { maxSecrets } from '@sluice/contracts';
import { randomBytes } from 'node:crypto';
import { sealingKey, UnknownSealingKeyError, type Stores } from '../src/index.js';
import { duringTests, putTenant } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';

const key = () => sealingKey(randomBytes(32).toString('base64'));
const mine = key();
const at = new Date('2026-01-15T00:00:00Z');

const world = duringTests(openWorld);
let stores: Stores;
beforeAll(async () => {
  ({ stores } = world);
});

async function tenant(tenantId: string, secrets: Readonly<Record<string, string>> = {}, keys = [mine]) {
  await putTenant(stores.tenants, { tenantId, name: tenantId, settings: {} });
  for (const [name, value] of Object.entries(secrets))
    await stores.secrets.set(tenantId, name, value, { keys, at });
}
async function stored(tenantId: string): Promise<string> {
  const document = await world.db.collection('tenants').findOne({ _id: tenantId as never });
  return JSON.stringify(document);
}

describe('a secret', () => {
  it('is stored sealed, and is in nothing that is read of a tenant', async () => {
    await tenant('sealed', { key: 'hunter2' });
    expect(await stored('sealed')).toMatch(/"secrets":\{"key":\{"sealed":/);
    expect(await stored('sealed')).not.toContain('hunter2');
    const seen = [
      await stores.tenants.find('sealed'),
      await stores.tenants.all(),
      await stores.tenants.page(99),
    ];
    expect(JSON.stringify(seen)).not.toMatch(/hunter2|sealed":/);
    expect(await stores.secrets.list('sealed')).toEqual([{ name: 'key', setAt: at }]);
    expect(await stores.secrets.values('sealed', [mine])).toEqual({ key: 'hunter2' });
  });

  it('is set without touching others, also at once', async () => {
    await tenant('many');
    const names = Array.from({ length: 20 }, (_, n) => `s${n}`);
    await Promise.all(
      names.map((name) => stores.secrets.set('many', name, `v ${name}`, { keys: [mine], at })),
    );
    expect(await stores.secrets.values('many', [mine])).toEqual(
      Object.fromEntries(names.map((n) => [n, `v ${n}`])),
    );
    expect(await stores.secrets.remove('many', 's3')).toBe(true);
    expect(await stores.secrets.remove('many', 's3')).toBe(false);
    expect((await stores.secrets.list('many')).map(({ name }) => name)).not.toContain('s3');
  });

  it('survives a change of its tenant, and is of its tenant only', async () => {
    await tenant('own', { key: 'a' });
    await tenant('other', { key: 'b' });
    await putTenant(stores.tenants, { tenantId: 'own', name: 'renamed', settings: {} });
    expect(await stores.secrets.values('own', [mine])).toEqual({ key: 'a' });
    expect(await stores.secrets.cached('other', ['key', 'absent'], [mine])).toEqual({
      key: { value: 'b', setAt: at },
    });
    expect(await stores.secrets.set('nobody', 'key', 'c', { keys: [mine], at })).toBe('no_tenant');
    expect(await stores.secrets.values('nobody', [mine])).toEqual({});
  });

  it('is opened only if it is asked for: one with an unknown key stops no other', async () => {
    const other = key();
    await tenant('mixed', { lost: 'x' }, [other]);
    await tenant('mixed', { key: 'a' }, [mine, other]);
    expect(await stores.secrets.cached('mixed', ['key'], [mine])).toEqual({ key: { value: 'a', setAt: at } });
    await expect(stores.secrets.cached('mixed', ['lost'], [mine])).rejects.toThrow(UnknownSealingKeyError);
  });

  it('is refused beyond the most that a tenant may have, but can be replaced', async () => {
    await tenant('full', Object.fromEntries(Array.from({ length: maxSecrets }, (_, n) => [`s${n}`, 'x'])));
    expect(await stores.secrets.set('full', 'more', 'x', { keys: [mine], at })).toBe('too_many');
    expect(await stores.secrets.set('full', 's0', 'y', { keys: [mine], at })).toBe('set');
  }, 30_000);
});

describe('a key that opens nothing of a tenant', () => {
  it('seals none of its secrets, because it may be mistyped', async () => {
    await tenant('mistyped', { key: 'a' });
    const wrong = { keys: [key()], at };
    await expect(stores.secrets.set('mistyped', 'key', 'b', wrong)).rejects.toThrow(UnknownSealingKeyError);
    await expect(stores.secrets.set('mistyped', 'new', 'b', wrong)).rejects.toThrow(UnknownSealingKeyError);
    await tenant('vendors');
    await stores.secrets.setCredentials('vendors', 'tiktok', { accessToken: 't' }, { keys: [mine], at });
    await expect(stores.secrets.set('vendors', 'new', 'b', wrong)).rejects.toThrow(UnknownSealingKeyError);
    await expect(
      stores.secrets.setCredentials('mistyped', 'tiktok', { accessToken: 't' }, wrong),
    ).rejects.toThrow(UnknownSealingKeyError);
    expect(await stores.secrets.values('mistyped', [mine])).toEqual({ key: 'a' });
  });
});

describe('a new key', () => {
  it('seals every secret that an earlier key opens, again and again', async () => {
    const next = key();
    await tenant('rotated', { a: '1', b: '2' });
    expect(await stores.secrets.reseal('rotated', [next])).toBe('no_key');
    expect(await stores.secrets.reseal('rotated', [next, mine])).toBe('reencrypted');
    expect(await stores.secrets.reseal('rotated', [next])).toBe('current');
    expect(await stores.secrets.values('rotated', [next])).toEqual({ a: '1', b: '2' });
    expect(await stores.secrets.reseal('nobody', [next])).toBe('none');
  });

  it('seals the credentials of vendors beside the secrets, and the worst outcome of all is told', async () => {
    const other = key();
    await tenant('both', { a: '1' });
    await stores.secrets.setCredentials('both', 'tiktok', { accessToken: 't' }, { keys: [mine], at });
    await tenant('both', { b: '2' }, [other, mine]);
    expect(await stores.secrets.reseal('both', [mine])).toBe('no_key');
    expect(await stores.secrets.reseal('both', [other, mine])).toBe('reencrypted');
    expect(await stores.secrets.reseal('both', [other])).toBe('current');
    expect(await stores.secrets.credentials('both', [other])).toEqual({ tiktok: { accessToken: 't' } });
    expect(await stores.secrets.discardUnreadable('both', [mine])).toBe(true);
    expect(await stores.secrets.credentials('both', [mine])).toEqual({});
    expect(await stores.secrets.credentialFacts('both')).toEqual({ any: false, facts: {} });
    expect(await stores.secrets.list('both')).toEqual([]);
  });

  it('discards on demand the secrets that no key opens, and no others', async () => {
    const other = key();
    await tenant('lossy', { lost: 'x' }, [other]);
    await tenant('lossy', { kept: 'y' }, [mine, other]);
    expect(await stores.secrets.discardUnreadable('lossy', [mine])).toBe(true);
    expect(await stores.secrets.discardUnreadable('lossy', [mine])).toBe(false);
    expect(await stores.secrets.values('lossy', [mine])).toEqual({ kept: 'y' });
  });
});
