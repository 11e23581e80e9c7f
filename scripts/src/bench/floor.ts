/**
 * The floor: the same journey on HTTP and BullMQ alone — take a request, hop through three queues, post to the buyer —
 * with nothing remembered anywhere. No product on these parts can be faster; it is measured in the same run.
 */
import { Queue, Worker } from 'bullmq';
import { createServer, Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';

/** What the floor came to. */
export interface FloorResult {
  readonly restedRate: number;
  /** Processor time of this whole process for one lead, in microseconds. */
  readonly cpuPerLeadUs: number;
}

const hops = ['one', 'two', 'three'] as const;

/** Sends `leads` small requests through, `inFlight` at a time. */
export async function floor(
  redisUrl: string,
  buyerUrl: string,
  leads: number,
  inFlight: number,
): Promise<FloorResult> {
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: null });
  const prefix = '{sluice-bench}';
  const queues = hops.map((name) => new Queue(name, { connection, prefix }));
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  let arrived = 0;
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const workers = hops.map(
    (name, index) =>
      new Worker(
        name,
        async (job) => {
          const next = queues[index + 1];
          if (next) return void (await next.add(name, job.data, { removeOnComplete: true }));
          await post(agent, `${buyerUrl}/buyers/floor`, JSON.stringify(job.data));
          arrived += 1;
          if (arrived === leads) finish();
        },
        { connection, prefix, concurrency: 64 },
      ),
  );
  const server = createServer((incoming, response) => {
    let text = '';
    incoming.on('data', (part: Buffer) => (text += part.toString()));
    incoming.on('end', () => {
      void queues[0]
        ?.add('one', JSON.parse(text), { removeOnComplete: true })
        .then(() => response.writeHead(202).end());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (next < leads) await post(agent, url, JSON.stringify({ submissionId: `sub_${next++}` }));
    }),
  );
  await finished;
  const restedMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpu);

  await Promise.all(workers.map((worker) => worker.close()));
  await Promise.all(queues.map((queue) => queue.obliterate({ force: true }).then(() => queue.close())));
  connection.disconnect();
  agent.destroy();
  server.close();
  return { restedRate: (leads / restedMs) * 1_000, cpuPerLeadUs: (user + system) / leads };
}

function post(agent: Agent, url: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json' };
    const asking = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('end', () => resolve());
    });
    asking.once('error', reject);
    asking.end(body);
  });
}
