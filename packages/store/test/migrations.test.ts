import { MongoClient, type Db } from 'mongodb';
import { duringTests, testBackends, withItsOwn } from '@sluice/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { LeaseLostError } from '../src/migrations/lease.js';
import type { Migration } from '../src/migrations/migration.js';
import { databaseName, migrate, SchemaBehindError } from '../src/migrations/schema.js';
import { openStores } from '../src/open-stores.js';

const backends = duringTests(testBackends);
const client = duringTests(() => MongoClient.connect(backends.mongodbUrl));
let db: Db;
beforeAll(async () => {
  db = client.db(databaseName(backends.mongodbUrl));
});
beforeEach(() => db.dropDatabase());

const url = () => backends.mongodbUrl;

/** A migration that records each of its runs. */
function noting(
  id: string,
  runs: string[],
  work: (database: Db) => Promise<void> = async () => undefined,
): Migration {
  return {
    id,
    run: async (database) => {
      runs.push(id);
      await work(database);
    },
  };
}

async function begin(): Promise<void> {
  const stores = await openStores(url());
  try {
    await stores.begin();
  } finally {
    await stores.close();
  }
}

it.each([
  ['mongodb://127.0.0.1:27017/', 'sluice'],
  ['mongodb://127.0.0.1:27017/leads?replicaSet=rs0', 'leads'],
  ['mongodb://u:p%40ss@a:27017,b:27018,c:27019/leads?replicaSet=rs0', 'leads'],
  ['mongodb://a:27017,b:27018/?replicaSet=rs0', 'sluice'],
  ['mongodb+srv://cluster.example.net/leads', 'leads'],
  ['mongodb+srv://cluster.example.net', 'sluice'],
])('the URL %s names the database %s', (given, name) => expect(databaseName(given)).toBe(name));

describe('a service on a database schema', () => {
  it('that is missing refuses to start, and says what is missing and what to do', async () => {
    await expect(begin()).rejects.toThrow(SchemaBehindError);
    await expect(begin()).rejects.toThrow(/lacks index \w+\.\w+ and \d+ more; run `sluice migrate`$/);
  });

  it('that was migrated starts', async () => {
    const { indexes } = await migrate(url());
    expect(indexes).toContain('leads.tenantId_1_status_1_createdAt_-1__id_-1');
    await begin();
  });

  it('with a missing or different index refuses to start until it is migrated again', async () => {
    await migrate(url());
    const name = 'expiresAt_1';
    await db.collection('claims').dropIndex(name);
    await expect(begin()).rejects.toThrow('lacks index claims.expiresAt_1;');
    // As another release may have created it.
    await db.collection('claims').createIndex({ expiresAt: 1 });
    await expect(begin()).rejects.toThrow('lacks index claims.expiresAt_1;');
    expect((await migrate(url())).indexes).toEqual(['claims.expiresAt_1']);
    await begin();
  });

  it('of a newer release starts', async () => {
    await migrate(url());
    await migrate(url(), { migrations: [noting('9999-of-the-future', [])] });
    await begin();
  });
});

describe('a migration', () => {
  it('changes nothing when it is run a second time', async () => {
    const runs: string[] = [];
    const migrations = [noting('0001-one', runs), noting('0002-two', runs)];
    expect((await migrate(url(), { migrations })).migrations).toEqual(['0001-one', '0002-two']);
    expect(await migrate(url(), { migrations })).toEqual({ indexes: [], migrations: [] });
    expect(runs).toEqual(['0001-one', '0002-two']);
  });

  it('runs once when two processes migrate concurrently, and both return only when it is complete', async () => {
    const runs: string[] = [];
    const slow = noting('0001-slow', runs, async () => pause(300));
    const notes: string[] = [];
    const both = [1, 2].map(() => migrate(url(), { migrations: [slow], note: (line) => notes.push(line) }));
    const done = await Promise.all(both);
    expect(runs).toEqual(['0001-slow']);
    expect(done.map(({ migrations }) => migrations.length).sort()).toEqual([0, 1]);
    expect(notes).toContain('another process migrates: waiting for it');
    expect((await migrate(url())).indexes).toEqual([]);
  });

  it("continues after a process that died during it, as soon as that process's lease has expired", async () => {
    const runs: string[] = [];
    const failing = noting('0002-two', runs, () => Promise.reject(new Error('it died')));
    await expect(migrate(url(), { migrations: [noting('0001-one', runs), failing] })).rejects.toThrow(
      'it died',
    );
    // The dead process could not release its lease.
    await db
      .collection<{ _id: string }>('migrationLease')
      .updateOne({ _id: 'lease' }, { $set: { holder: 'dead', until: new Date(Date.now() + 700) } });
    const startedAt = performance.now();
    await migrate(url(), { migrations: [noting('0001-one', runs), noting('0002-two', runs)] });
    expect(performance.now() - startedAt).toBeGreaterThan(500);
    expect(runs).toEqual(['0001-one', '0002-two', '0002-two']);
  });

  it('stops when another process took its lease over, and is not recorded as done', async () => {
    const robbed = noting('0001-robbed', [], async (database) => {
      await database
        .collection<{ _id: string }>('migrationLease')
        .updateOne({ _id: 'lease' }, { $set: { holder: 'another', until: new Date(Date.now() + 60_000) } });
      await pause(1_000);
    });
    const lease = { leaseMs: 2_000, renewEveryMs: 100 };
    await expect(migrate(url(), { migrations: [robbed], lease })).rejects.toThrow(LeaseLostError);
    expect(await db.collection('migrations').countDocuments()).toBe(0);
  });

  it.concurrent(
    'may take longer than its lease, which it renews',
    withItsOwn(testBackends, async ({ mongodbUrl }) => {
      const runs: string[] = [];
      // Much longer than a write takes on a busy machine.
      const lease = { leaseMs: 2_000, renewEveryMs: 400 };
      await migrate(mongodbUrl, { migrations: [noting('0001-long', runs, async () => pause(4_000))], lease });
      expect(runs).toEqual(['0001-long']);
    }),
  );

  it.concurrent('reports that MongoDB is unavailable instead of waiting forever', async () => {
    const startedAt = performance.now();
    await expect(migrate('mongodb://127.0.0.1:9/none')).rejects.toThrow(/ECONNREFUSED/);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });
});
