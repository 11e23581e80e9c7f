import { duringTests, putTenant } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { setTimeout as pause } from 'node:timers/promises';
import type { TenantDocument } from '../src/tenants/tenant-document.js';
import { TenantStore } from '../src/tenants/tenants.js';

const world = duringTests(openWorld);

/** A store that counts what it reads. */
function countingStore() {
  const collection = world.db.collection<TenantDocument>('tenants');
  const read: unknown[] = [];
  const counting = new Proxy(collection, {
    get: (target, name) => {
      if (name === 'find' || name === 'findOne') read.push(name);
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
  return { read, tenants: new TenantStore(counting) };
}

it('an unknown tenant is read once, however often and by how many at once it is asked for', async () => {
  const { read, tenants } = countingStore();
  const asked = await Promise.all(Array.from({ length: 20 }, () => tenants.cached('nobody')));
  expect([...asked, await tenants.cached('nobody')]).toEqual(Array(21).fill(undefined));
  expect(read).toHaveLength(1);
});

it('a flood of unknown tenants costs some twenty reads a second, and a known one is read at once beside it', async () => {
  const { read, tenants } = countingStore();
  await putTenant(world.stores.tenants, { tenantId: 'known', name: 'Known', settings: {} });
  expect(await tenants.cached('known')).toMatchObject({ name: 'Known' });
  const startedAt = performance.now();
  const flood = Array.from({ length: 40 }, async (_, n) => {
    await pause(n * 25);
    return tenants.cached(`made-up-${n}`);
  });
  expect(await tenants.cached('known')).toMatchObject({ name: 'Known' });
  expect(await Promise.all(flood)).toEqual(Array(40).fill(undefined));
  const seconds = (performance.now() - startedAt) / 1_000;
  expect(read.length).toBeLessThanOrEqual(3 + 20 * Math.ceil(seconds));
  expect(read.length).toBeLessThan(40);
});

it('a tenant that is made after somebody asked for it is known at once where it was made', async () => {
  const { tenants } = countingStore();
  expect(await tenants.cached('late')).toBeUndefined();
  await putTenant(tenants, { tenantId: 'late', name: 'Late', settings: {} });
  expect(await tenants.cached('late')).toMatchObject({ tenantId: 'late' });
  expect(await tenants.cached('later')).toBeUndefined();
  await tenants.putPlanned({ tenantId: 'later', name: 'Later', settings: {} }, 1);
  expect(await tenants.cached('later')).toMatchObject({ tenantId: 'later' });
});
