/** The DocuSeal adapter against a small server on loopback that answers as the test says. */
import { duringTests, listen } from '@sluice/testing';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createDocumentSender, createOutboundClient, type OutgoingDocument } from '../src/index.js';

interface Asked {
  readonly call: string;
  readonly body: string;
  readonly token: string | string[] | undefined;
}
type Answer = readonly [status: number, body: unknown] | ((response: ServerResponse) => void);

const server = duringTests(() => listen((request, response) => void answer(request, response)));
let asked: Asked[];
let answers: Record<string, Answer>;
let base: string;

beforeAll(async () => {
  base = `${server.url}/api`;
});
afterAll(() => client.close());
beforeEach(() => {
  asked = [];
  answers = {
    'GET /submitters': [200, { data: [], pagination: {} }],
    'GET /templates/41': [
      200,
      {
        id: 41,
        submitters: [
          { name: 'Client', uuid: 'a' },
          { name: 'Firm', uuid: 'b' },
        ],
      },
    ],
    'POST /submissions': [
      200,
      [
        {
          id: 5,
          submission_id: 12,
          external_id: 'file_1',
          slug: 'abc',
          embed_src: 'https://sign.example/s/abc',
        },
      ],
    ],
  };
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const path = (request.url ?? '').replace(/^\/api/, '');
  asked.push({
    call: `${request.method} ${path}`,
    body: Buffer.concat(chunks).toString(),
    token: request.headers['x-auth-token'],
  });
  const given = answers[`${request.method} ${path.split('?')[0]}`] ?? [404, { error: 'not found' }];
  if (typeof given === 'function') return given(response);
  const [status, body] = given;
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

const client = createOutboundClient({ allowedCidrs: ['127.0.0.0/8'] });
const document: OutgoingDocument = {
  fileId: 'file_1',
  templateId: '41',
  name: 'Ann Lee',
  email: 'ann@example.com',
  phone: '+14155550132',
  values: { Injury: 'back' },
  metadata: { matter: 'A-1' },
  expiresAt: new Date('2024-09-01T12:00:00.750Z'),
};
const prepare = (more: Partial<OutgoingDocument> = {}) =>
  createDocumentSender('docuseal', { docuseal: { apiKey: 'KEY', baseUrl: `${base}/` } }, client)!.prepare({
    ...document,
    ...more,
  });
const send = async (more: Partial<OutgoingDocument> = {}) => {
  const prepared = await prepare(more);
  return typeof prepared === 'function' ? prepared() : prepared;
};
const calls = () => asked.map(({ call }) => call);

describe('a document through DocuSeal', () => {
  it('is looked up, its template read, and then sent to one submitter', async () => {
    expect(await send()).toMatchObject({
      kind: 'sent',
      documentId: '12',
      signingUrl: 'https://sign.example/s/abc',
      answer: { kind: 'answered', status: 200 },
    });
    expect(calls()).toEqual(['GET /submitters?external_id=file_1', 'GET /templates/41', 'POST /submissions']);
    expect(asked.every(({ token }) => token === 'KEY')).toBe(true);
    expect(JSON.parse(asked[2]!.body)).toEqual({
      template_id: 41,
      submitters: [
        {
          role: 'Client',
          name: 'Ann Lee',
          email: 'ann@example.com',
          phone: '+14155550132',
          external_id: 'file_1',
          values: { Injury: 'back' },
          metadata: { matter: 'A-1' },
        },
      ],
      expire_at: '2024-09-01 12:00:00 UTC',
    });
  });

  it('that it has already is not sent again, and its link is made of the slug', async () => {
    const known = { id: 5, submission_id: 12, external_id: 'file_1', slug: 'a b' };
    answers['GET /submitters'] = [200, { data: [{ id: 4, external_id: 'other' }, known] }];
    const origin = base.replace(/\/api$/, '');
    expect(await send()).toMatchObject({
      kind: 'sent',
      documentId: '12',
      signingUrl: `${origin}/s/a%20b`,
    });
    expect(calls()).toEqual(['GET /submitters?external_id=file_1']);
  });

  it.each([
    ['fails', [500, 'oops']],
    ['cannot be read', [200, '<html>']],
    ['lists nothing', [200, {}]],
  ] as [string, Answer][])('is not sent while the look-up %s', async (_how, lookup) => {
    answers['GET /submitters'] = lookup;
    expect(await send()).toMatchObject({ kind: 'not_sent' });
    expect(calls()).toHaveLength(1);
  });

  it('goes to the role that is asked for, and to none that its template does not have', async () => {
    await send({ role: 'Firm' });
    expect(JSON.parse(asked[2]!.body)).toMatchObject({ submitters: [{ role: 'Firm' }] });
    asked = [];
    expect(await send({ role: 'Judge' })).toEqual({ kind: 'unfit', reason: 'unknown_role' });
    expect(calls()).not.toContain('POST /submissions');
  });

  it('waits for a template that can be read before it goes to a role that is asked for', async () => {
    answers['GET /templates/41'] = [200, '{"id": 41, "fields": ['];
    expect(await send({ role: 'Client' })).toMatchObject({ kind: 'not_sent' });
    expect(calls()).not.toContain('POST /submissions');
  });

  it('goes to the first role by its position if the template cannot be read', async () => {
    answers['GET /templates/41'] = [200, '{"id": 41, "fields": ['];
    await send();
    const { submitters } = JSON.parse(asked[2]!.body) as { submitters: object[] };
    expect(submitters[0]).not.toHaveProperty('role', expect.anything());
  });

  it.each(['', 'retainer', '4.1', '-1', '0'])(
    'without a template such as %j is not sent',
    async (templateId) => {
      expect(await send({ templateId })).toEqual({ kind: 'unfit', reason: 'no_template' });
      expect(asked).toEqual([]);
    },
  );

  it('is not sent by looking it up', async () => {
    expect(await prepare()).toBeInstanceOf(Function);
    expect(calls()).not.toContain('POST /submissions');
  });

  it('that is refused gives the refusal', async () => {
    answers['POST /submissions'] = [422, { error: 'Unknown field: Injury' }];
    expect(await send()).toMatchObject({
      kind: 'not_sent',
      answer: { status: 422, body: '{"error":"Unknown field: Injury"}' },
    });
    answers['GET /templates/41'] = [404, { error: 'Template not found' }];
    expect(await send()).toMatchObject({ kind: 'not_sent', answer: { status: 404 } });
  });

  it.each<[string, Answer]>([
    ['drops the connection', (response) => response.destroy()],
    ['answers with a page', [200, '<html>']],
    ['answers with no submitter', [200, []]],
  ])('is of unknown outcome when DocuSeal %s', async (_how, made) => {
    answers['POST /submissions'] = made;
    expect(await send()).toMatchObject({ kind: 'not_sent' });
  });

  it('has no link that is no web address', async () => {
    answers['POST /submissions'] = [200, { submitters: [{ id: 5, embed_src: 'javascript:alert(1)' }] }];
    const sent = await send();
    expect(sent).toMatchObject({ kind: 'sent' });
    expect(sent).not.toHaveProperty('signingUrl', expect.anything());
  });

  it('is sent by nobody without an API key, or past the outbound guard', async () => {
    expect(createDocumentSender('docuseal', {}, client)).toBeUndefined();
    const guarded = createOutboundClient({ allowedCidrs: [] });
    const sender = createDocumentSender('docuseal', { docuseal: { apiKey: 'K', baseUrl: base } }, guarded)!;
    expect(await sender.prepare(document)).toMatchObject({ answer: { reason: 'blocked' } });
    expect(asked).toEqual([]);
    guarded.close();
  });
});

it.each([
  ['https://api.docuseal.com', 'https://docuseal.com/s/x'],
  ['https://api.docuseal.eu', 'https://docuseal.eu/s/x'],
  ['https://sign.firm.example/api', 'https://sign.firm.example/s/x'],
  ['https://firm.example/sign/api/', 'https://firm.example/sign/s/x'],
])('the link of a document that %s has already is %s', async (baseUrl, link) => {
  const body = JSON.stringify({ data: [{ id: 1, external_id: 'file_1', slug: 'x' }] });
  const found = {
    kind: 'answered',
    status: 200,
    headers: {},
    body,
    bodyRead: body,
    truncated: false,
    durationMs: 1,
  };
  const stub = { send: async () => found as never, close: () => undefined };
  const sender = createDocumentSender('docuseal', { docuseal: { apiKey: 'K', baseUrl } }, stub)!;
  expect(await sender.prepare(document)).toMatchObject({ signingUrl: link });
});
