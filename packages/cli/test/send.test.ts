import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendFile, type Sent } from '../src/send/send-file.js';

const leadIdOf = (n: number) => `lead_01J0${String(n).padStart(22, '0')}`;

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly details?: readonly string[];
}

/** An interface that stores its answers by Idempotency-Key, and whose answers a test may replace. */
interface Interface {
  readonly url: string;
  /** Bodies of the accepted leads, by key. */
  readonly accepted: Map<string, Record<string, unknown>>;
  /** Returns another answer to a submission; undefined accepts it. */
  answer: (body: Record<string, unknown>, n: number) => Refusal | undefined;
  close(): Promise<void>;
}

async function openInterface(): Promise<Interface> {
  const accepted = new Map<string, Record<string, unknown>>();
  const opened = { accepted, answer: (() => undefined) as Interface['answer'] };
  let asked = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answer = (status: number, json: unknown): void =>
        void response.writeHead(status, { 'Retry-After': '0' }).end(JSON.stringify(json));
      const fail = (status: number, code: string, details?: readonly string[]): void =>
        answer(status, { success: false, error: { code, message: code, ...(details && { details }) } });
      if (request.headers['x-api-key'] !== 'slk_good') return fail(401, 'UNAUTHORIZED');
      if (request.url?.includes('/campaigns/')) {
        return request.url.endsWith('/ACMRU')
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(opened, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

let service: Interface;
let folder: string;
beforeEach(async () => {
  service = await openInterface();
  folder = mkdtempSync(join(tmpdir(), 'sluice-send-'));
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function send(
  file: string,
  options: { campaignId?: string; apiKey?: string; interrupt?: AbortSignal } = {},
): Promise<Sent> {
  const interrupt = new AbortController().signal;
  const usual = { campaignId: 'ACMRU', apiKey: 'slk_good', url: service.url, waitMs: 5_000, interrupt };
  return sendFile({ file, ...usual, ...options });
}

const refuseAll = (): Refusal => ({
  status: 400,
  code: 'VALIDATION_ERROR',
  details: ['phone: is required for a new lead', 'email: must be an email address'],
});

describe('sluice send with a file of leads', () => {
  const rows = ['firstName,address.city,isTest', 'Ada,Oakland,true', 'Ada,Oakland,true', 'Bo,,'];
  const bodies = [
    { campaignId: 'ACMRU', firstName: 'Ada', address: { city: 'Oakland' }, isTest: true },
    { campaignId: 'ACMRU', firstName: 'Ada', address: { city: 'Oakland' }, isTest: true },
    { campaignId: 'ACMRU', firstName: 'Bo' },
  ];
  const byName = (one: Record<string, unknown>, other: Record<string, unknown>): number =>
    String(one['firstName']).localeCompare(String(other['firstName']));

  it.each([
    ['CSV', 'leads.csv', `${rows.join('\n')}\n`],
    ['CSV of another system', 'leads.csv', `\uFEFF${rows.join('\r\n')}\r\n\r\n`],
    ['NDJSON', 'leads.ndjson', bodies.map(({ campaignId: _, ...row }) => JSON.stringify(row)).join('\n')],
  ])('posts %s row by row', async (_what, name, text) => {
    const sent = await send(write(name, text));
    expect(sent).toMatchObject({ rows: 3, accepted: 3, refused: 0, unsent: 0, statuses: { delivered: 3 } });
    expect([...service.accepted.values()].sort(byName)).toEqual(bodies);
  });

  it('sends each row once when the file is sent again, and all rows of another file or campaign', async () => {
    const file = write('leads.csv', rows.join('\n'));
    await send(file);
    expect(await send(file)).toMatchObject({ accepted: 3 });
    expect(service.accepted.size).toBe(3);
    await send(write('copy.csv', rows.join('\n')));
    expect(service.accepted.size).toBe(3);
    await send(write('longer.csv', [...rows, 'Cy,,'].join('\n')));
    expect(service.accepted.size).toBe(7);
  });
});

describe('sluice send with invalid rows', () => {
  it('writes them with their reasons to a rejects file, in order, which can be corrected and sent', async () => {
    service.answer = refuseAll;
    const file = write('leads.csv', 'firstName,notes\nAda,"says ""hi"", twice"\nBo,x\n');
    const sent = await send(file);
    expect(sent).toMatchObject({ rows: 2, accepted: 0, refused: 2, unsent: 0, statuses: {} });
    const rejects = join(folder, 'leads.rejects.csv');
    expect(sent.rejectsFile).toBe(rejects);
    const reasons = 'phone: is required for a new lead; email: must be an email address';
    expect(readFileSync(rejects, 'utf8')).toBe(
      `firstName,notes,reasons\nAda,"says ""hi"", twice",${reasons}\nBo,x,${reasons}\n`,
    );
    expect(await send(rejects)).toMatchObject({
      rows: 2,
      refused: 2,
      rejectsFile: join(folder, 'leads.rejects.rejects.csv'),
    });
    expect(readFileSync(join(folder, 'leads.rejects.rejects.csv'), 'utf8')).toBe(
      readFileSync(rejects, 'utf8'),
    );
  });

  it('reports rows that cannot be leads, without sending them', async () => {
    const csv = await send(write('short.csv', 'firstName,lastName\nAda\n'));
    expect(csv).toMatchObject({ rows: 1, refused: 1 });
    const ndjson = await send(write('leads.ndjson', '{"firstName":"Ada","injury":"yes"}\n\nnonsense\n[1]\n'));
    expect(ndjson).toMatchObject({ rows: 3, refused: 3 });
    const lines = readFileSync(join(folder, 'leads.rejects.ndjson'), 'utf8').trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { reasons: string[] }).reasons)).toEqual([
      [expect.stringMatching(/^injury: is not a field of a lead/)],
      ['row: is not a JSON object'],
      ['row: is not a JSON object'],
    ]);
    expect(service.accepted.size).toBe(0);
  });
});

describe('sluice send sends nothing', () => {
  it.each([
    ['an unknown column', 'firstName,emial\nAda,a@b.example\n', /emial: is not a field of a lead/],
    ['a column twice', 'firstName,firstName\nAda,Bo\n', /firstName: appears twice/],
    ['an open quote', 'firstName\n"Ada\n', /is not a CSV file/],
    ['no rows', 'firstName\n', /has no rows/],
  ])('of a file with %s', async (_what, text, problem) => {
    await expect(send(write('leads.csv', text))).rejects.toThrow(problem);
    expect(service.accepted.size).toBe(0);
  });

  it('without an existing file, campaign, key and service', async () => {
    const file = write('leads.csv', 'firstName\nAda\n');
    await expect(send(join(folder, 'none.csv'))).rejects.toThrow('There is no file');
    await expect(send(file, { campaignId: 'GONE' })).rejects.toThrow('There is no campaign GONE');
    await expect(send(file, { apiKey: 'slk_bad' })).rejects.toThrow('The key is not accepted');
    expect(service.accepted.size).toBe(0);
  });
});

describe('the rows of sluice send', () => {
  it('that fail temporarily are retried under the same key, however long a rate limit lasts', async () => {
    service.answer = (_body, n) =>
      n <= 30
        ? { status: 429, code: 'RATE_LIMITED' }
        : n <= 34
          ? { status: 503, code: 'SERVICE_UNAVAILABLE' }
          : refuseAll();
    const sent = await send(write('leads.csv', 'firstName\nAda\n'));
    expect(sent).toMatchObject({ refused: 1, unsent: 0 });
  });

  it('of unknown outcome are reported as not sent, and the others are sent', async () => {
    service.answer = ({ firstName }) =>
      firstName === 'Bo' ? { status: 500, code: 'INTERNAL_ERROR' } : refuseAll();
    const sent = await send(write('leads.csv', 'firstName\nAda\nBo\nCy\n'));
    expect(sent).toMatchObject({ rows: 3, refused: 2, unsent: 1, unsentBecause: 'INTERNAL_ERROR' });
  });

  it('are not sent after an interruption', async () => {
    const interruption = new AbortController();
    service.answer = (_body, n) => void (n === 100 && interruption.abort());
    const rows = Array.from({ length: 1_000 }, (_, n) => `Ada${n}`).join('\n');
    const sent = await send(write('leads.csv', `firstName\n${rows}\n`), { interrupt: interruption.signal });
    expect(sent).toMatchObject({ rows: 1_000, refused: 0, unsentBecause: 'interrupted' });
    expect(sent.accepted).toBe(service.accepted.size);
    expect(sent.accepted).toBeLessThan(300);
    expect(sent.accepted + sent.unsent).toBe(1_000);
  });

  it('are not sent once the API key stops working', async () => {
    service.answer = () => ({ status: 401, code: 'UNAUTHORIZED' });
    const rows = Array.from({ length: 500 }, (_, n) => `Ada${n}`).join('\n');
    const sent = await send(write('leads.csv', `firstName\n${rows}\n`));
    expect(sent).toMatchObject({ rows: 500, accepted: 0, unsent: 500 });
    expect(sent.unsentBecause).toMatch(/The key no longer works/);
    expect(existsSync(join(folder, 'leads.rejects.csv'))).toBe(false);
  });
});
