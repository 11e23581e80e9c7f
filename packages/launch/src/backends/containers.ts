/**
 * MongoDB and Redis in throw-away containers, for `TEST_BACKENDS=containers npm test` on a machine with a Docker
 * engine.
 */
import { Problem } from '@sluice/local';
import type { Backend } from './backend.js';

const REDIS_PORT = 6379;
const MONGODB_PORT = 27017;

/** Starts both stores in containers; throws a `Problem` if no Docker engine answers or an image is unavailable. */
export async function startContainers(): Promise<{ redis: Backend; mongodb: Backend }> {
  // Imported only here, because it is large.
  const { GenericContainer, Wait, getContainerRuntimeClient } = await import('testcontainers');
  try {
    await getContainerRuntimeClient();
  } catch {
    throw new Problem(
      'TEST_BACKENDS=containers needs a Docker engine, and none answers: start Docker, or unset TEST_BACKENDS.',
    );
  }
  const redisContainer = new GenericContainer('redis:7.4-alpine')
    .withCommand(['redis-server', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction'])
    .withExposedPorts(REDIS_PORT)
    .withWaitStrategy(Wait.forLogMessage('Ready to accept connections'));
  const mongoContainer = new GenericContainer('mongo:8.0')
    .withExposedPorts(MONGODB_PORT)
    .withWaitStrategy(Wait.forLogMessage('Waiting for connections'));

  const [redis, mongodb] = await Promise.allSettled([redisContainer.start(), mongoContainer.start()]);
  if (redis.status === 'rejected' || mongodb.status === 'rejected') {
    for (const start of [redis, mongodb]) if (start.status === 'fulfilled') await start.value.stop();
    const failed = redis.status === 'rejected' ? redis : mongodb;
    throw new Problem(
      `The test containers do not start (${String('reason' in failed ? failed.reason : '')}): check that Docker can pull images, or unset TEST_BACKENDS.`,
    );
  }
  const backend = (name: string, url: string, stop: () => Promise<unknown>): Backend => ({
    url,
    kind: 'containers',
    label: `${name} in a container`,
    stop: async () => {
      await stop();
    },
  });
  return {
    redis: backend('Redis', `redis://${redis.value.getHost()}:${redis.value.getMappedPort(REDIS_PORT)}`, () =>
      redis.value.stop(),
    ),
    mongodb: backend(
      'MongoDB',
      `mongodb://${mongodb.value.getHost()}:${mongodb.value.getMappedPort(MONGODB_PORT)}/`,
      () => mongodb.value.stop(),
    ),
  };
}
