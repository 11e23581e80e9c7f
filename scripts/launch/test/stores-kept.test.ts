/** Guarantees of `npm start` about the stores that it started itself, tested with real stores. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { embeddedMongoAvailability, startEmbeddedMongo } from '@sluice/embedded-mongo';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { freePort } from '@sluice/local';
import { isAlive, listen, type Listening } from '@sluice/testing';
import { askMongo, askRedis } from '../src/backends/ask-store.js';
import type { Backend, BackendPlace } from '../src/backends/backend.js';
import { keepStore, type StoreProgram } from '../src/backends/keep-store.js';
import { findOrStartMongo } from '../src/backends/mongodb.js';
import { findOrStartRedis } from '../src/backends/redis.js';
import { recordedProcess } from '../src/supervisor/process-identity.js';

// Short times for a test: the test checks that the store is monitored and restarted; the default times are set
// elsewhere.
const patience = {
  askEveryMs: 100,
  answerWithinMs: 1_000,
  startWithinMs: 1_000,
  refusingMs: 500,
  silentMs: 1_500,
  tries: 2,
  hopelessMs: 500,
};

const started: Backend[] = [];
const servers: Listening[] = [];
const folders: string[] = [];
afterAll(async () => {
  await Promise.all(started.map((store) => store.stop()));
  for (const server of servers) await server.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Where an installation of its own keeps its stores, and the notes that it has shown. */
function aPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-stores-'));
  folders.push(folder);
  const notes: string[] = [];
  const place: BackendPlace = {
    dataDir: folder,
    logDir: join(folder, 'logs'),
    note: (line) => notes.push(line),
    patience,
  };
  return { folder, notes, place };
}

async function keep(starting: Promise<Backend>): Promise<Backend & { pid: number }> {
  const store = await starting;
  started.push(store);
  return store as Backend & { pid: number };
}

async function until(what: () => boolean, notes: readonly string[], withinMs = 30_000): Promise<void> {
  const giveUpAt = performance.now() + withinMs;
  while (!what()) {
    if (performance.now() > giveUpAt) throw new Error(`not within ${withinMs} ms: ${notes.join('\n')}`);
    await sleep(20);
  }
}

