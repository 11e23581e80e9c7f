/** `sluice queues list|pause|resume|retry|promote`. */
import {
  adminListQueues,
  adminPauseQueue,
  adminPromoteQueue,
  adminResumeQueue,
  adminRetryQueue,
} from '@sluice/contracts';
import type { Command } from 'commander';
import { addList, addOperation, type Given } from '../admin/operation-command.js';

export function addQueues(program: Command): void {
  const command = program
    .command('queues')
    .description('list, pause and resume queues; retry failed batches');
  addList(command, 'list', adminListQueues, 'queues', {
    queues: true,
    columns: {
      QUEUE: ({ name }) => name,
      STATE: ({ paused }) => (paused ? 'paused' : 'runs'),
      WORKERS: ({ workers }) => String(workers),
      WAITING: ({ waiting }) => String(waiting),
      ACTIVE: ({ active }) => String(active),
      DELAYED: ({ delayed }) => String(delayed),
      FAILED: ({ failed }) => String(failed),
      OLDEST: ({ oldestWaitingMs }) => `${(oldestWaitingMs / 1_000).toFixed(1)} s`,
    },
  });
  const change = {
    queues: true,
    json: (changed: object, { queue }: Given) => ({ queue, ...changed }),
  };
  addOperation(command, 'pause', adminPauseQueue, {
    ...change,
    text: (_changed, { queue }) => `Queue ${queue} is paused; its leads wait.`,
  });
  addOperation(command, 'resume', adminResumeQueue, {
    ...change,
    text: (_changed, { queue }) => `Queue ${queue} is running again.`,
  });
  addOperation(command, 'retry', adminRetryQueue, {
    ...change,
    text: ({ moved }, { queue }) => `${moved} failed batches of queue ${queue} are queued again.`,
  });
  addOperation(command, 'promote', adminPromoteQueue, {
    ...change,
    text: ({ moved }, { queue }) => `${moved} delayed batches of queue ${queue} run now.`,
  });
}
