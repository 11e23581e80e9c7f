/** How an operation and a stream are performed over HTTP: what is audited and when, and what a slow, or a departed, reader gets. */
import { defineAdminEndpoint, defineAdminStream, operationsOf } from '@sluice/contracts';
import { duringTests, eventually } from '@sluice/testing';
import { z } from 'zod';
import { createAdminRouter, operateOverHttp } from '../src/index.js';
import { defineAdminRoute } from '../src/route.js';
import { listenAdmin, openAdminApi, type AdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);

describe('an operation and a stream of a test', () => {
  const facts = {
    role: 'operate',
    scope: 'installation',
    members: [],
    summary: 's',
    description: 'd',
  } as const;
  const change = defineAdminEndpoint({
    ...facts,
    method: 'POST',
    path: '/change',
    data: z.object({ entries: z.array(z.unknown()) }),
    examples: { data: { entries: [] } },
  });
  const counting = defineAdminStream({
    ...facts,
    method: 'GET',
    path: '/counting',
    audited: true,
    format: 'ndjson',
    query: z.object({ upTo: z.coerce.number().int().min(1) }),
    item: z.object({ n: z.int() }),
    examples: { item: { n: 1 } },
  });
  const forever = defineAdminStream({
    ...facts,
    method: 'GET',
    path: '/forever',
    format: 'events',
    item: z.object({ n: z.int() }),
    examples: { item: { n: 1 } },
  });

  const failing = defineAdminStream({
    ...facts,
    method: 'GET',
    path: '/failing',
    format: 'ndjson',
    item: z.object({ n: z.int() }),
    examples: { item: { n: 1 } },
  });

  operationsOf({ change, counting, forever, failing });

  let ended = false;
  let made = 0;
  async function* numbers(upTo: number) {
    try {
      for (let n = 1; n <= upTo; n += 1) {
        made = n;
        yield { n };
      }
    } finally {
      ended = true;
    }
  }
  async function* breakingOff() {
    yield* numbers(2);
    throw new Error('the database is away');
  }
  const operations = [
    defineAdminRoute(change, async (_call, { stores }: AdminApi['deps']) => ({
      entries: [...(await stores.audit.page({}, 1))].map(({ at: _at, ...entry }) => entry),
    })),
    defineAdminRoute(
      counting,
      async ({ query: { upTo } }, _deps: AdminApi['deps']) => numbers(upTo),
      ({ query: { upTo } }) => ({ upTo: String(upTo) }),
    ),
    defineAdminRoute(forever, async (_call, _deps: AdminApi['deps']) => numbers(Infinity)),
    defineAdminRoute(failing, async (_call, _deps: AdminApi['deps']) => breakingOff()),
  ];

  const actor = { name: 'Ada', role: 'operate', memberships: [], via: 'session', from: '192.0.2.7' } as const;
  const known = { identify: async () => actor, again: async () => actor };
  const served = duringTests(() => listenAdmin(createAdminRouter(world.deps, known, operations)));
  let url: string;
  beforeAll(async () => {
    url = `${served.url}/admin/v1`;
  });

  it('begin only after their audit entry is written', async () => {
    const response = await fetch(`${url}/change`, { method: 'POST' });
    expect(await response.json()).toMatchObject({
      data: { entries: [{ who: 'Ada', action: 'change', from: '192.0.2.7' }] },
    });
  });

  it('answer lines of JSON, and the audit records how the stream ended', async () => {
    const response = await fetch(`${url}/counting?upTo=3`);
    expect(response.headers.get('content-type')).toContain('application/x-ndjson');
    expect(await response.text()).toBe('{"n":1}\n{"n":2}\n{"n":3}\n');
    const [entry] = await world.stores.audit.page({}, 1);
    expect(entry).toMatchObject({ action: 'counting', about: { upTo: '3' }, outcome: 'done' });
  });

  it('answer a slow reader no faster than it reads, however long the stream is', async () => {
    const asked = { query: { upTo: '50000000' } };
    const remote = operateOverHttp({ url: url.replace('/admin/v1', ''), key: 'any' });
    const items = remote.stream(counting, asked, new AbortController().signal)[Symbol.asyncIterator]();
    expect((await items.next()).value).toEqual({ n: 1 });
    for (let before = -1; before !== made; await new Promise((resolve) => setTimeout(resolve, 100))) {
      before = made;
    }
    expect(made).toBeLessThan(5_000_000);
    await items.return?.();
  });

  it('break the connection if their items fail, so that the reader notices', async () => {
    const remote = operateOverHttp({ url: url.replace('/admin/v1', ''), key: 'any' });
    const read = async () => {
      for await (const item of remote.stream(failing, {}, new AbortController().signal)) void item;
    };
    await expect(read()).rejects.toThrow('terminated');
  });

  it('answer a malformed call of a stream in the envelope', async () => {
    const response = await fetch(`${url}/counting?upTo=none`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ success: false, error: { code: 'VALIDATION_ERROR' } });
  });

  it('have failed, as the audit says, if the stream opens after its caller was told that it took too long', async () => {
    let open = (): void => undefined;
    const answered = new Promise<void>((resolve) => (open = resolve));
    const slow = defineAdminRoute(
      counting,
      async ({ query: { upTo } }, _deps: AdminApi['deps']) => {
        await answered;
        return numbers(upTo);
      },
      ({ query: { upTo } }) => ({ upTo: String(upTo) }),
    );
    const late = await listenAdmin(createAdminRouter(world.deps, known, [slow], 50));
    try {
      const response = await fetch(`${late.url}/admin/v1/counting?upTo=9`);
      expect(response.status).toBe(503);
      open();
      await eventually('the entry is concluded', async () => {
        const [entry] = await world.stores.audit.page({}, 1);
        expect(entry).toMatchObject({ action: 'counting', about: { upTo: '9' } });
        return entry?.outcome === 'failed';
      });
    } finally {
      await late.close();
    }
  });

  it('answer events until the caller disconnects, and then stop', async () => {
    ended = false;
    const gone = new AbortController();
    const response = await fetch(`${url}/forever`, { signal: gone.signal });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const { value } = (await response.body!.getReader().read()) as { value?: Uint8Array };
    expect(new TextDecoder().decode(value)).toMatch(/^data: {"n":1}\n\n/);
    gone.abort();
    await eventually('the stream has ended', () => ended, 5_000);
  });
});
