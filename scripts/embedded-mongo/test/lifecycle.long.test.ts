import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { MongoClient } from 'mongodb';
import {
  embeddedMongoAvailability,
  startEmbeddedMongo,
  type EmbeddedMongo,
  type EmbeddedMongoOptions,
} from '../src/index.js';
import { isRunning, until } from './scratch.js';

let root: string;
let dataDir: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'embedded-mongo-'));
  dataDir = join(root, 'data');
});
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()));
  await rm(root, { recursive: true, force: true });
});

const engines: EmbeddedMongo[] = [];

async function start(options: Partial<EmbeddedMongoOptions> = {}): Promise<EmbeddedMongo> {
  const engine = await startEmbeddedMongo({ dataDir, ...options });
  engines.push(engine);
  return engine;
}

async function withClient<T>(url: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(url);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

const insert = (url: string, _id: string) =>
  withClient(url, (client) =>
    client
      .db('test')
      .collection<{ _id: string }>('kept')
      .insertOne({ _id }, { writeConcern: { w: 'majority', j: true } }),
  );
const kept = (url: string) =>
  withClient(url, async (client) =>
    (await client.db('test').collection('kept').find().sort({ _id: 1 }).toArray()).map(
      ({ _id }) => _id as unknown,
    ),
  );

/** Runs a command that takes minutes; resolves when its connection breaks. */
async function countUntilKilled(url: string): Promise<void> {
  const count = (each: object, times: number) => ({
    $reduce: { input: { $range: [0, times] }, initialValue: 0, in: { $add: ['$$value', each] } },
  });
  const sum = count(count(count({ $literal: 1 }, 1_000), 1_000), 1_000);
  const counting = withClient(`${url}&retryReads=false`, (client) =>
    client
      .db('test')
      .collection('kept')
      .aggregate([{ $project: { sum } }], { comment: 'counting' })
      .toArray(),
  );
  await expect(counting).rejects.toThrow();
}

const isCounting = (url: string) =>
  withClient(url, async (client) => {
    const operations = client.db('admin').aggregate([{ $currentOp: { localOps: true } }]);
    return (await operations.toArray()).some((operation) => JSON.stringify(operation).includes('counting'));
  });

function refusesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(false)).once('error', () => resolve(true));
    socket.once('connect', () => socket.destroy());
  });
}

