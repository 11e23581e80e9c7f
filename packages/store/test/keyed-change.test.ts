import { duringTests, testBackends } from '@sluice/testing';
import { MongoClient, type Collection } from 'mongodb';
import { commitOf } from '../src/commit/commit.js';
import { changePhase } from '../src/commit/phases.js';
import type { KeyedChange } from '../src/driver/keyed-change.js';

interface Thing {
  readonly _id: string;
  readonly [field: string]: unknown;
}

const backends = duringTests(testBackends);
const mongo = duringTests(() => MongoClient.connect(backends.mongodbUrl, { ignoreUndefined: true }));
let things: Collection<Thing>;
beforeEach(async () => {
  things = mongo.db().collection('things');
  await things.deleteMany({});
});

const keys = Array.from({ length: 20 }, (_, n) => `demo/${n}`);

/** Requests all changes in one moment, so that one batch contains them. */
const change = (changes: readonly KeyedChange[]) => {
  const ask = commitOf(mongo, changePhase(things), { sendsAgain: true });
  return Promise.allSettled(changes.map(ask));
};
const stored = async () => new Map((await things.find().toArray()).map((thing) => [thing._id, thing]));

describe('a batch of document changes', () => {
  it('gives each document its own values, whatever characters they contain', async () => {
    await things.insertMany(keys.map((_id) => ({ _id, kept: 1, gone: 2, list: ['first'] })));
    const at = new Date();
    await change(
      keys.map((key, n) => ({
        key,
        set: { at, text: `$kept ${n}`, deep: { n, $$ROOT: undefined, list: ['$gone'] } },
        unset: ['gone'],
        push: { list: { n } },
      })),
    );
    const found = await stored();
    for (const [n, key] of keys.entries())
      expect(found.get(key)).toEqual({
        _id: key,
        kept: 1,
        list: ['first', { n }],
        at,
        text: `$kept ${n}`,
        deep: { n, list: ['$gone'] },
      });
  });

  it('changes only existing documents that match the condition', async () => {
    await things.insertMany(keys.map((_id, n) => ({ _id, status: n % 2 === 0 ? 'due' : 'done' })));
    const outcomes = await change(
      [...keys, 'demo/none'].map((key) => ({ key, set: { touched: true }, only: { status: 'due' } })),
    );
    expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await things.countDocuments({ touched: true })).toBe(10);
    expect(await things.countDocuments()).toBe(keys.length);
  });

  it('changes only documents that hold the values which their own change requires', async () => {
    await things.insertMany(keys.map((_id, n) => ({ _id, n, ids: n % 2 === 0 ? [`$${n}`] : ['$0'] })));
    await things.updateOne({ _id: 'demo/2' }, { $unset: { ids: '' } });
    const outcomes = await change(
      keys.map((key, n) => ({ key, set: { touched: n }, equal: { n, ids: [`$${n}`] } })),
    );
    expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true);
    for (const { n, touched } of (await stored()).values())
      expect(touched).toBe(n === 2 || Number(n) % 2 === 1 ? undefined : n);
  });

  it('changes one document in the order of the requests', async () => {
    await things.insertMany(keys.map((_id) => ({ _id })));
    await change([1, 2, 3].flatMap((n) => keys.map((key) => ({ key, set: { n }, push: { list: n } }))));
    for (const thing of (await stored()).values()) expect(thing).toMatchObject({ n: 3, list: [1, 2, 3] });
  });

  it('makes changes that are too large for one statement each by itself', async () => {
    await things.insertMany(keys.map((_id) => ({ _id })));
    const large = 'x'.repeat(2 * 1024 * 1024);
    const outcomes = await change(keys.map((key) => ({ key, set: { large } })));
    expect(outcomes.map(({ status }) => status)).toEqual(keys.map(() => 'fulfilled'));
    expect(await things.countDocuments({ large })).toBe(keys.length);
  });

  it('fails a change that cannot be executed alone', async () => {
    await things.createIndex({ a: 1, b: 1 });
    await things.insertMany(keys.map((_id, n) => ({ _id, a: n === 7 ? [1, 2] : 1 })));
    // Two lists cannot be in one compound index.
    const outcomes = await change(keys.map((key) => ({ key, set: { b: [1, 2] } })));
    await things.dropIndexes();
    expect(outcomes.map(({ status }) => status)).toEqual(
      keys.map((_, n) => (n === 7 ? 'rejected' : 'fulfilled')),
    );
    expect(await things.countDocuments({ b: { $exists: true } })).toBe(keys.length - 1);
  });
});
