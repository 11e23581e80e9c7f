import { deliveryQueue } from '@sluice/contracts';
import { duringTests, eventually } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { Queue } from 'bullmq';
import { watchQueue } from '../src/watch-queue.js';

const world = duringTests(openWorld);
it('a queue that an operator paused is reported as paused, also in the metric, until it is resumed', async () => {
  const { redis } = world;
  const { name, prefix } = deliveryQueue;
  const queue = new Queue(name, { connection: redis, prefix, skipVersionCheck: true });
  await queue.add('job', {}, { priority: 1 });
  await queue.add('job', {});
  await queue.pause();
  const watch = watchQueue(deliveryQueue, redis);
  try {
    await eventually('the queue is seen as paused', () => watch.lastPausedAt() > 0, 20_000);
    const pausedAt = watch.lastPausedAt();
    expect(Date.now() - pausedAt).toBeLessThan(10_000);
    expect(watch.waiting()).toBe(2);

    await queue.resume();
    // What it counts shows that it has looked again.
    await queue.add('job', {});
    await eventually('it has looked after the end of the pause', () => watch.waiting() === 3, 20_000);
    expect(watch.lastPausedAt()).toBe(pausedAt);
  } finally {
    await watch.stop();
    await queue.close();
  }
}, 60_000);
