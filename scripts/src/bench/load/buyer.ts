/**
 * The buyer of all contestants, which also plays webhook receiver and ad platform. It accepts everything at once,
 * records the calls, and does as little as a buyer can.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Calls by their key: when the first came, and how many. */
export type Arrivals = ReadonlyMap<string, { readonly atMs: number; readonly calls: number }>;

/** A buyer that listens on this machine. */
export interface Buyer {
  readonly url: string;
  /** What has arrived at a path. */
  arrivals(path: string): Arrivals;
  /** Clears the record of a path. */
  forget(path: string): void;
}

/** Starts a buyer, which ends with this process. */
export async function startBuyer(): Promise<Buyer> {
  const paths = new Map<string, Map<string, { atMs: number; calls: number }>>();
  const arrivals: Buyer['arrivals'] = (path) => paths.get(path) ?? new Map();
  const server = createServer((incoming, response) => {
    const atMs = performance.now();
    const path = (incoming.url ?? '').split('?')[0] as string;
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('end', () => {
      const key = keyOf(incoming, chunks);
      const { atMs: firstMs, calls } = arrivals(path).get(key) ?? { atMs, calls: 0 };
      if (!paths.has(path)) paths.set(path, new Map());
      paths.get(path)?.set(key, { atMs: firstMs, calls: calls + 1 });
      const body = '{"accepted":true,"id":"bench","events_received":1,"messages":[]}';
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length })
        .end(body);
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, arrivals, forget: (path) => void paths.delete(path) };
}

// A conversion event has its key in its body.
function keyOf({ headers }: IncomingMessage, chunks: readonly Buffer[]): string {
  const key = headers['idempotency-key'] ?? headers['webhook-id'];
  if (key !== undefined) return String(key);
  const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data?: { event_id: string }[] };
  return data?.[0]?.event_id ?? '';
}
