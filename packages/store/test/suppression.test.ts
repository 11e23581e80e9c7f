/** Suppression lists: single entries, imports, and what a copy of the database tells. */
import { duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { randomBytes } from 'node:crypto';
import type { Document } from 'mongodb';
import { sealingKey, UnknownSealingKeyError } from '../src/index.js';
import type { EntriesDocument } from '../src/suppression/packed.js';
import { SuppressionImports } from '../src/suppression/suppression-imports.js';
import type { SuppressionStateDocument } from '../src/suppression/suppression-store.js';

const world = duringTests(openWorld);
const mine = () => world.stores.forTenant('demo');
const keys = [sealingKey(randomBytes(32).toString('base64'))];
const now = () => world.stores.clock.now();
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => `+1415${String(5_000_000 + from + n)}`);

const change = (listId: string, forms: readonly string[], how: 'add' | 'remove' = 'add') =>
  mine().suppression.change(listId, forms, how, keys, now());
const isListed = async (listId: string, form: string) =>
  (await mine().suppression.listed([{ listId, form }], keys)).has(listId);
const entriesOf = async (listId: string) => (await mine().suppression.states()).get(listId)?.entries;

const begin = (listId: string, id: string, replaces: boolean) =>
  mine().suppressionImports.begin(listId, { id, replaces, keys, now: now() });
const add = (listId: string, id: string, part: number, forms: readonly string[]) =>
  mine().suppressionImports.add(listId, id, { part, forms, keys, now: now() });
const finish = (listId: string, id: string, valid: number) =>
  mine().suppressionImports.finish(listId, id, { valid, invalid: 0, clock: now, forMs: 60_000 });

describe('entries of a suppression list', () => {
  it('are listed until they are removed, and counted once however often they are sent', async () => {
    expect(await change('one', numbers(0, 50))).toEqual({ kind: 'changed', by: 50 });
    expect(await change('one', numbers(25, 75))).toEqual({ kind: 'changed', by: 25 });
    expect([await isListed('one', '+14155000074'), await isListed('one', '+14155000075')]).toEqual([
      true,
      false,
    ]);
    expect(await change('one', numbers(70, 90), 'remove')).toEqual({ kind: 'changed', by: 5 });
    expect([await isListed('one', '+14155000074'), await entriesOf('one')]).toEqual([false, 70]);
  });

  it('are all kept and counted when many are added at once, also to a list that has none yet', async () => {
    const all = numbers(1_000, 3_000);
    const parts = Array.from({ length: 20 }, (_, n) => all.slice(n * 100, (n + 1) * 100));
    await Promise.all([...parts, ...parts].map((part) => change('at-once', part)));
    const found = await Promise.all(all.map((form) => isListed('at-once', form)));
    expect(found.filter((is) => !is)).toEqual([]);
    expect(await entriesOf('at-once')).toBe(2_000);
  });

  it('are all kept, counted and removed where they stand in more documents than are changed together', async () => {
    const all = numbers(10_000, 16_000);
    expect(await change('wide', all)).toEqual({ kind: 'changed', by: 6_000 });
    const documents = world.db.collection<{ _id: string; n?: number }>('suppressionEntries');
    expect(await documents.countDocuments({ _id: /^demo\/wide\.0\./, n: { $gt: 0 } })).toBeGreaterThan(5_000);
    const found = await Promise.all(all.map((form) => isListed('wide', form)));
    expect(found.filter((is) => !is)).toEqual([]);
    expect(await change('wide', all, 'remove')).toEqual({ kind: 'changed', by: 6_000 });
    expect([await isListed('wide', '+14155010000'), await entriesOf('wide')]).toEqual([false, 0]);
  });

  it('of a tenant are not listed for another one, nor in another list', async () => {
    await change('own', ['+14155009999']);
    const other = world.stores.forTenant('other').suppression;
    expect((await other.listed([{ listId: 'own', form: '+14155009999' }], keys)).size).toBe(0);
    expect(await isListed('else', '+14155009999')).toBe(false);
  });

  it('that were lost end the look-up with an error that names the list', async () => {
    await change('lost', ['+14155000000']);
    await world.db.collection<{ _id: string }>('suppressionEntries').deleteOne({ _id: 'demo/lost.0.' });
    await expect(isListed('lost', '+14155000000')).rejects.toThrow('list lost are not there');
  });

  it('of many leads in all lists are looked up by one query', async () => {
    await change('first', numbers(0, 5));
    await change('second', numbers(5, 10));
    await isListed('first', '+14155000000');
    const found = await Promise.all(
      numbers(0, 10).map((form) =>
        mine().suppression.listed(
          [
            { listId: 'first', form },
            { listId: 'second', form },
          ],
          keys,
        ),
      ),
    );
    expect(found.map((lists) => [...lists].join())).toEqual([
      ...Array<string>(5).fill('first'),
      ...Array<string>(5).fill('second'),
    ]);
  });
});

