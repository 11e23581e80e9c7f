/**
 * The buyer of all contestants, which also plays webhook receiver and ad platform. It accepts everything at once,
 * records the calls, and does as little as a buyer can.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { listen } from '@sluice/testing';

/** Where leads are delivered; tenant.yaml has it too. */
export const buyerPath = '/buyers/bench';

/** Calls by their key: when the first came, and how many. */
export type Arrivals = ReadonlyMap<string, { readonly atMs: number; readonly calls: number }>;

/** A buyer that listens on this machine. */
export interface Buyer {
  readonly url: string;
  /** Begins a new record of the calls of a path. */
  record(path: string): Arrivals;
}

/** Starts a buyer, which ends with this process. */
export async function startBuyer(): Promise<Buyer> {
  const records = new Map<string, Map<string, { atMs: number; calls: number }>>();
  const body = '{"accepted":true,"id":"bench","events_received":1,"messages":[]}';
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
  const server = createServer((incoming, response) => {
    const now = performance.now();
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('end', () => {
      const record = records.get((incoming.url ?? '').split('?')[0] as string);
      const key = keyOf(incoming, chunks);
      const { atMs, calls } = record?.get(key) ?? { atMs: now, calls: 0 };
      record?.set(key, { atMs, calls: calls + 1 });
      response.writeHead(200, headers).end(body);
    });
  });
  server.keepAliveTimeout = 60_000;
  const { url } = await listen(server);
  return { url, record: (path) => records.set(path, new Map()).get(path) as Arrivals };
}

// A conversion event has its key in its body.
function keyOf({ headers }: IncomingMessage, chunks: readonly Buffer[]): string {
  const key = headers['idempotency-key'] ?? headers['webhook-id'];
  if (key !== undefined) return String(key);
  const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data?: { event_id: string }[] };
  return data?.[0]?.event_id ?? '';
}
