import { Decimal128, Long, MongoBulkWriteError, ObjectId } from 'mongodb';
import { startScratch, type Scratch } from './scratch.js';

let scratch: Scratch;
const collection = (name: string) => scratch.rows(name);

beforeAll(async () => {
  scratch = await startScratch();
});
afterAll(() => scratch.dispose());

describe('the embedded engine behind the official driver', () => {
  it('returns a document as it was written, with every BSON type', async () => {
    const written = {
      _id: new ObjectId(),
      text: 'Ünïcødé',
      at: new Date('2026-01-02T03:04:05.678Z'),
      nested: { list: [1, { two: 2 }, null] },
      long: Long.fromString('9007199254740993'),
      price: Decimal128.fromString('1.10'),
      bytes: Buffer.from([0, 1, 255]),
    };
    await collection('types').insertOne(written);
    const read = await collection('types').findOne(
      { _id: written._id },
      { promoteLongs: false, promoteBuffers: true },
    );
    expect(read).toEqual(written);
  });

  it('executes updates with operators, array filters and upserts', async () => {
    const leads = collection('updates');
    await leads.insertOne({
      _id: 1,
      attempts: [
        { n: 1, state: 'open' },
        { n: 2, state: 'open' },
      ],
      count: 1,
      gone: true,
    });
    await leads.updateOne(
      { _id: 1 },
      { $set: { 'attempts.$[attempt].state': 'done' }, $inc: { count: 2 }, $unset: { gone: '' } },
      { arrayFilters: [{ 'attempt.n': 2 }] },
    );
    expect(await leads.findOne({ _id: 1 })).toEqual({
      _id: 1,
      attempts: [
        { n: 1, state: 'open' },
        { n: 2, state: 'done' },
      ],
      count: 3,
    });

    const upsert = () =>
      leads.updateOne({ _id: 2 }, { $setOnInsert: { first: 1 }, $inc: { seen: 1 } }, { upsert: true });
    expect(await upsert()).toMatchObject({ upsertedCount: 1, upsertedId: 2 });
    expect(await upsert()).toMatchObject({ upsertedCount: 0, modifiedCount: 1 });
    expect(await leads.findOne({ _id: 2 })).toEqual({ _id: 2, first: 1, seen: 2 });
  });

  it('executes an update pipeline with $$NOW and set operators', async () => {
    const sets = collection('pipelines');
    await sets.insertOne({ _id: 1, held: ['a', 'b', 'c'], log: [1, 2, 3] });
    const before = Date.now();
    const after = await sets.findOneAndUpdate(
      { _id: 1 },
      [
        {
          $set: {
            held: { $setDifference: ['$held', ['b']] },
            log: { $slice: [{ $concatArrays: ['$log', [4, 5]] }, -3] },
            at: '$$NOW',
            full: { $cond: [{ $gte: [{ $size: '$held' }, 3] }, true, false] },
          },
        },
      ],
      { returnDocument: 'after' },
    );
    expect((after?.held as string[]).toSorted()).toEqual(['a', 'c']);
    expect(after).toMatchObject({ log: [3, 4, 5], full: true });
    const at = (after?.at as Date).getTime();
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(Date.now());
  });

  it('executes findOneAndUpdate with a sort, and returns the document before or after', async () => {
    const jobs = collection('jobs');
    await jobs.insertMany([
      { _id: 'late', due: 2 },
      { _id: 'early', due: 1 },
    ]);
    const take = (options: object) =>
      jobs.findOneAndUpdate(
        { taken: { $exists: false } },
        { $set: { taken: true } },
        { sort: { due: 1 }, ...options },
      );
    expect(await take({ returnDocument: 'after', projection: { taken: 1 } })).toEqual({
      _id: 'early',
      taken: true,
    });
    expect(await take({ returnDocument: 'before' })).toEqual({ _id: 'late', due: 2 });
    expect(await take({})).toBeNull();
  });

  it('executes a mixed bulk write and counts each kind', async () => {
    const result = await collection('bulk').bulkWrite(
      [
        { insertOne: { document: { _id: 1, n: 1 } } },
        { updateOne: { filter: { _id: 1 }, update: { $inc: { n: 1 } } } },
        { updateOne: { filter: { _id: 2 }, update: { $set: { n: 9 } }, upsert: true } },
        { replaceOne: { filter: { _id: 2 }, replacement: { n: 10 } } },
        { deleteOne: { filter: { _id: 99 } } },
      ],
      { ordered: false, writeConcern: { w: 'majority', j: true } },
    );
    expect(result).toMatchObject({ insertedCount: 1, modifiedCount: 2, upsertedCount: 1, deletedCount: 0 });
    expect(await collection('bulk').find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, n: 2 },
      { _id: 2, n: 10 },
    ]);
  });

  it('names exactly the refused documents of an unordered insert and keeps the others', async () => {
    const journal = collection('journal');
    await journal.insertMany([{ _id: 'b' }, { _id: 'd' }]);
    const documents = ['a', 'b', 'c', 'd', 'e'].map((_id) => ({ _id }));
    const error: unknown = await journal
      .insertMany(documents, { ordered: false, writeConcern: { w: 'majority', j: true } })
      .catch((thrown: unknown) => thrown);
    if (!(error instanceof MongoBulkWriteError)) throw new Error('no bulk error');
    expect(error.insertedCount).toBe(3);
    expect([error.writeErrors].flat().map(({ index, code }) => [index, code])).toEqual([
      [1, 11000],
      [3, 11000],
    ]);
    expect(await journal.countDocuments()).toBe(5);
  });

  it('returns more documents than one reply holds, in pages', async () => {
    const many = collection('many');
    await many.insertMany(Array.from({ length: 1_000 }, (_, _id) => ({ _id })));
    const ids = (await many.find().sort({ _id: 1 }).batchSize(64).toArray()).map(({ _id }) => _id);
    expect(ids).toEqual(Array.from({ length: 1_000 }, (_, i) => i));
    expect(await many.aggregate([{ $match: {} }], { batchSize: 100 }).toArray()).toHaveLength(1_000);
    const open = many.find().batchSize(10);
    await open.next();
    await open.close();
  });

  it('accepts messages up to the 48 MB of the protocol in both directions', async () => {
    const large = collection('large');
    const text = 'x'.repeat(15_000_000);
    await large.insertMany([1, 2, 3].map((_id) => ({ _id, text })));
    expect((await large.findOne({ _id: 2 }))?.text === text).toBe(true);
  });

  it('executes aggregations with $facet and $lookup', async () => {
    await collection('leads').insertMany(
      Array.from({ length: 30 }, (_, i) => ({ _id: i, campaign: `C${i % 3}`, price: i })),
    );
    await collection('campaigns').insertMany([
      { _id: 'C0', name: 'zero' },
      { _id: 'C1', name: 'one' },
    ]);
    const [page] = await collection('leads')
      .aggregate([
        {
          $facet: {
            total: [{ $count: 'n' }],
            top: [
              { $group: { _id: '$campaign', revenue: { $sum: '$price' } } },
              { $sort: { revenue: -1 } },
              { $lookup: { from: 'campaigns', localField: '_id', foreignField: '_id', as: 'campaign' } },
              { $project: { revenue: 1, name: { $first: '$campaign.name' } } },
            ],
          },
        },
      ])
      .toArray();
    expect(page).toEqual({
      total: [{ n: 30 }],
      top: [
        { _id: 'C2', revenue: 155 },
        { _id: 'C1', revenue: 145, name: 'one' },
        { _id: 'C0', revenue: 135, name: 'zero' },
      ],
    });
  });

  it("passes the server's own errors to the driver", async () => {
    await expect(collection('errors').updateOne({}, { $bogus: { a: 1 } })).rejects.toMatchObject({ code: 9 });
    await expect(scratch.db.command({ noSuchCommand: 1 })).rejects.toMatchObject({
      codeName: 'CommandNotFound',
    });
    await expect(collection('errors').watch().next()).rejects.toMatchObject({ code: 40573 });
  });
});
