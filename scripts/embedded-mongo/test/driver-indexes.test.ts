import type { Document } from 'mongodb';
import { startScratch, type Scratch } from './scratch.js';

let scratch: Scratch;
const collection = (name: string) => scratch.db.collection(name);

beforeAll(async () => {
  scratch = await startScratch();
});
afterAll(() => scratch.dispose());

/** Every stage of the plan that the engine would choose, outermost first. */
async function planOf(name: string, filter: Document, sort: Document = {}): Promise<Document[]> {
  const explained = await collection(name).find(filter).sort(sort).explain('queryPlanner');
  const planner = explained.queryPlanner as { winningPlan: Document };
  const stages: Document[] = [];
  const outermost = (planner.winningPlan.queryPlan ?? planner.winningPlan) as Document;
  for (let stage: Document | undefined = outermost; stage; stage = stage.inputStage as Document | undefined)
    stages.push(stage);
  return stages;
}

describe('indexes of the embedded engine', () => {
  it('enforce a unique compound key for inserts, updates and upserts', async () => {
    const keys = collection('unique');
    await keys.createIndex({ tenant: 1, code: 1 }, { unique: true });
    await keys.insertMany([
      { tenant: 'a', code: 1 },
      { tenant: 'a', code: 2 },
      { tenant: 'b', code: 1 },
    ]);
    const taken = { code: 11000, keyPattern: { tenant: 1, code: 1 } };
    await expect(keys.insertOne({ tenant: 'a', code: 1 })).rejects.toMatchObject(taken);
    await expect(keys.updateOne({ tenant: 'a', code: 2 }, { $set: { code: 1 } })).rejects.toMatchObject(
      taken,
    );
    await expect(
      keys.updateOne({ x: 1 }, { $set: { tenant: 'b', code: 1 } }, { upsert: true }),
    ).rejects.toMatchObject(taken);
    expect(await keys.countDocuments()).toBe(3);
  });

  it('enforce a unique partial key for the covered documents only', async () => {
    const slots = collection('partial');
    await slots.createIndex({ phone: 1 }, { unique: true, partialFilterExpression: { status: 'active' } });
    await slots.insertMany([
      { phone: 1, status: 'ended' },
      { phone: 1, status: 'ended' },
      { phone: 1, status: 'active' },
    ]);
    await expect(slots.insertOne({ phone: 1, status: 'active' })).rejects.toMatchObject({ code: 11000 });
    await expect(slots.updateOne({ status: 'ended' }, { $set: { status: 'active' } })).rejects.toMatchObject({
      code: 11000,
    });
  });

  it('are refused when the data already violates them', async () => {
    await collection('broken').insertMany([{ a: 1 }, { a: 1 }]);
    await expect(collection('broken').createIndex({ a: 1 }, { unique: true })).rejects.toMatchObject({
      code: 11000,
    });
  });

  it('are reported by explain for the queries that use them: compound, in sort order and partial', async () => {
    const leads = collection('explained');
    await leads.createIndex({ tenantId: 1, createdAt: -1 });
    await leads.createIndex({ dueAt: 1 }, { partialFilterExpression: { dueAt: { $exists: true } } });
    await leads.insertMany(
      Array.from({ length: 500 }, (_, i) => ({
        tenantId: `t${i % 5}`,
        createdAt: i,
        dueAt: i % 50 ? undefined : i,
      })),
    );

    const page = await planOf('explained', { tenantId: 't1' }, { createdAt: -1 });
    expect(page.at(-1)).toMatchObject({ stage: 'IXSCAN', indexName: 'tenantId_1_createdAt_-1' });
    expect(page.map(({ stage }) => stage as string)).not.toContain('SORT');

    const due = await planOf('explained', { dueAt: { $lte: 100 } }, { dueAt: 1 });
    expect(due.at(-1)).toMatchObject({ stage: 'IXSCAN', indexName: 'dueAt_1', isPartial: true });
    expect(await leads.countDocuments({ dueAt: { $lte: 100 } })).toBe(3);

    expect((await planOf('explained', { nothing: 1 })).at(-1)).toMatchObject({ stage: 'COLLSCAN' });
  });

  it('serve a page by a range of ids without an additional index', async () => {
    const pages = scratch.rows('pages');
    await pages.insertMany(
      Array.from({ length: 100 }, (_, i) => ({ _id: `demo/lead_${String(i).padStart(3, '0')}` })),
    );
    const range = { _id: { $gt: 'demo/', $lt: 'demo/lead_050' } };
    const plan = await planOf('pages', range, { _id: -1 });
    expect(plan.at(-1)).toMatchObject({ stage: 'IXSCAN', indexName: '_id_', direction: 'backward' });
    const page = await pages.find(range).sort({ _id: -1 }).limit(2).toArray();
    expect(page).toEqual([{ _id: 'demo/lead_049' }, { _id: 'demo/lead_048' }]);
  });

  it('are listed and dropped by name', async () => {
    const list = collection('listed');
    await list.createIndexes([{ key: { a: 1 } }, { key: { b: -1, c: 1 }, name: 'bc' }]);
    expect((await list.indexes()).map(({ name }) => name)).toEqual(['_id_', 'a_1', 'bc']);
    await list.dropIndex('bc');
    expect((await list.indexes()).map(({ name }) => name)).toEqual(['_id_', 'a_1']);
  });
});
