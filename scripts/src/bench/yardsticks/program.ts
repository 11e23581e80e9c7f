/**
 * A process of a yardstick: its intake or one of its three stages. The floor passes each lead on as one job and stores
 * nothing; bare batches pass on and store up to 64 at a time.
 */
import { batchCalls } from '@sluice/batching';
import { Queue, Worker } from 'bullmq';
import express from 'express';
import { Redis } from 'ioredis';
import type { AddressInfo } from 'node:net';
import { ulid } from 'ulid';
import { request } from 'undici';
import type { Person } from '../load/person.js';
import { openBareBatches, type Lead } from './bare-batches.js';
import { roles, type ProgramSettings } from './roles.js';

const { role, redisUrl, buyerUrl, batches } = JSON.parse(process.argv[2] ?? '{}') as ProgramSettings;
const write = batches && (await openBareBatches(batches.mongodbUrl, batches.recordedFile));
const [atOnce, inHand] = batches ? [64, 3] : [1, 64];
const queues = { prefix: '{bench}', connection: new Redis(redisUrl, { maxRetriesPerRequest: null }) };

const next = roles[roles.indexOf(role) + 1];
const queue = next && new Queue(next, queues);
const passOn = (leads: readonly Lead[]) => queue?.add('leads', leads, { removeOnComplete: true });

/** Answers 202 to each submitted lead that is accepted; returns its own address. */
async function serveIntake(): Promise<string> {
  const acceptLeads = async (leads: readonly Lead[]) => {
    await write?.('gateway', leads);
    const passedOn = passOn(leads);
    // As in Sluice, no answer waits for the queue: a stored lead is accepted.
    if (!write) await passedOn;
    return leads.map(() => undefined);
  };
  const accept = batchCalls(acceptLeads, { maxBatch: atOnce, maxInFlight: batches ? 2 : inHand });
  const app = express().disable('x-powered-by').disable('etag').use(express.json());
  app.post('/', async (req, res) => {
    const lead = { leadId: `lead_${ulid()}`, submissionId: `sub_${ulid()}`, acceptedMs: Date.now() };
    await accept({ ...lead, person: req.body as Person });
    res.status(202).json({ success: true, data: { ...lead, status: 'pending' } });
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function work(leads: readonly Lead[]): Promise<void> {
  await write?.(role, leads);
  if (role === 'delivery') {
    await Promise.all(leads.map(postToBuyer));
    await write?.('end', leads);
  }
  await passOn(leads);
}

async function postToBuyer({ submissionId, person }: Lead): Promise<void> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': `${submissionId}.delivery` };
  const { body } = await request(buyerUrl, { method: 'POST', headers, body: JSON.stringify(person) });
  await body.text();
}

async function startStage(): Promise<string> {
  const worker = new Worker<readonly Lead[]>(role, ({ data }) => work(data), {
    ...queues,
    concurrency: inHand,
  });
  // A job that fails is a defect.
  worker.on('failed', (_job, error) => {
    console.error(error);
    process.exit(1);
  });
  await worker.waitUntilReady();
  return '';
}

process.once('disconnect', () => process.exit());
process.send?.(role === 'gateway' ? await serveIntake() : await startStage());
