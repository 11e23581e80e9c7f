import { endpoints, type LeadListItem } from '@sluice/contracts';
import { ApiFailure, createClient, NoAnswer, type ClientOptions } from '@sluice/client';
import { loopback, type Loopback, type Reply } from './loopback.js';

const body = {
  campaignId: 'ACMRU',
  firstName: 'Ada',
  lastName: 'Ortiz',
  email: 'a@b.example',
  phone: '4155550132',
};
const accepted = { success: true, data: { leadId: 'lead_1', submissionId: 'sub_1', status: 'pending' } };
const unavailable = {
  success: false,
  error: { code: 'SERVICE_UNAVAILABLE', message: 'Service unavailable' },
};
const soon = { 'Retry-After': '0' };

describe('the client', () => {
  let service: Loopback | undefined;
  afterEach(() => service?.close());

  async function client(answers: readonly Reply[], options: Partial<ClientOptions> = {}) {
    service = await loopback(...answers);
    return {
      asked: service.asked,
      sluice: createClient({ baseUrl: `${service.url}/`, apiKey: 'slk_x', ...options }),
    };
  }

  it('has a method for every endpoint', async () => {
    const { sluice } = await client([]);
    const methods = endpoints.map(({ operationId }) => sluice[operationId]);
    expect(methods.every((method) => typeof method === 'function')).toBe(true);
  });

  it('sends path, query, body and API key as declared, and returns the data', async () => {
    const { sluice, asked } = await client([{ json: accepted }]);
    expect(await sluice.submitLead({ body })).toEqual(accepted.data);
    await sluice.repostLead({ params: { leadId: 'lead/1 ?' }, body: { campaignId: 'ACMRU' } });
    await sluice.listLeads({ query: { limit: 5, status: ['delivered', 'queued'], search: 'ada & co' } });
    await sluice.listClients();

    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/v1/leads/submit',
      'POST /api/v1/leads/lead%2F1%20%3F/repost',
      'GET /api/v1/leads?limit=5&status=delivered%2Cqueued&search=ada+%26+co',
      'GET /api/v1/clients',
    ]);
    expect(asked.every(({ headers }) => headers['x-api-key'] === 'slk_x')).toBe(true);
    expect(asked[0]?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual(body);
    expect(asked[2]?.headers['idempotency-key']).toBeUndefined();
  });

  it('returns the message where the envelope has no data', async () => {
    const { sluice } = await client([{ json: { success: true, message: 'Lead moved to campaign BORRU' } }]);
    const call = { params: { leadId: 'lead_1' }, body: { campaignId: 'BORRU' } };
    expect(await sluice.moveLeadToCampaign(call)).toEqual({ message: 'Lead moved to campaign BORRU' });
  });

  it('retries a POST under the same Idempotency-Key until it is answered', async () => {
    const { sluice, asked } = await client([
      { cut: 'before' },
      { cut: 'amid', json: accepted },
      { status: 503, json: unavailable, headers: soon },
      { status: 429, json: unavailable, headers: soon },
      { status: 202, json: accepted },
    ]);
    expect(await sluice.submitLead({ body })).toEqual(accepted.data);
    expect(asked).toHaveLength(5);
    const keys = new Set(asked.map(({ headers }) => headers['idempotency-key']));
    expect([...keys]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    await sluice.submitLead({ body });
    expect(keys).not.toContain(asked.at(-1)?.headers['idempotency-key']);
  });

  it('sends a request again, under its key and after the wait that is asked for, while the first one is at work', async () => {
    const conflict = { success: false, error: { code: 'IDEMPOTENCY_CONFLICT', message: 'in use' } };
    const { sluice, asked } = await client([
      { status: 409, json: conflict, headers: { 'Retry-After': '1' } },
      { status: 409, json: conflict, headers: soon },
      { status: 202, json: accepted },
    ]);
    const startedAt = performance.now();
    expect(await sluice.submitLead({ body })).toEqual(accepted.data);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
    expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('uses the Idempotency-Key that the caller gives', async () => {
    const { sluice, asked } = await client([{ json: accepted }]);
    await sluice.submitLead({ body, idempotencyKey: 'row-7' });
    expect(asked[0]?.headers['idempotency-key']).toBe('row-7');
  });

  it('asks to wait for the outcome as long as the call says, and longer than one try may take otherwise', async () => {
    const delivered = { ...accepted, data: { ...accepted.data, status: 'delivered' } };
    const { sluice, asked } = await client([{ cut: 'before' }, { json: delivered, afterMs: 1_500 }], {
      timeoutMs: 1_000,
    });
    expect(await sluice.submitLead({ body, waitSeconds: 8 })).toEqual(delivered.data);
    expect(asked.map(({ headers }) => headers['prefer'])).toEqual(['wait=8', 'wait=8']);
    expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('gives up after its retries with the last error of the service', async () => {
    const { sluice, asked } = await client([{ status: 503, json: unavailable, headers: soon }], {
      retries: 2,
    });
    await expect(sluice.submitLead({ body })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      status: 503,
    });
    expect(asked).toHaveLength(3);
  });

  it('fails with code, status, details and request id, at once when a retry is useless', async () => {
    const json = {
      success: false,
      error: { code: 'VALIDATION_ERROR', message: 'Invalid input data', details: ['email: is required'] },
    };
    const { sluice, asked } = await client([{ status: 400, json, headers: { 'X-Request-Id': 'req-9' } }]);
    const failure = await sluice.submitLead({ body }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({
      code: 'VALIDATION_ERROR',
      status: 400,
      details: ['email: is required'],
      requestId: 'req-9',
      message: 'Invalid input data: email: is required',
    });
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['a page of a proxy', { status: 413, text: '<html>' }],
    ['a redirect', { status: 302, text: '', headers: { Location: 'http://127.0.0.1:9/' } }],
    ['JSON that is not an envelope', { status: 200, json: [] }],
  ])('does not accept %s as an answer of the service', async (_what, reply) => {
    const { sluice, asked } = await client([reply]);
    await expect(sluice.listFields()).rejects.toMatchObject({
      code: 'UNREADABLE_ANSWER',
      status: reply.status,
    });
    expect(asked).toHaveLength(1);
  });

  it('reports that the service is unreachable', async () => {
    const { sluice } = await client([{ cut: 'before' }], { retries: 0 });
    await expect(sluice.listFields()).rejects.toBeInstanceOf(NoAnswer);
  });

  it('aborts a try that exceeds its timeout', async () => {
    const never: typeof fetch = (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      });
    const { sluice } = await client([], { retries: 0, timeoutMs: 20, fetch: never });
    await expect(sluice.listFields()).rejects.toBeInstanceOf(NoAnswer);
  });

  it('stops when its signal is aborted, during a try and between two', async () => {
    const { sluice, asked } = await client([
      { status: 503, json: unavailable, headers: { 'Retry-After': '30' } },
    ]);
    const ending = new AbortController();
    const call = sluice.submitLead({ body, signal: ending.signal });
    while (asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    ending.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    await expect(sluice.submitLead({ body, signal: ending.signal })).rejects.toThrow('enough');
    expect(asked).toHaveLength(1);
  });

  it('iterates over every lead of a query, page by page', async () => {
    const page = (ids: readonly string[], nextCursor: string | null) => ({
      json: {
        success: true,
        data: { leads: ids.map((leadId) => ({ leadId })), nextCursor, hasMore: nextCursor !== null },
      },
    });
    const { sluice, asked } = await client([page(['c', 'b'], 'b'), page(['a'], null)]);
    const seen: Pick<LeadListItem, 'leadId'>[] = [];
    for await (const lead of sluice.leads.iterate({ limit: 2, campaignIds: ['ACMRU'] })) seen.push(lead);
    expect(seen.map(({ leadId }) => leadId)).toEqual(['c', 'b', 'a']);
    expect(asked.map(({ url }) => url)).toEqual([
      '/api/v1/leads?limit=2&campaignIds=ACMRU',
      '/api/v1/leads?limit=2&campaignIds=ACMRU&cursor=b',
    ]);
  });
});

describe('the TypeScript types of the client', () => {
  it('are derived from the endpoint declarations', () => {
    const sluice = createClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'slk_x' });
    const never = (): unknown[] => [
      sluice
        .getCampaign({ params: { campaignId: 'ACMRU' } })
        .then(({ name, active }): [string, boolean] => [name, active]),
      // @ts-expect-error -- the path has a parameter
      sluice.getCampaign(),
      // @ts-expect-error -- a query parameter that is not declared
      sluice.listLeads({ query: { campaign: 'ACMRU' } }),
      // @ts-expect-error -- an idempotency key is for POST
      sluice.listLeads({ idempotencyKey: 'x' }),
      // @ts-expect-error -- nothing comes of a list later
      sluice.listLeads({ waitSeconds: 5 }),
      // @ts-expect-error -- the body has no such type
      sluice.submitLead({ body: { ...body, isTest: 'yes' } }),
    ];
    expect(never).toBeInstanceOf(Function);
  });
});
