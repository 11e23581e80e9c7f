/**
 * MongoDB as a replica set and Redis in throw-away containers: the stores of `npm test` where a container engine answers.
 */
import { existsSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { Problem } from '@sluice/local';
import type { Backend } from './backend.js';

const REDIS_PORT = 6379;

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

/** Starts both stores in containers; throws a `Problem` if no engine answers or an image is unavailable. */
export async function startContainers(): Promise<{ redis: Backend; mongodb: Backend }> {
  const { GenericContainer, Wait, getContainerRuntimeClient } = await import('testcontainers');
  const { MongoDBContainer } = await import('@testcontainers/mongodb');
  try {
    await getContainerRuntimeClient();
  } catch {
    throw new Problem(
      'TEST_BACKENDS=containers needs a Docker engine, and none answers: start Docker, or set TEST_BACKENDS=local.',
    );
  }
  const starting = [
    new GenericContainer('redis:7.4-alpine')
      .withCommand(['redis-server', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction'])
      .withExposedPorts(REDIS_PORT)
      .withWaitStrategy(Wait.forLogMessage('Ready to accept connections'))
      .start(),
    new MongoDBContainer('mongo:8.0').start(),
  ] as const;
  const [redis, mongodb] = await Promise.allSettled(starting);
  if (redis.status === 'rejected' || mongodb.status === 'rejected') {
    for (const start of [redis, mongodb]) if (start.status === 'fulfilled') await start.value.stop();
    const failed = redis.status === 'rejected' ? redis : mongodb;
    throw new Problem(
      `The test containers do not start (${String('reason' in failed ? failed.reason : '')}): check that Docker can pull images, or set TEST_BACKENDS=local.`,
    );
  }
  return {
    redis: backend(
      'Redis',
      `redis://${redis.value.getHost()}:${redis.value.getMappedPort(REDIS_PORT)}`,
      redis.value,
    ),
    // The set names its member by the container's own host name, which this machine cannot resolve.
    mongodb: backend(
      'MongoDB, a replica set of one,',
      `${mongodb.value.getConnectionString()}/?directConnection=true`,
      mongodb.value,
    ),
  };
}

function backend(name: string, url: string, container: { stop(): Promise<unknown> }): Backend {
  return {
    url,
    kind: 'containers',
    label: `${name} in a container`,
    stop: async () => void (await container.stop()),
  };
}
