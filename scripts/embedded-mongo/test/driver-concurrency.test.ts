import { MongoClient } from 'mongodb';
import { startScratch, type Scratch } from './scratch.js';

let scratch: Scratch;
const collection = (name: string) => scratch.rows(name);

beforeAll(async () => {
  scratch = await startScratch();
});
afterAll(() => scratch.dispose());

describe('concurrent callers of the embedded engine', () => {
  it('reserve exactly the capped number of slots, each number once', async () => {
    const counters = collection('counters');
    await counters.insertOne({ _id: 'daily', taken: 0 });
    const take = () =>
      counters.findOneAndUpdate(
        { _id: 'daily', taken: { $lt: 30 } },
        { $inc: { taken: 1 } },
        { returnDocument: 'after' },
      );
    const won = (await Promise.all(Array.from({ length: 100 }, take))).filter((slot) => slot !== null);
    const numbers = won.map((slot) => slot.taken as number).toSorted((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
    expect(await counters.findOne({ _id: 'daily' })).toMatchObject({ taken: 30 });
  });

  it('insert the same id once', async () => {
    const insert = (caller: number) => collection('once').insertOne({ _id: 'sub_1.routing.0', caller });
    const results = await Promise.allSettled(Array.from({ length: 50 }, (_, caller) => insert(caller)));
    const winners = results.flatMap((result, caller) => (result.status === 'fulfilled' ? [caller] : []));
    const losses = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as { code: number }] : [],
    );
    expect(winners).toHaveLength(1);
    expect(losses.every(({ code }) => code === 11000)).toBe(true);
    expect(await collection('once').findOne()).toEqual({ _id: 'sub_1.routing.0', caller: winners[0] });
  });

  it('do not wait for a slow caller', async () => {
    const count = (each: object) => ({
      $reduce: { input: { $range: [0, 130] }, initialValue: 0, in: { $add: ['$$value', each] } },
    });
    const counting = count(count(count({ $literal: 1 })));
    await collection('slow').insertOne({ _id: 1 });
    let slowIsDone = false;
    const slow = collection('slow')
      .aggregate([{ $project: { sum: counting } }])
      .next();
    const slowEnded = slow.then(() => (slowIsDone = true));
    await Promise.all(Array.from({ length: 50 }, () => collection('slow').findOne({ _id: 1 })));
    expect(slowIsDone).toBe(false);
    await slowEnded;
  });
});

describe('sessions of the embedded engine', () => {
  it('are accepted, and causally ordered reads see their writes', async () => {
    await scratch.client.withSession({ causalConsistency: true }, async (session) => {
      await collection('sessions').insertOne(
        { _id: 1 },
        { session, writeConcern: { w: 'majority', j: true } },
      );
      expect(await collection('sessions').countDocuments({}, { session })).toBe(1);
      expect(await collection('sessions').find({}, { session, batchSize: 1 }).toArray()).toHaveLength(1);
    });
    expect(await scratch.db.admin().command({ ping: 1 })).toMatchObject({ ok: 1 });
  });

  it('end with their client without effect on the engine', async () => {
    const { pid } = scratch.engine;
    for (let i = 0; i < 5; i++) {
      const other = await new MongoClient(scratch.engine.url).connect();
      await other.db('test').collection('sessions').findOne();
      await other.close();
    }
    await scratch.db.command({ ping: 1 });
    expect(scratch.engine.pid).toBe(pid);
  });

  it('refuse transactions, without writing anything', async () => {
    const transaction = scratch.client.withSession((session) =>
      session.withTransaction(() => collection('transactions').insertOne({ _id: 1 }, { session })),
    );
    await expect(transaction).rejects.toMatchObject({
      originalError: { code: 20, codeName: 'IllegalOperation' },
    });
    expect(await collection('transactions').countDocuments()).toBe(0);
  });
});
