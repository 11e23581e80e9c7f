/**
 * The buyer as a process: accepts every lead, webhook and conversion event at once, and records each key's first
 * arrival and number of calls. It is the same for every contestant, and does as little as a buyer can.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nowMs } from '../now-ms.js';
import { runRole } from './run-role.js';

/** The first arrival of a key, and its number of calls. */
export interface Arrival {
  readonly key: string;
  readonly atMs: number;
  calls: number;
}

interface Path {
  readonly arrivals: Map<string, Arrival>;
  calls: number;
}

const ledger = new Map<string, Path>();

async function buyer(): Promise<string> {
  const server = createServer((incoming, response) => {
    const atMs = nowMs();
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://buyer');
    if (pathname.startsWith('/bench')) return answerBench(incoming, response, pathname, searchParams);
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('end', () => {
      note(pathname, keyOf(incoming, pathname, chunks), atMs);
      answer(response, pathname);
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function keyOf({ headers }: IncomingMessage, path: string, chunks: readonly Buffer[]): string {
  const key = headers['idempotency-key'] ?? headers['webhook-id'];
  if (key !== undefined) return String(key);
  if (!path.endsWith('/events')) return '';
  const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { event_id: string }[] };
  return data[0]?.event_id ?? '';
}

function note(path: string, key: string, atMs: number): void {
  const at = ledger.get(path) ?? { arrivals: new Map<string, Arrival>(), calls: 0 };
  ledger.set(path, at);
  at.calls += 1;
  const known = at.arrivals.get(key);
  if (known) known.calls += 1;
  else at.arrivals.set(key, { key, atMs, calls: 1 });
}

function answer(response: ServerResponse, path: string): void {
  if (path.startsWith('/webhooks')) return void response.writeHead(204).end();
  const body = path.endsWith('/events')
    ? '{"events_received":1,"messages":[],"fbtrace_id":"bench"}'
    : '{"accepted":true,"id":"buyer_bench"}';
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
}

function answerBench(
  { method }: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: URLSearchParams,
): void {
  if (method === 'DELETE') {
    ledger.delete(query.get('path') ?? '');
    return void response.writeHead(204).end();
  }
  const body = path === '/bench/counts' ? counts() : arrivals(query.get('path') ?? '');
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

function arrivals(path: string): readonly Arrival[] {
  return [...(ledger.get(path)?.arrivals.values() ?? [])];
}

function counts(): Readonly<Record<string, { readonly keys: number; readonly calls: number }>> {
  return Object.fromEntries(
    [...ledger].map(
      ([
        path,
        {
          arrivals: { size },
          calls,
        },
      ]) => [path, { keys: size, calls }],
    ),
  );
}

await runRole({ buyer });