describe('a copy of the database', () => {
  it('has nothing in common for one number in two lists, and tells nothing without the key', async () => {
    const number = '+14155008888';
    await change('copy-a', [number]);
    await change('copy-b', [number]);
    const stored = await world.db
      .collection<{ _id: string; packed?: { buffer: Buffer } }>('suppressionEntries')
      .find({ _id: /^demo\/copy-/ })
      .toArray();
    const [a, b] = ['copy-a', 'copy-b'].map((list) =>
      stored.flatMap(({ _id, packed }) =>
        packed && _id.startsWith(`demo/${list}.`) ? [packed.buffer.toString('hex')] : [],
      ),
    );
    expect([a?.length, b?.length]).toEqual([1, 1]);
    expect(a).not.toEqual(b);
    expect(JSON.stringify(stored)).not.toContain(number.slice(2));
    const stranger = [sealingKey(randomBytes(32).toString('base64'))];
    await expect(mine().suppression.listed([{ listId: 'copy-a', form: number }], stranger)).rejects.toThrow(
      UnknownSealingKeyError,
    );
  });

  it('is read with a new encryption key once the lists are resealed', async () => {
    await change('sealed', ['+14155007777']);
    const next = sealingKey(randomBytes(32).toString('base64'));
    expect(await mine().suppression.reseal([next, ...keys])).toBe('reencrypted');
    expect(await mine().suppression.reseal([next])).toBe('current');
    const probes = [{ listId: 'sealed', form: '+14155007777' }];
    expect((await mine().suppression.listed(probes, [next])).size).toBe(1);
    expect(await mine().suppression.reseal([...keys, next])).toBe('reencrypted');
  });
});

