import { startScratch, type Scratch } from './scratch.js';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await startScratch();
});
afterAll(() => scratch.dispose());

it('the embedded engine answers a query whose candidate plans all return nothing during planning', async () => {
  const things = scratch.db.collection<{ _id: string }>('things');
  await things.createIndexes([
    { key: { owner: 1, kind: 1, _id: -1 } },
    { key: { owner: 1, words: 1, _id: -1 } },
  ]);
  const many = Array.from({ length: 20_000 }, (_, n) => ({
    _id: `a/${String(n).padStart(6, '0')}`,
    owner: 'a',
    kind: n % 3,
    words: ['common', `own${n}`],
    at: n,
  }));
  await things.insertMany(many, { ordered: false });
  const range = { owner: 'a', _id: { $gt: 'a/', $lt: 'a/~' } };
  const find = (query: object) =>
    things
      .find({ ...range, ...query })
      .sort({ _id: -1 })
      .limit(50)
      .toArray();
  expect(await find({ words: { $all: ['common', 'own7'] } })).toHaveLength(1);
  expect(await find({ at: { $gte: 5, $lte: 9 } })).toHaveLength(5);
}, 60_000);
