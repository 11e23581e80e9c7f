/** The run's Redis: append-only file, everysec, noeviction; it can be killed and restarts with its data. */
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '@sluice/local';
import { startChildRedis, type ChildRedis } from '@sluice/testing';
import { until } from './until.js';

/** A Redis for one run. */
export interface RedisServer {
  readonly port: number;
  /** Kills it, as a crash would. */
  kill(): Promise<void>;
  /** Restarts it with the data of its append-only file. */
  start(): Promise<void>;
  pause(): void;
  resume(): void;
  /** Deletes all its data. */
  flush(): Promise<void>;
  /** Deletes all its data at a moment when a job waits; if none comes within 2 s, then. */
  flushWaitingJobs(): Promise<void>;
  /** Limits its memory to `bytes` above its current use; `undefined` removes the limit. */
  boundMemory(bytes: number | undefined): Promise<void>;
  stop(): Promise<void>;
}

const STARTS_WITHIN_MS = 30_000;

/** Starts it with its data in `folder`. Rejects if redis-server is not on PATH. */
export async function startRedisServer(folder: string): Promise<RedisServer> {
  const port = await freePort();
  let running: ChildRedis | undefined;

  async function start(): Promise<void> {
    running = await startChildRedis(settingsFor(port, folder));
    if (!(await until(() => answers(port), STARTS_WITHIN_MS)))
      throw new Error('redis-server does not start: install redis-server so that it is on PATH.');
  }

  async function end(): Promise<void> {
    const ending = running;
    running = undefined;
    await ending?.end();
  }

  function signal(name: NodeJS.Signals): void {
    try {
      if (running) process.kill(running.pid, name);
    } catch {
      // It has exited already.
    }
  }

  await start();
  return {
    port,
    kill: end,
    start,
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    flush: () => withRedis(port, async (redis) => void (await redis.flushall())),
    flushWaitingJobs: () => withRedis(port, flushWaitingJobs),
    boundMemory: (bytes) =>
      withRedis(port, async (redis) => {
        const used = Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1] ?? 0);
        await redis.config('SET', 'maxmemory', bytes === undefined ? '0' : String(used + bytes));
      }),
    stop: end,
  };
}

const JOBS_COME_WITHIN_MS = 2_000;
/** Empties Redis if a queue has a waiting job, in one step, so that no worker takes the job first. */
const FLUSH_IF_JOBS_WAIT = `
  if #redis.call('KEYS', '*:prioritized') == 0 then return 0 end
  redis.call('FLUSHALL')
  return 1`;

async function flushWaitingJobs(redis: Redis): Promise<void> {
  for (const giveUpAt = performance.now() + JOBS_COME_WITHIN_MS; performance.now() < giveUpAt;) {
    if ((await redis.eval(FLUSH_IF_JOBS_WAIT, 0)) === 1) return;
    await pause(2);
  }
  await redis.flushall();
}

function settingsFor(port: number, folder: string): Record<string, string> {
  return {
    port: String(port),
    bind: '127.0.0.1',
    dir: folder,
    save: '',
    appendonly: 'yes',
    appendfsync: 'everysec',
    'maxmemory-policy': 'noeviction',
  };
}

function answers(port: number): Promise<boolean> {
  return withRedis(port, async (redis) => (await redis.ping()) === 'PONG').catch(() => false);
}

async function withRedis<T>(port: number, use: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(port, '127.0.0.1', {
    lazyConnect: true,
    retryStrategy: () => null,
    commandTimeout: 5_000,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}
