import { setTimeout as wait } from 'node:timers/promises';
import { MongoClient, type Collection } from 'mongodb';
import { startScratch, until, type Row, type Scratch } from './scratch.js';

const DURABLE = { writeConcern: { w: 'majority', j: true } } as const;
const WRITERS = 20;
const ROUNDS = 4;
/** Only a broken engine takes this long, even on a busy machine. */
const PATIENCE_MS = 15_000;

let scratch: Scratch;
let client: MongoClient;
const restarts: number[] = [];

beforeAll(async () => {
  scratch = await startScratch({ onRestart: (pid) => restarts.push(pid) });
  client = new MongoClient(scratch.engine.url);
});
afterAll(async () => {
  await client.close();
  await scratch.dispose();
});

/** All the ways to write a document; each resolves once the write is acknowledged. */
const WAYS: readonly ((rows: Collection<Row>, id: string) => Promise<unknown>)[] = [
  (rows, _id) => rows.insertOne({ _id }, DURABLE),
  (rows, _id) => rows.insertMany([{ _id: `${_id}.before` }, { _id }], { ordered: false, ...DURABLE }),
  (rows, _id) => rows.updateOne({ _id }, { $set: { n: 1 } }, { upsert: true, ...DURABLE }),
  (rows, _id) => rows.findOneAndUpdate({ _id }, { $inc: { n: 1 } }, { upsert: true, ...DURABLE }),
  (rows, _id) =>
    rows.bulkWrite([{ updateOne: { filter: { _id }, update: { $set: { n: 1 } }, upsert: true } }], DURABLE),
  ({ namespace }, _id) =>
    client.bulkWrite([{ name: 'insertOne', namespace, document: { _id: _id as never } }], DURABLE),
];

/** Writes until stopped; a failed write simply counts as not acknowledged. */
async function writeWhile(
  goesOn: () => boolean,
  acknowledged: string[],
  name: string,
  writer: number,
): Promise<void> {
  const write = WAYS[writer % WAYS.length];
  const rows = client.db('test').collection<Row>('acknowledged');
  for (let i = 0; goesOn(); i++) {
    const id = `${name}.${writer}.${i}`;
    try {
      await write?.(rows, id);
      acknowledged.push(id);
    } catch {
      await wait(20);
    }
  }
}

it('an embedded engine killed under load, repeatedly, loses no acknowledged write', async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    let writing = true;
    const atStart = acknowledged.length;
    const writers = Array.from({ length: WRITERS }, (_, i) =>
      writeWhile(() => writing, acknowledged, `r${round}`, i),
    );
    await until(() => acknowledged.length - atStart > 100, PATIENCE_MS);

    const { pid } = scratch.engine;
    process.kill(pid, 'SIGKILL');
    await until(() => scratch.engine.pid !== pid, PATIENCE_MS);
    const atRestart = acknowledged.length;
    await until(() => acknowledged.length - atRestart > 20, PATIENCE_MS);
    writing = false;
    await Promise.all(writers);
  }

  const found = new Set((await scratch.rows('acknowledged').find().toArray()).map(({ _id }) => _id));
  expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
  expect(new Set(restarts).size).toBe(ROUNDS);
  expect(restarts.at(-1)).toBe(scratch.engine.pid);
}, 60_000);
