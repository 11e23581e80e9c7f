/** A small DocuSeal on loopback: keeps what it was sent, and misbehaves on request. */
import { listen } from '@sluice/testing';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A submitter as it was sent. */
export interface Submitted {
  readonly external_id: string;
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly values: Readonly<Record<string, string>>;
  readonly metadata: Readonly<Record<string, string>>;
  readonly expire_at?: string;
}

/**
 * How it answers a submission: `lost` takes it and drops the connection, `silent` takes it and never answers, a number
 * refuses it with that status.
 */
export type Manner = 'takes' | 'lost' | 'silent' | number;

export interface FakeDocuseal {
  readonly url: string;
  /** What it has taken, in order. */
  readonly taken: Submitted[];
  /** Every call, as method and path. */
  readonly calls: string[];
  manner: Manner;
  /** Called when a template is read. */
  onTemplate: (() => void) | undefined;
  /** Drops the calls that it does not answer. */
  drop(): void;
  close(): Promise<void>;
}

export async function fakeDocuseal(): Promise<FakeDocuseal> {
  const server = createServer((request, response) => void answer(request, response));
  const { port, close } = await listen(server);
  const fake: FakeDocuseal = {
    url: `http://127.0.0.1:${port}/api`,
    taken: [],
    calls: [],
    manner: 'takes',
    onTemplate: undefined,
    drop: () => server.closeAllConnections(),
    close,
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', fake.url);
    fake.calls.push(`${request.method} ${url.pathname.replace('/api', '')}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const json = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const known = (one: Submitted, index: number) => ({
      id: index + 1,
      submission_id: index + 101,
      external_id: one.external_id,
      slug: `slug${index}`,
    });
    if (url.pathname === '/api/submitters') {
      const id = url.searchParams.get('external_id');
      return json(200, { data: fake.taken.map(known).filter(({ external_id }) => external_id === id) });
    }
    if (url.pathname.startsWith('/api/templates/')) {
      fake.onTemplate?.();
      return json(200, { submitters: [{ name: 'Client' }] });
    }
    if (typeof fake.manner === 'number') return json(fake.manner, { error: 'Unknown field: Injury' });
    const body = JSON.parse(Buffer.concat(chunks).toString()) as {
      readonly submitters: readonly [Submitted];
      readonly expire_at?: string;
    };
    const { expire_at } = body;
    const index = fake.taken.push({ ...body.submitters[0], ...(expire_at && { expire_at }) }) - 1;
    if (fake.manner === 'silent') return;
    if (fake.manner === 'lost') return void response.destroy();
    const made = known(body.submitters[0], index);
    json(200, [{ ...made, embed_src: `http://127.0.0.1:${port}/s/${made.slug}` }]);
  }
  return fake;
}
