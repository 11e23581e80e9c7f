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
  ['pause', 'let its workers take nothing more from it', adminPauseQueue],
  ['resume', 'let its workers take from it again', adminResumeQueue],
  ['retry', 'put every failed batch back among those that wait', adminRetryQueue],
  ['promote', 'let every batch that waits for an instant be looked at now', adminPromoteQueue],
] as const;

const done = {
  pause: (name: string) => `The queue ${name} is paused; its leads wait.`,
  resume: (name: string) => `The queue ${name} is worked on again.`,
  retry: (name: string, moved: number) => `${moved} failed batches of the queue ${name} wait again.`,
  promote: (name: string, moved: number) => `${moved} delayed batches of the queue ${name} go now.`,
};

export function addQueues(program: Command): void {
  const command = program.command('queues').description('what waits where, and pausing it');

  command
    .command('list')
    .description('every queue: how much is where, and whether it is paused')
    .option('--json', 'answer as JSON')
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
      .option('--json', 'answer as JSON')
      .action(async (queue: string, { json }: { json?: boolean }) => {
        const changed = await withOperations((operate) => operate.call(endpoint, { params: { queue } }), {
          queues: true,
        });
        const moved = 'moved' in changed ? changed.moved : 0;
        answer(json, { queue, ...changed }, () => done[change](queue, moved));
      });
  }
}
