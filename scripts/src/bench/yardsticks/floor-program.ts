/** A process of the floor: its intake, or the worker of one of its three queues. A job is a lead, and nothing is stored. */
import { Queue, Worker } from 'bullmq';
import express from 'express';
import { Redis } from 'ioredis';
import type { AddressInfo } from 'node:net';
import { ulid } from 'ulid';
import { request } from 'undici';

interface Lead {
  readonly submissionId: string;
  readonly person: unknown;
}

const [redisUrl = '', buyerUrl = '', role = '', next] = process.argv.slice(2);
const options = { prefix: '{bench}', connection: new Redis(redisUrl, { maxRetriesPerRequest: null }) };
const queue = next && new Queue(next, options);

async function passOn(lead: Lead): Promise<void> {
  if (queue) await queue.add('lead', lead, { removeOnComplete: true });
  else await postToBuyer(lead);
}

async function postToBuyer({ submissionId, person }: Lead): Promise<void> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': `${submissionId}.delivery` };
  const { body } = await request(buyerUrl, { method: 'POST', headers, body: JSON.stringify(person) });
  await body.text();
}

/** Answers 202 to each lead that is in the first queue; returns its own address. */
async function serveIntake(): Promise<string> {
  const app = express().disable('x-powered-by').disable('etag').use(express.json());
  app.post('/', async (req, res) => {
    const submissionId = `sub_${ulid()}`;
    await passOn({ submissionId, person: req.body as unknown });
    res.status(202).json({ success: true, data: { submissionId, status: 'pending' } });
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function startWorker(): Promise<string> {
  const worker = new Worker<Lead>(role, ({ data }) => passOn(data), { ...options, concurrency: 64 });
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
