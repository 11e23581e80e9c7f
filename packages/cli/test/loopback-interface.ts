/** What `sluice send` needs of the interface, on loopback, and a folder with the files that it sends. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '@sluice/testing';
import { sendFile, type Sent, type SendOptions } from '../src/send/send-file.js';

export const leadIdOf = (n: number) => `lead_01J0${String(n).padStart(22, '0')}`;

/** An error that the interface answers. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly details?: readonly string[];
}

/** An interface that stores its answers by Idempotency-Key, and whose answers a test may replace. */
export interface Interface {
  readonly url: string;
  /** Bodies of the accepted leads, by key. */
  readonly accepted: Map<string, Record<string, unknown>>;
  /** Returns another answer to a submission; undefined accepts it. */
  answer: (body: Record<string, unknown>, n: number) => Refusal | undefined;
  /** What a supplier is told of its `n`th lead. */
  outcome: (n: number) => string;
  /** The requests with a supplier's key: `list`, or the lead that one asks about. */
  readonly asked: string[];
  /** When each of them came, in ms. */
  readonly askedAt: number[];
  close(): Promise<void>;
}

async function openInterface(): Promise<Interface> {
  const accepted = new Map<string, Record<string, unknown>>();
  const opened: Omit<Interface, 'close'> = {
    url: 'http://127.0.0.1',
    accepted,
    answer: () => undefined,
    outcome: () => 'accepted',
    asked: [],
    askedAt: [],
  };
  let asked = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answer = (status: number, json: unknown): void =>
        void response.writeHead(status, { 'Retry-After': '0' }).end(JSON.stringify(json));
      const fail = (status: number, code: string, details?: readonly string[]): void =>
        answer(status, { success: false, error: { code, message: code, details } });
      const isSupplier = request.headers['x-api-key'] === 'slk_supplier';
      if (isSupplier && request.method === 'GET') {
        const { pathname, searchParams } = new URL(request.url ?? '', opened.url);
        const [, one] = /^\/api\/v1\/supplier\/leads(?:\/(.+))?$/.exec(pathname) ?? [undefined, null];
        if (one === null) return fail(403, 'FORBIDDEN');
        opened.asked.push(one ?? 'list');
        opened.askedAt.push(performance.now());
        const all = [...accepted.keys()].map((_, n) => ({ leadId: leadIdOf(n), outcome: opened.outcome(n) }));
        if (one !== undefined)
          return answer(200, { success: true, data: all.find(({ leadId }) => leadId === one) });
        const newest = all.reverse();
        const from = newest.findIndex(({ leadId }) => leadId === searchParams.get('cursor')) + 1;
        const leads = newest.slice(from, from + Number(searchParams.get('limit')));
        const hasMore = from + leads.length < newest.length;
        const nextCursor = hasMore ? leads.at(-1)?.leadId : null;
        return answer(200, { success: true, data: { leads, nextCursor, hasMore } });
      }
      if (!isSupplier && request.headers['x-api-key'] !== 'slk_good') return fail(401, 'UNAUTHORIZED');
      if (request.url?.includes('/campaigns/')) {
        return /\/(ACMRU|BORRU)$/.test(request.url)
          ? answer(200, { success: true, data: {} })
          : fail(404, 'NOT_FOUND');
      }
      if (request.method === 'GET') {
        const leads = [...accepted.keys()]
          .map((_, n) => ({ leadId: leadIdOf(n), status: 'delivered' }))
          .reverse();
        const asked = request.url?.includes('status=pending') ? [] : leads;
        return answer(200, { success: true, data: { leads: asked, nextCursor: null, hasMore: false } });
      }
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
      const instead = opened.answer(body, (asked += 1));
      if (instead) return fail(instead.status, instead.code, instead.details);
      const key = String(request.headers['idempotency-key']);
      if (!accepted.has(key)) accepted.set(key, body);
      const leadId = leadIdOf([...accepted.keys()].indexOf(key));
      answer(202, { success: true, data: { leadId, submissionId: 'sub_1', status: 'pending' } });
    });
  });
  return Object.assign(opened, await listen(server));
}

/** Files, and the interface that they are sent to. */
export interface Sending {
  readonly folder: string;
  readonly service: Interface;
  /** Writes a file, and returns its path. */
  readonly write: (name: string, content: string | Uint8Array) => string;
  readonly send: (file: string, options?: Partial<SendOptions>) => Promise<Sent>;
  close(): Promise<void>;
}

export async function openSending(): Promise<Sending> {
  const service = await openInterface();
  const folder = mkdtempSync(join(tmpdir(), 'sluice-send-'));
  return {
    folder,
    service,
    write: (name, content) => {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    send: (file, options = {}) => {
      const interrupt = new AbortController().signal;
      const usual = { campaignId: 'ACMRU', apiKey: 'slk_good', url: service.url, waitMs: 5_000, interrupt };
      return sendFile({ file, ...usual, ...options });
    },
    close: async () => {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
