/** The yardsticks' queues: BullMQ with its defaults, except that a finished job is removed at once. */
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';

const prefix = '{bench}';

/** The stages of a lead, which are also the queues and the workers. */
export const stages = ['qualification', 'routing', 'delivery'] as const;
export type YardstickStage = (typeof stages)[number];

/** Adds to the queue of `stage`; resolves once Redis has it. */
export function producer<T>(redisUrl: string, stage: YardstickStage): (data: T) => Promise<void> {
  const queue = new Queue<T>(stage, {
    connection: connect(redisUrl),
    prefix,
    defaultJobOptions: { removeOnComplete: true },
  });
  return async (data) => void (await queue.add(stage as never, data as never));
}

/** Processes the queue of `stage`, `concurrency` jobs at a time. A failing job is a defect and ends the process. */
export async function consumer<T>(
  redisUrl: string,
  stage: YardstickStage,
  { concurrency, work }: { concurrency: number; work: (data: T) => Promise<void> },
): Promise<void> {
  const worker = new Worker<T>(stage, ({ data }) => work(data), {
    connection: connect(redisUrl),
    prefix,
    concurrency,
  });
  worker.on('failed', (_job, error) => {
    console.error(error);
    process.exit(1);
  });
  worker.on('error', (error) => console.error(error.message));
  await worker.waitUntilReady();
}

function connect(redisUrl: string): Redis {
  return new Redis(redisUrl, { maxRetriesPerRequest: null });
}
