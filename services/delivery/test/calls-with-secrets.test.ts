/** A delivery whose endpoint refers to secrets: what the buyer receives, and what is recorded. */
import { UnknownSealingKeyError, sealingKey } from '@sluice/store';
import { duringTests, putTenant } from '@sluice/testing';
import { randomBytes } from 'node:crypto';
import { openDeliveryWorker } from './delivery-worker.js';

const world = duringTests(openDeliveryWorker);
beforeAll(() => putTenant(world.core.stores.tenants, { tenantId: 'demo', name: 'Demo', settings: {} }));

const at = new Date();
const set = async (secrets: Readonly<Record<string, string>>, keys = world.keys) => {
  for (const [name, value] of Object.entries(secrets))
    expect(await world.core.stores.secrets.set('demo', name, value, { keys, at })).toBe('set');
};

it('without one of the secrets makes no call and ends as error, secret_missing, releasing its slot', async () => {
  await set({ path: 'a/b' });
  const payload = await world.routed('SECRET');
  const calls = world.calls();
  await world.deliver(payload);
  expect(await world.decided(payload)).toMatchObject({ kind: 'error', reason: 'secret_missing' });
  expect([world.calls(), await world.isFree(payload)]).toEqual([calls, true]);
  const [attempt] = await world.mine.attempts.of(payload.submissionId);
  expect(attempt?.outcome).toMatchObject({ kind: 'impossible', reason: 'secret_missing' });
});

it('sends the values, records the references, and stores no secret that the buyer quotes', async () => {
  await set({ path: 'a/b', key: 'hunter2-hunter2' });
  const payload = await world.routed('SECRET');
  world.answers({ status: 200, body: { echo: 'no hunter2-hunter2 a/b' } }, '/buyers/a%2Fb');
  await world.deliver(payload);
  const [request] = world.received();
  expect(request?.path).toBe('/buyers/a%2Fb');
  expect(request?.headers['authorization']).toBe('Bearer hunter2-hunter2');
  expect(request?.body).toBe('{"token":"hunter2-hunter2"}');
  const [attempt] = await world.mine.attempts.of(payload.submissionId);
  expect(attempt?.url).toContain('/buyers/{{ secrets.path }}');
  expect(attempt?.outcome).toMatchObject({ answer: '{"echo":"no •••• ••••"}', reference: 'no •••• ••••' });
  expect(await world.decided(payload)).toMatchObject({ kind: 'rejected', reason: 'no •••• ••••' });
});

it('explains a price that cannot be read without the secret that the buyer quotes in its place', async () => {
  await set({ path: 'a/b', key: 'hunter2-hunter2' });
  const payload = await world.routed('SECRET');
  world.answers({ status: 200, body: { quoted: 'no hunter2-hunter2' } }, '/buyers/a%2Fb');
  await world.deliver(payload);
  const decided = JSON.stringify(await world.decided(payload));
  expect(decided).toContain('price_unreadable');
  expect(decided).not.toContain('hunter2');
});

it('makes no call, and is tried again, while the worker has no key that opens a secret', async () => {
  const other = sealingKey(randomBytes(32).toString('base64'));
  await set({ key: 'sealed-elsewhere' }, [other, ...world.keys]);
  const payload = await world.routed('SECRET');
  const calls = world.calls();
  // Until then the worker may still use what it has opened before.
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  await expect(world.deliver(payload)).rejects.toThrow(UnknownSealingKeyError);
  expect([world.calls(), await world.decided(payload)]).toEqual([calls, undefined]);
  expect(await world.mine.attempts.of(payload.submissionId)).toEqual([]);
});
