/** Redis: the one that REDIS_URL names, else a redis-server of our own with its data in the data directory. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../supervisor/free-port.js';
import { keepProcess } from '../supervisor/keep-process.js';
import { Problem } from '../terminal/problem.js';
import type { Backend, BackendPlace } from './backend.js';
import { findProgram } from './find-program.js';
import { canInstallRedis, installRedis } from './install-redis.js';
import { redisAnswers, waitUntil } from './ping.js';

/** Loading a large append-only file takes a while. */
const START_WITHIN_MS = 60_000;

/** A Redis that answers; throws a `Problem` when none can be had. */
export async function findOrStartRedis(givenUrl: string | undefined, place: BackendPlace): Promise<Backend> {
  if (givenUrl) return givenRedis(givenUrl);
  const program = findProgram('redis-server') ?? (await installedRedis(place));
  return startRedis(program, place);
}

async function givenRedis(url: string): Promise<Backend> {
  if (!(await redisAnswers(url, 5_000))) {
    throw new Problem(
      `No Redis answers at REDIS_URL: start it, correct the variable, or unset it to have one started.`,
    );
  }
  return { url, kind: 'given', label: 'Redis from REDIS_URL', stop: async () => undefined };
}

async function installedRedis(place: BackendPlace): Promise<string> {
  if (canInstallRedis()) {
    place.note('  … installing redis-server from Debian (once)');
    await installRedis();
    const program = findProgram('redis-server');
    if (program !== undefined) return program;
  }
  throw new Problem(
    'Redis is missing: install redis-server (Debian: "apt-get install redis-server", macOS: "brew install redis") or set REDIS_URL.',
  );
}

async function startRedis(program: string, place: BackendPlace): Promise<Backend> {
  const dir = join(place.dataDir, 'redis');
  mkdirSync(dir, { recursive: true });
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const logFile = join(place.logDir, 'redis.log');
  const server = keepProcess(
    {
      name: 'redis',
      command: program,
      args: redisArguments(port, dir),
      env: process.env,
      logFile,
      pidFile: join(place.dataDir, 'pids', 'redis.json'),
      leash: 'signal',
    },
    {
      started: () => place.started?.(),
      ended: ({ code, signal }) =>
        place.note(`  ! redis ended (${signal ?? code}); starting it again with its data`),
    },
  );
  if (!(await waitUntil(() => redisAnswers(url, 1_000), START_WITHIN_MS))) {
    server.kill();
    throw new Problem(`redis-server does not start; its reason is in ${logFile}.`);
  }
  return {
    url,
    kind: 'system',
    label: `${program}, data in ${dir}`,
    get pid() {
      return server.pid;
    },
    stop: () => server.stop(10_000),
  };
}

function redisArguments(port: number, dir: string): string[] {
  const settings: Record<string, string> = {
    port: String(port),
    bind: '127.0.0.1',
    dir,
    appendonly: 'yes',
    appendfsync: 'everysec',
    // Snapshots beside the append-only file would only cost disk.
    save: '',
    // A queue must refuse new work rather than silently forget old work.
    'maxmemory-policy': 'noeviction',
  };
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
}
