/**
 * The database's schema: every declared index, the shard keys, and every numbered migration. Services only check it. `migrate` brings it
 * up to date; it may be repeated, and run by several processes at once.
 */
import { MongoClient, type Collection, type Db } from 'mongodb';
import { storeDb, type StoreDb } from '../registry/collections.js';
import { ensureIndexes, missingIndexes } from '../registry/indexes.js';
import { checkServer } from '../driver/server.js';
import { underLease, type LeaseTimes } from './lease.js';
import { migrations as every } from './index.js';
import type { Migration, MigrationDocument } from './migration.js';
import { shardCollections } from './shard-collections.js';

/** What the database lacks; nothing if `indexes` and `migrations` are empty. */
export interface SchemaGap {
  /** Collection and name of each index, e.g. `leads.tenantId_1_status_1__id_-1`. */
  readonly indexes: readonly string[];
  /** Ids of the migrations that were not run. */
  readonly migrations: readonly string[];
}

/** The database is older than this release, so a service must not work on it. */
export class SchemaBehindError extends Error {
  override readonly name = 'SchemaBehindError';
  readonly gap: SchemaGap;

  constructor(gap: SchemaGap) {
    const { indexes, migrations } = gap;
    const lacks = [...migrations.map((id) => `migration ${id}`), ...indexes.map((name) => `index ${name}`)];
    const more = lacks.length > 1 ? ` and ${lacks.length - 1} more` : '';
    super(`the database is not migrated: it lacks ${lacks[0] ?? 'nothing'}${more}; run \`sluice migrate\``);
    this.gap = gap;
  }
}

/** What a run of `migrate` did. */
export interface Migrated {
  /** The indexes built and then the migrations run, each in order; both empty if nothing was to do. */
  readonly indexes: readonly string[];
  readonly migrations: readonly string[];
}

/** How `migrate` is run. */
export interface MigrateOptions {
  /** Receives a line about each step. */
  readonly note?: (line: string) => void;
  /** Replaces the full list of migrations, for tests of the runner. */
  readonly migrations?: readonly Migration[];
  readonly lease?: LeaseTimes;
}

/** What `db` lacks of this release's indexes and migrations. Migrations of a newer release are ignored. */
async function schemaGap(db: StoreDb): Promise<SchemaGap> {
  const [indexes, ran] = await Promise.all([missingIndexes(db), idsOf(applied(db))]);
  return { indexes, migrations: every.map(({ id }) => id).filter((id) => !ran.has(id)) };
}

/** Throws a {@link SchemaBehindError} that states what is missing and how to fix it. */
export async function checkSchema(db: StoreDb): Promise<void> {
  const gap = await schemaGap(db);
  if (gap.indexes.length + gap.migrations.length > 0) throw new SchemaBehindError(gap);
}

/**
 * Brings the database at `url` up to date: first indexes and shard keys, then migrations in order. An index build may take any time;
 * its only bound is the lease, which is lost when the database does not answer for half a minute. Rejects if the
 * database is unavailable, and with a `ServerTooOldError` before any change.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<Migrated> {
  const client = new MongoClient(url, {
    serverSelectionTimeoutMS: 5_000,
    connectTimeoutMS: 5_000,
    socketTimeoutMS: 0,
    writeConcern: { w: 'majority', journal: true },
    ignoreUndefined: true,
    maxPoolSize: 4,
  });
  try {
    return await migrateDatabase(storeDb(client.db(databaseName(url))), options);
  } finally {
    await client.close();
  }
}

/** The name of the database in a MongoDB `url`, or `sluice` if it has none. */
export function databaseName(url: string): string {
  // A seed list of several hosts with ports is not a URL that the URL class accepts.
  const [, named = ''] = /^mongodb(?:\+srv)?:\/\/[^/?]*(?:\/([^?]*))?/.exec(url) ?? [];
  return named === '' ? 'sluice' : decodeURIComponent(named);
}

/** Like {@link migrate}, on an existing connection and within its limits; for new databases. */
export async function migrateDatabase(
  db: StoreDb,
  { note = () => undefined, migrations = every, lease }: MigrateOptions = {},
): Promise<Migrated> {
  await checkServer(db);
  const leases = db.collection('migrationLease');
  return underLease(
    leases,
    async (throwIfLost) => {
      const indexes = await ensureIndexes(db, { note, throwIfLost });
      await shardCollections(db, { note, throwIfLost });
      const ran = await idsOf(applied(db));
      const due = migrations.filter(({ id }) => !ran.has(id));
      for (const migration of due) await runOne(db, migration, { note, throwIfLost });
      return { indexes, migrations: due.map(({ id }) => id) };
    },
    () => note('another process migrates: waiting for it'),
    lease,
  );
}

async function runOne(
  db: StoreDb,
  { id, run }: Migration,
  { note, throwIfLost }: { note: (line: string) => void; throwIfLost: () => void },
): Promise<void> {
  throwIfLost();
  note(`${id}: running`);
  const startedAt = performance.now();
  await run(db as unknown as Db, { note: (line) => note(`${id}: ${line}`), throwIfLost });
  throwIfLost();
  const tookMs = Math.round(performance.now() - startedAt);
  await applied(db).updateOne({ _id: id }, { $setOnInsert: { at: new Date(), tookMs } }, { upsert: true });
  note(`${id}: done in ${(tookMs / 1000).toFixed(1)} s`);
}

function applied(db: StoreDb): Collection<MigrationDocument> {
  return db.collection('migrations');
}

async function idsOf(collection: Collection<MigrationDocument>): Promise<ReadonlySet<string>> {
  const found = await collection.find({}, { projection: { _id: 1 } }).toArray();
  return new Set(found.map(({ _id }) => _id));
}
