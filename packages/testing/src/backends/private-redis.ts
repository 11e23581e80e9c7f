/** A Redis of a test's own: it may be emptied, paused and killed without anybody else noticing. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';

/** A running Redis. */
export interface PrivateRedis {
  readonly url: string;
  readonly port: number;
  /** Of redis-server itself, for signals. */
  readonly pid: number;
  stop(): Promise<void>;
}

const startsWithinMs = 10_000;

// The shell outlives redis-server only to end it: its input closes when the test process is gone, however that ended.
const leashed = 'redis-server "$@" >/dev/null & echo $!; cat >/dev/null; kill -9 $! 2>/dev/null';

/**
 * Starts a redis-server from PATH, with nothing kept on disk: on a free port, or on that of one that was killed.
 * Rejects when there is none.
 */
export async function startPrivateRedis({
  port: given,
}: { readonly port?: number } = {}): Promise<PrivateRedis> {
  const port = given ?? (await freePort());
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const leash = spawn('sh', ['-c', leashed, 'sh', ...options, '--maxmemory-policy', 'noeviction'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const pid = await firstLine(leash);
  const url = `redis://127.0.0.1:${port}`;
  const stop = () =>
    new Promise<void>((done) => {
      leash.once('exit', () => done());
      leash.stdin.end();
    });
  if (!(await answers(url))) {
    await stop();
    throw new Error('redis-server does not start: install redis-server so that it is on PATH.');
  }
  return { url, port, pid, stop };
}

function firstLine({ stdout }: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    stdout?.once('data', (line: Buffer) => resolve(Number(line.toString())));
    stdout?.once('end', () => reject(new Error('no shell to start redis-server with')));
  });
}

async function answers(url: string): Promise<boolean> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => 25, maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  const timer = setTimeout(() => redis.disconnect(), startsWithinMs);
  try {
    await redis.connect().catch(() => undefined);
    return (await redis.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    redis.disconnect();
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