describe('an import', () => {
  it('lists what was sent, in parts that may be repeated, and says by how much the list grew', async () => {
    await change('import', numbers(0, 100));
    expect(await begin('import', 'imp_1', false)).toBe(true);
    expect(await begin('import', 'imp_2', false)).toBe(false);
    for (const part of [0, 1, 1])
      await add('import', 'imp_1', part, numbers(part * 1_000, part * 1_000 + 1_000));
    expect(await change('import', ['+14155999999'])).toEqual({ kind: 'changed', by: 1 });
    expect(await finish('import', 'imp_1', 2_000)).toEqual({ kind: 'done', accepted: 1_901, duplicate: 99 });
    const found = await Promise.all(
      [...numbers(0, 2_000), '+14155999999'].map((form) => isListed('import', form)),
    );
    expect(found.filter((is) => !is)).toEqual([]);
    expect(await entriesOf('import')).toBe(2_001);
    expect(await finish('import', 'imp_1', 2_000)).toEqual({ kind: 'gone' });
  });

  it('that adds meets a value that somebody adds while it is merged', async () => {
    await begin('meanwhile', 'imp_1', false);
    await add('meanwhile', 'imp_1', 0, ['+14155000001']);
    const states = world.db.collection<SuppressionStateDocument>('suppressionStates');
    const entries = world.db.collection<EntriesDocument>('suppressionEntries');
    const raced = Object.create(entries) as typeof entries;
    Object.assign(raced, {
      find: (filter: Document, options?: Document) => {
        const found = entries.find(filter, options);
        if (!JSON.stringify(filter).includes('$in')) return found;
        return {
          toArray: async () => {
            const before = await found.toArray();
            await change('meanwhile', ['+14155000001']);
            return before;
          },
        };
      },
    });
    const imports = new SuppressionImports({ states, entries: raced }, 'demo');
    const ends = { valid: 1, invalid: 0, clock: now, forMs: 60_000 };
    expect((await imports.finish('meanwhile', 'imp_1', ends)).kind).toBe('done');
    expect(await entriesOf('meanwhile')).toBe(1);
  });

  it('that replaces shows every lead the old list or the new one, and refuses changes meanwhile', async () => {
    const [always, old, fresh] = [numbers(0, 1_000), numbers(1_000, 2_000), numbers(2_000, 3_000)];
    await change('replaced', [...always, ...old]);
    expect(await begin('replaced', 'imp_1', true)).toBe(true);
    expect(await change('replaced', ['+14155888888'])).toEqual({ kind: 'busy' });
    await add('replaced', 'imp_1', 0, [...always, ...fresh]);
    let isOver = false;
    const missed: string[] = [];
    const looking = (async () => {
      for (let n = 0; !isOver; n = (n + 1) % 1_000) {
        const form = always[n] as string;
        if (!(await isListed('replaced', form))) missed.push(form);
      }
    })();
    expect(await finish('replaced', 'imp_1', 2_000)).toEqual({ kind: 'done', accepted: 2_000, duplicate: 0 });
    isOver = true;
    await looking;
    expect(missed).toEqual([]);
    expect([await isListed('replaced', old[0] ?? ''), await isListed('replaced', fresh[0] ?? '')]).toEqual([
      false,
      true,
    ]);
    const left = await world.db
      .collection<{ _id: string }>('suppressionEntries')
      .countDocuments({ _id: /^demo\/replaced\.(0|part)\./ });
    expect(left).toBe(0);
  });

  it('that would replace the list by nothing leaves it as it was, and another one may begin', async () => {
    await change('emptied', ['+14155000001']);
    await begin('emptied', 'imp_1', true);
    expect(await finish('emptied', 'imp_1', 0)).toEqual({ kind: 'empty' });
    expect([await isListed('emptied', '+14155000001'), await entriesOf('emptied')]).toEqual([true, 1]);
    expect(await begin('emptied', 'imp_2', true)).toBe(true);
  });

  it('that replaces a list takes its key as it was encrypted anew just before', async () => {
    const next = sealingKey(randomBytes(32).toString('base64'));
    await begin('rotated', 'imp_1', true);
    await add('rotated', 'imp_1', 0, ['+14155000001']);
    const states = world.db.collection<SuppressionStateDocument>('suppressionStates');
    const entries = world.db.collection<EntriesDocument>('suppressionEntries');
    // Counting is the last read before the list is replaced.
    const rotating = Object.create(entries) as typeof entries;
    Object.assign(rotating, {
      aggregate: (pipeline: Document[]) => ({
        toArray: async () => {
          await mine().suppression.reseal([next, ...keys]);
          return entries.aggregate(pipeline).toArray();
        },
      }),
    });
    const imports = new SuppressionImports({ states, entries: rotating }, 'demo');
    const ends = { valid: 1, invalid: 0, clock: now, forMs: 60_000 };
    expect((await imports.finish('rotated', 'imp_1', ends)).kind).toBe('done');
    const stored = (await mine().suppression.states()).get('rotated');
    await mine().suppression.reseal([...keys, next]);
    expect(stored?.key.keyId).toBe(next.id);
    expect(await isListed('rotated', '+14155000001')).toBe(true);
  });

  it('that was interrupted leaves the old list, and gives way to another one after its lease', async () => {
    await change('killed', numbers(0, 10));
    await begin('killed', 'imp_dead', true);
    await add('killed', 'imp_dead', 0, numbers(500, 900));
    expect([await isListed('killed', '+14155000005'), await isListed('killed', '+14155000600')]).toEqual([
      true,
      false,
    ]);
    const later = new Date(now().getTime() + 61_000);
    const begun = { id: 'imp_next', replaces: true, keys, now: later };
    expect(await mine().suppressionImports.begin('killed', begun)).toBe(true);
    expect(await add('killed', 'imp_dead', 1, numbers(0, 1))).toBe(false);
    await add('killed', 'imp_next', 0, ['+14155000001']);
    expect(await finish('killed', 'imp_next', 1)).toEqual({ kind: 'done', accepted: 1, duplicate: 0 });
    expect([await isListed('killed', '+14155000001'), await isListed('killed', '+14155000600')]).toEqual([
      true,
      false,
    ]);
  });
});
