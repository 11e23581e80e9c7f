/** What wrong API keys cost, seen from outside: every answer is the same, and the database is spared. */
import { newKey } from '@sluice/store';
import { audible, duringTests, hearCommands } from '@sluice/testing';
import type { Document } from 'mongodb';
import { openGateway } from './gateway.js';

const world = duringTests(() => openGateway({ reached: audible }));
let reads = 0;
beforeAll(async () => {
  const hear = ({ find }: Document) => {
    if (find === 'apiKeys' || find === 'adminKeys') reads += 1;
  };
  world.onClose(hearCommands(hear, ['find', 'aggregate']));
});

const unauthorized = { success: false, error: { code: 'UNAUTHORIZED', message: 'Authentication required' } };

async function statusOf(key: string): Promise<number> {
  const { status, text } = await world.request('GET', '/api/v1/clients', { key });
  if (status !== 200) expect(JSON.parse(text)).toEqual(unauthorized);
  return status;
}

/** Tries many keys, fifty at a time. */
async function tryAll(keys: readonly string[]): Promise<ReadonlySet<number>> {
  const rest = [...keys];
  const seen = new Set<number>();
  const oneByOne = async () => {
    for (let key = rest.pop(); key !== undefined; key = rest.pop()) seen.add(await statusOf(key));
  };
  await Promise.all(Array.from({ length: 50 }, oneByOne));
  return seen;
}

it('a thousand made-up keys get the usual answer and cause no database read', async () => {
  const madeUp = Array.from(
    { length: 1_000 },
    (_, n) => `slk_${String(n).padStart(4, '0')}${'a'.repeat(45)}`,
  );
  expect(await tryAll(madeUp)).toEqual(new Set([401]));
  expect(reads).toBe(0);
});

it('a valid key passes during a flood of wrong ones from its address, whose reads stay few', async () => {
  const unused = newKey('slk_');
  const fresh = { tenantId: 'alpha', name: 'fresh', createdAt: world.stores.clock.now() };
  await world.stores.apiKeys.add(unused, fresh);
  const [before, startedAt] = [reads, performance.now()];
  const flood = tryAll(Array.from({ length: 1_000 }, () => newKey('slk_')));
  const valid: number[] = [];
  for (let n = 0; n < 20; n += 1) valid.push(await statusOf(world.alpha.key), await statusOf(unused));
  expect(new Set(valid)).toEqual(new Set([200]));
  expect(await flood).toEqual(new Set([401]));
  const seconds = (performance.now() - startedAt) / 1_000;
  // Twenty per second for all unknown keys, and one per three seconds for each key that works.
  expect(reads - before).toBeLessThanOrEqual(1 + seconds * 20 + 2 * (1 + seconds / 3));
}, 60_000);
