/**
 * MongoDB as a replica set and Redis in throw-away containers: the stores of `npm test` where a container engine answers
 * and their images are to be had.
 */
import { existsSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { Problem } from '@sluice/local';
import type { Backend } from './backend.js';
import type { StorePair } from './find-or-start-stores.js';

const REDIS_PORT = 6379;

/** The stores that run in containers. */
export interface ContainedStores extends Partial<StorePair> {
  /** Of each store that does not, one sentence that says why. */
  readonly missing: readonly string[];
}

/**
 * Whether a container engine answers. Where nothing points to one, the library that would ask it is not loaded, because
 * that takes longer than starting the stores.
 */
export async function containerEngineAnswers(env: NodeJS.ProcessEnv): Promise<boolean> {
  if (!pointsToEngine(env)) return false;
  const { getContainerRuntimeClient } = await import('testcontainers');
  return getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
}

function pointsToEngine(env: NodeJS.ProcessEnv): boolean {
  if (env['DOCKER_HOST'] || process.platform === 'win32') return true;
  const runtimeDir = env['XDG_RUNTIME_DIR'] ?? `/run/user/${userInfo().uid}`;
  return [
    '/var/run/docker.sock',
    join(runtimeDir, 'docker.sock'),
    join(homedir(), '.docker/run/docker.sock'),
    join(homedir(), '.testcontainers.properties'),
  ].some((path) => existsSync(path));
}

/** Starts each store in a container of its own. Rejects with a `Problem` if no engine answers. */
export async function startContainers(): Promise<ContainedStores> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  try {
    await getContainerRuntimeClient();
  } catch {
    throw new Problem(
      'TEST_BACKENDS=containers needs a Docker engine, and none answers: start Docker, or set TEST_BACKENDS=local.',
    );
  }
  const [redis, mongodb] = await Promise.allSettled([startRedis(), startMongo()]);
  const missing = Object.entries({ Redis: redis, MongoDB: mongodb }).flatMap(([name, start]) =>
    start.status === 'rejected' ? [`${name} does not start in a container: ${reasonOf(start.reason)}`] : [],
  );
  return {
    ...(redis.status === 'fulfilled' && { redis: redis.value }),
    ...(mongodb.status === 'fulfilled' && { mongodb: mongodb.value }),
    missing,
  };
}

async function startRedis(): Promise<Backend> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const started = await new GenericContainer('redis:7.4-alpine')
    .withCommand(['redis-server', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction'])
    .withExposedPorts(REDIS_PORT)
    .withWaitStrategy(Wait.forLogMessage('Ready to accept connections'))
    .start();
  const url = `redis://${started.getHost()}:${started.getMappedPort(REDIS_PORT)}`;
  return backend('Redis', url, started);
}

async function startMongo(): Promise<Backend> {
  const { MongoDBContainer } = await import('@testcontainers/mongodb');
  const started = await new MongoDBContainer('mongo:8.0').start();
  // The set names its member by the container's own host name, which this machine cannot resolve.
  const url = `${started.getConnectionString()}/?directConnection=true`;
  return backend('MongoDB, a replica set of one,', url, started);
}

function reasonOf(reason: unknown): string {
  return (reason instanceof Error ? reason.message : String(reason)).trim();
}

function backend(name: string, url: string, container: { stop(): Promise<unknown> }): Backend {
  return {
    url,
    kind: 'containers',
    label: `${name} in a container`,
    stop: async () => void (await container.stop()),
  };
}
