/** The queues: their contents, and the operations on them. */
import {
  adminListQueues,
  adminPauseQueue,
  adminPromoteQueue,
  adminResumeQueue,
  adminRetryQueue,
  queues,
  type QueueDefinition,
} from '@sluice/contracts';
import { changeQueue, inspectQueue } from '@sluice/queue';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';

type Deps = Pick<AdminDeps, 'redis'>;

const listQueues = defineAdminRoute(adminListQueues, async (_call, { redis }: Deps) => ({
  queues: await Promise.all(queues.map((queue) => inspectQueue(queue, redis))),
}));

const pauseQueue = defineAdminRoute(adminPauseQueue, async ({ params: { queue } }, { redis }: Deps) => {
  await changeQueue(named(queue), 'pause', redis);
  return { paused: true };
});

const resumeQueue = defineAdminRoute(adminResumeQueue, async ({ params: { queue } }, { redis }: Deps) => {
  await changeQueue(named(queue), 'resume', redis);
  return { paused: false };
});

const retryQueue = defineAdminRoute(adminRetryQueue, async ({ params: { queue }, note }, { redis }: Deps) => {
  const moved = await changeQueue(named(queue), 'retry', redis);
  note({ moved });
  return { moved };
});

const promoteQueue = defineAdminRoute(
  adminPromoteQueue,
  async ({ params: { queue }, note }, { redis }: Deps) => {
    const moved = await changeQueue(named(queue), 'promote', redis);
    note({ moved });
    return { moved };
  },
);

function named(name: string): Pick<QueueDefinition, 'name' | 'prefix'> {
  const queue = queues.find((each) => each.name === name);
  // The schema of the path admits only known names.
  if (!queue) throw new Error(`there is no queue ${name}`);
  return queue;
}

export const queueRoutes: readonly AdminRoute<AdminDeps>[] = [
  listQueues,
  pauseQueue,
  resumeQueue,
  retryQueue,
  promoteQueue,
];
