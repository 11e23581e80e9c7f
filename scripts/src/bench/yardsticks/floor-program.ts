/** A process of the floor: its intake, or the worker of one of its three queues. A job is a lead, and nothing is stored. */
import { Queue, Worker } from 'bullmq';
import { listen } from '@sluice/testing';
import express from 'express';
import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';

interface Lead {
  readonly submissionId: string;
  readonly person: unknown;
}

const [redisUrl = '', buyerUrl = '', role = '', next] = process.argv.slice(2);
const optionsOf = () => ({
  prefix: '{bench}',
  connection: new Redis(redisUrl, { maxRetriesPerRequest: null }),
});
const queue = next && new Queue(next, optionsOf());
const dispatcher = new Agent({ connections: 64 });

async function passOn({ submissionId, person }: Lead): Promise<void> {
  if (queue) return void (await queue.add('lead', { submissionId, person }, { removeOnComplete: true }));
  const headers = { 'content-type': 'application/json', 'idempotency-key': `${submissionId}.delivery` };
  const sent = { method: 'POST', dispatcher, headers, body: JSON.stringify(person) } as const;
  await (await request(buyerUrl, sent)).body.dump();
}

/** Answers 202 to each lead that is in the first queue; returns its own address. */
async function serveIntake(): Promise<string> {
  const app = express().disable('x-powered-by').disable('etag').use(express.json());
  app.post('/', async (req, res) => {
    const submissionId = `sub_${randomUUID()}`;
    await passOn({ submissionId, person: req.body as unknown });
    res.status(202).json({ success: true, data: { submissionId, status: 'pending' } });
  });
  return (await listen(app)).url;
}

async function startWorker(): Promise<string> {
  const worker = new Worker<Lead>(role, ({ data }) => passOn(data), { ...optionsOf(), concurrency: 64 });
  // A job that fails is a defect.
  worker.on('failed', (_job, error) => {
    console.error(error);
    process.exit(1);
  });
  await worker.waitUntilReady();
  return '';
}

// It ends with the bench, because the channel between them closes.
process.once('disconnect', () => process.exit());
process.send?.(role === 'gateway' ? await serveIntake() : await startWorker());