describe('an embedded engine', () => {
  it('is available on this machine, which these tests require', async () => {
    expect(await embeddedMongoAvailability()).toEqual({ available: true });
  });

  it('gives a plain connection string with its loopback port', async () => {
    const engine = await start();
    expect(engine.url).toBe(`mongodb://127.0.0.1:${engine.port}/?retryWrites=false`);
  });

  it('keeps its data across starts and listens on the configured port', async () => {
    const first = await start();
    await insert(first.url, 'a');
    await first.stop();
    const second = await start({ port: first.port });
    expect(second.port).toBe(first.port);
    expect(await kept(second.url)).toEqual(['a']);
  });

  it('is restarted after a crash with the same port and data, and reports its new process id', async () => {
    const pids: number[] = [];
    const lines: string[] = [];
    const engine = await start({ onRestart: (pid) => pids.push(pid), log: (message) => lines.push(message) });
    const { port, pid, url } = engine;
    await insert(url, 'a');
    process.kill(pid, 'SIGKILL');
    await until(() => engine.pid !== pid);
    expect(engine.port).toBe(port);
    expect(pids).toEqual([engine.pid]);
    expect(lines).toEqual([
      'the embedded MongoDB engine serves',
      'the embedded MongoDB engine ended',
      'the embedded MongoDB engine serves',
    ]);
    expect(await kept(url)).toEqual(['a']);
  });

  it('is restarted at once however often it is killed, and keeps every acknowledged write', async () => {
    const spawnedAt: number[] = [];
    const endedAt: number[] = [];
    const engine = await start({
      onSpawn: () => spawnedAt.push(performance.now()),
      log: (message) => void (message.endsWith('ended') && endedAt.push(performance.now())),
    });
    const ids = Array.from({ length: 10 }, (_, round) => `round ${round}`);
    for (const id of ids) {
      const { pid } = engine;
      await insert(engine.url, id);
      process.kill(pid, 'SIGKILL');
      await until(() => engine.pid !== pid, 30_000);
    }
    expect(await kept(engine.url)).toEqual(ids);
    expect(endedAt).toHaveLength(10);
    const pausesMs = endedAt.map((at, kill) => spawnedAt[kill + 1]! - at);
    expect(Math.max(...pausesMs)).toBeLessThan(1_000);
  }, 120_000);

  it('is restarted with its data when it is paused and its owner asks for a restart', async () => {
    const engine = await start();
    await insert(engine.url, 'a');
    const { pid } = engine;
    process.kill(pid, 'SIGSTOP');
    engine.restart('it does not answer');
    await until(() => engine.pid !== pid);
    expect(isRunning(pid)).toBe(false);
    expect(await kept(engine.url)).toEqual(['a']);
  });

  it('returns to its own port once another process that took the port has left it', async () => {
    const reasons: unknown[] = [];
    const thief = createServer();
    const engine = await start({
      log: (message, { reason }) => {
        if (message.endsWith('did not start')) reasons.push(reason);
        // Another process can take the port between the end of one engine process and the start of the next.
        if (message.endsWith('ended') && reasons.length === 0) thief.listen(engine.port, '127.0.0.1');
      },
    });
    await insert(engine.url, 'a');
    const { pid } = engine;
    process.kill(pid, 'SIGKILL');
    await until(() => reasons.length > 1);
    expect(reasons[0]).toContain('EADDRINUSE');
    thief.close();
    await until(() => engine.pid !== pid, 30_000);
    expect(await kept(engine.url)).toEqual(['a']);
  }, 60_000);

  it('logs every start and every end, with code, signal and its last output', async () => {
    const entries: { message: string; fields: Readonly<Record<string, unknown>> }[] = [];
    const engine = await start({ log: (message, fields) => entries.push({ message, fields }) });
    const { pid } = engine;
    process.kill(pid, 'SIGKILL');
    await until(() => engine.pid !== pid);
    await engine.stop();
    expect(entries).toMatchObject([
      { message: 'the embedded MongoDB engine serves', fields: { pid, port: engine.port } },
      {
        message: 'the embedded MongoDB engine ended',
        fields: { pid, asked: false, code: null, signal: 'SIGKILL', lastWords: '' },
      },
      { message: 'the embedded MongoDB engine serves', fields: { pid: engine.pid } },
      { message: 'the embedded MongoDB engine ended', fields: { asked: true, code: 0, signal: null } },
    ]);
  });

  it('leaves no process and no open port behind when it is stopped, however often', async () => {
    const ends: string[] = [];
    const engine = await start({ onCannotStart: (reason) => ends.push(reason) });
    const client = await new MongoClient(engine.url).connect();
    await Promise.all([engine.stop(), engine.stop()]);
    expect(isRunning(engine.pid)).toBe(false);
    expect(await refusesConnections(engine.port)).toBe(true);
    expect(ends).toEqual([]);
    await engine.stop();
    await client.close();
  });

  it('can be stopped during a restart', async () => {
    const engine = await start();
    const { pid } = engine;
    process.kill(pid, 'SIGKILL');
    await until(() => !isRunning(pid));
    await engine.stop();
    expect(isRunning(engine.pid)).toBe(false);
    expect(await refusesConnections(engine.port)).toBe(true);
  });

  it('ignores Ctrl-C of the terminal, because its parent process drains first', async () => {
    const engine = await start();
    const { pid } = engine;
    process.kill(pid, 'SIGINT');
    await insert(engine.url, 'a');
    expect(engine.pid).toBe(pid);
  });

  it.each([
    ['ends when its parent process is killed', 'idle'],
    ['ends soon after its parent process is killed while a command runs', 'busy'],
  ])('%s, and the next start takes over its data', async (_, state) => {
    const entry = new URL('../dist/index.js', import.meta.url).href;
    const script = `const { startEmbeddedMongo } = await import(${JSON.stringify(entry)});
      const engine = await startEmbeddedMongo({ dataDir: ${JSON.stringify(dataDir)} });
      console.log(JSON.stringify({ pid: engine.pid, url: engine.url }));`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(createInterface(parent.stdout), 'line')) as [string];
    const orphan = JSON.parse(line) as { pid: number; url: string };
    await insert(orphan.url, 'a');
    const ended = state === 'busy' ? countUntilKilled(orphan.url) : Promise.resolve();
    if (state === 'busy') await until(() => isCounting(orphan.url));

    parent.kill('SIGKILL');
    const engine = await start();
    await until(() => !isRunning(orphan.pid));
    expect(await kept(engine.url)).toEqual(['a']);
    await ended;
  });

  it('reports that its port is in use', async () => {
    const engine = await start();
    await expect(start({ dataDir: join(root, 'other'), port: engine.port })).rejects.toThrow('EADDRINUSE');
  });

  it('reports the problem of a data directory that cannot be opened', async () => {
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'WiredTiger.turtle'), 'not the metadata of a database');
    await writeFile(join(dataDir, 'storage.bson'), 'x');
    await expect(start()).rejects.toThrow(/engine/);
  });
});