async function withMongo<T>(url: string, use: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(url);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

async function withRedis<T>(url: string, use: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url);
  redis.on('error', () => undefined);
  try {
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}

const takePort = async (port: number): Promise<void> => {
  servers.push(
    await listen(
      createServer((socket) => socket.resetAndDestroy()),
      port,
    ),
  );
};

describe('a store of npm start that takes connections and does not answer', () => {
  const fixture = fileURLToPath(new URL('fixtures/sick-store.mjs', import.meta.url));

  it.concurrent('the embedded engine is restarted with its data when it is paused and does not answer', async () => {
    const { notes, place } = aPlace();
    const mongo = await keep(findOrStartMongo(undefined, place));
    const { pid, url } = mongo;
    await withMongo(url, (client) =>
      client
        .db('t')
        .collection('kept')
        .insertOne({ n: 1 }, { writeConcern: { w: 'majority', j: true } }),
    );
    process.kill(pid, 'SIGSTOP');
    await until(() => mongo.pid !== pid, notes);
    expect(isAlive(pid)).toBe(false);
    expect(notes[0]).toBe('  ! mongodb does not answer (nothing comes back); restarting it with its data');
    expect(await withMongo(url, (client) => client.db('t').collection('kept').countDocuments())).toBe(1);
  }, 60_000);

  it.concurrent('a Redis is restarted with its data when it is paused and does not answer', async () => {
    const { notes, place } = aPlace();
    const redis = await keep(findOrStartRedis(undefined, place));
    const { pid, url } = redis;
    await withRedis(url, (client) => client.set('kept', '1'));
    // Redis writes appended data to disk within a second.
    await sleep(1_500);
    process.kill(pid, 'SIGSTOP');
    await until(() => redis.pid !== undefined && redis.pid !== pid, notes);
    expect(isAlive(pid)).toBe(false);
    expect(notes[0]).toBe('  ! redis does not answer (nothing comes back); restarting it with its data');
    expect(await withRedis(url, (client) => client.get('kept'))).toBe('1');
  }, 60_000);

  it.concurrent('one that resets every connection is restarted, and when that does not help, one sentence says so until it answers again', async () => {
    const { folder, notes, place } = aPlace();
    const sick = join(folder, 'sick');
    const program: StoreProgram = {
      name: 'redis',
      command: process.execPath,
      folder: 'redis',
      url: (port) => `redis://127.0.0.1:${port}`,
      args: (port) => [fixture, String(port), sick],
      ask: askRedis,
      stopsWithinMs: 1_000,
    };
    const store = await keep(keepStore(program, place));
    const pids = new Set([store.pid]);
    await sleep(500);
    expect(notes).toEqual([]);

    writeFileSync(sick, '');
    const hopeless = () => notes.filter((note) => note.includes('although it was restarted'));
    await until(() => {
      if (store.pid !== undefined) pids.add(store.pid);
      return hopeless().length > 0;
    }, notes);
    expect(notes[0]).toBe(
      '  ! redis does not answer (connections are answered with ECONNRESET); restarting it with its data',
    );
    expect(pids.size).toBeGreaterThan(2);
    const port = new URL(store.url).port;
    expect(hopeless()[0]).toBe(
      `  ! redis does not answer on port ${port} (connections are answered with ECONNRESET) although it was restarted 2 times: read ${join(folder, 'logs', 'redis.log')}, check that no other process uses the port, and restart Sluice, which keeps the data.`,
    );

    // Restarts continue without further messages.
    const reported = notes.length;
    await sleep(2_000);
    expect(notes).toHaveLength(reported);
    rmSync(sick);
    await until(() => notes.length > reported, notes);
    expect(notes.at(-1)).toBe('  ! redis answers again');
  }, 90_000);
});

describe('the embedded engine of npm start', () => {
  it('logs every start and every end, and records its process for the next start', async () => {
    const { folder, notes, place } = aPlace();
    const mongo = await keep(findOrStartMongo(undefined, place));
    const { pid } = mongo;
    const record = join(folder, 'pids', 'mongodb.json');
    expect(recordedProcess(record)).toBe(pid);
    process.kill(pid, 'SIGKILL');
    await until(() => mongo.pid !== pid, notes);
    expect(recordedProcess(record)).toBe(mongo.pid);
    const lines = readFileSync(join(folder, 'logs', 'mongodb.log'), 'utf8')
      .trim()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { service: 'mongodb', message: 'the embedded MongoDB engine serves', pid },
      { message: 'the embedded MongoDB engine ended', pid, signal: 'SIGKILL', asked: false, lastWords: '' },
      { message: 'the embedded MongoDB engine serves', pid: mongo.pid },
    ]);
  }, 60_000);

  it('listens on another port when another process took the chosen one first', async () => {
    const { place } = aPlace();
    const ports = [await freePort(), await freePort()];
    await takePort(ports[0]!);
    const mongo = await keep(
      findOrStartMongo(undefined, { ...place, choosePort: async () => ports.shift()! }),
    );
    expect(ports).toEqual([]);
    expect(await askMongo({ port: Number(new URL(mongo.url).port) }, 5_000)).toEqual({ kind: 'answers' });
  }, 60_000);
});

describe('the Redis of npm start', () => {
  it('is never confused with the Redis of another installation on its port', async () => {
    const { folder, place } = aPlace();
    const first = await keep(findOrStartRedis(undefined, place));
    const ports = [Number(new URL(first.url).port), await freePort()];
    const second = await keep(
      findOrStartRedis(undefined, {
        ...place,
        dataDir: join(folder, 'second'),
        choosePort: async () => ports.shift()!,
      }),
    );
    expect(second.url).not.toBe(first.url);
    const said = await withRedis(second.url, (client) => client.info('server'));
    expect(said).toContain(`process_id:${second.pid}\r\n`);
  }, 60_000);
});

describe('the health query of a store', () => {
  it('distinguishes silence, refusal and an answer, each within its timeout', async () => {
    const port = await freePort();
    expect(await askRedis({ port }, 1_000)).toMatchObject({ kind: 'refuses' });
    await takePort(port);
    expect(await askMongo({ port }, 1_000)).toEqual({
      kind: 'refuses',
      how: 'connections are answered with ECONNRESET',
    });
    const deaf = await listen(createServer(() => undefined));
    servers.push(deaf);
    const askedAt = performance.now();
    expect(await askMongo(deaf, 300)).toEqual({ kind: 'silent' });
    expect(performance.now() - askedAt).toBeGreaterThanOrEqual(295);
  });

  it('counts an engine as answering only after a successful command', async () => {
    const { folder } = aPlace();
    expect(await embeddedMongoAvailability()).toEqual({ available: true });
    const engine = await startEmbeddedMongo({ dataDir: join(folder, 'engine'), port: await freePort() });
    try {
      expect(await askMongo(engine, 5_000)).toEqual({ kind: 'answers' });
      process.kill(engine.pid, 'SIGSTOP');
      expect(await askMongo(engine, 300)).toEqual({ kind: 'silent' });
      process.kill(engine.pid, 'SIGCONT');
    } finally {
      await engine.stop();
    }
  }, 30_000);
});
