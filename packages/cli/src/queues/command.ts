/** `sluice queues list|pause|resume|retry|promote`. */
import {
  adminListQueues,
  adminPauseQueue,
  adminPromoteQueue,
  adminResumeQueue,
  adminRetryQueue,
  queues,
} from '@sluice/contracts';
import { Argument, type Command } from 'commander';
import { withOperations } from '../admin/with-operations.js';
import { answer, table } from '../output.js';

const changes = [
  ['pause', 'pause a queue: its workers take no more jobs', adminPauseQueue],
  ['resume', 'resume a paused queue', adminResumeQueue],
  ['retry', 'queue failed batches again', adminRetryQueue],
  ['promote', 'run delayed batches now', adminPromoteQueue],
] as const;

const done = {
  pause: (name: string) => `Queue ${name} is paused; its leads wait.`,
  resume: (name: string) => `Queue ${name} is running again.`,
  retry: (name: string, moved: number) => `${moved} failed batches of queue ${name} are queued again.`,
  promote: (name: string, moved: number) => `${moved} delayed batches of queue ${name} run now.`,
};

export function addQueues(program: Command): void {
  const command = program
    .command('queues')
    .description('list, pause and resume queues; retry failed batches');

  command
    .command('list')
    .description('list the queues with their counts and states')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { queues: found } = await withOperations((operate) => operate.call(adminListQueues), {
        queues: true,
      });
      answer(json, found, (all) =>
        table([
          ['QUEUE', 'STATE', 'WORKERS', 'WAITING', 'ACTIVE', 'DELAYED', 'FAILED', 'OLDEST'],
          ...all.map(({ name, paused, workers, waiting, active, delayed, failed, oldestWaitingMs }) => [
            name,
            paused ? 'paused' : 'runs',
            ...[workers, waiting, active, delayed, failed].map(String),
            `${(oldestWaitingMs / 1_000).toFixed(1)} s`,
          ]),
        ]),
      );
    });

  for (const [change, description, endpoint] of changes) {
    command
      .command(change)
      .addArgument(new Argument('<queue>', 'the queue').choices(queues.map(({ name }) => name)))
      .description(description)
      .option('--json', 'print JSON')
      .action(async (queue: string, { json }: { json?: boolean }) => {
        const changed = await withOperations((operate) => operate.call(endpoint, { params: { queue } }), {
          queues: true,
        });
        const moved = 'moved' in changed ? changed.moved : 0;
        answer(json, { queue, ...changed }, () => done[change](queue, moved));
      });
  }
}
