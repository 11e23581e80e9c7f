/** Connecting a buyer: an endpoint from an example, tried before it is saved. */
import {
  adminListEndpointAnswers,
  adminReadEndpointExample,
  adminSetSecret,
  adminTryEndpoint,
  readSettings,
} from '@sluice/contracts';
import { duringTests, eventually, putItem } from '@sluice/testing';
import { aLead } from './a-lead.js';
import { aReceiver } from './a-receiver.js';
import { openAdminApi } from './admin-api.js';
import { aBuyer, endpoint } from './catalog.js';

const world = duringTests(() => openAdminApi(readSettings({ outboundAllow: ['127.0.0.0/8'] })));
const { got, receiver } = aReceiver(({ headers }) => {
  const said = { accepted: false, why: 'no ZIP', token: 't0p', echo: headers['x-api-key'] };
  return { status: 422, body: JSON.stringify(said) };
});
beforeAll(() => aBuyer(world.stores));

const alpha = { tenantId: 'alpha' };

describe('the example of a buyer', () => {
  it('becomes an endpoint to confirm, and leaves its secrets in no answer, audit or log', async () => {
    const logged: unknown[] = [];
    const text =
      "curl https://me:s3cret-1@acme.example/in?token=s3cret-2 -H 'X-Key: s3cret-3' -d 'pin=s3cret-4&email=a' -b @s3cret-5";
    const written = [process.stdout, process.stderr].map((stream) =>
      jest.spyOn(stream, 'write').mockImplementation((chunk) => logged.push(chunk) > 0),
    );
    const answers = await Promise.all(
      [text, `${text} -d '{"a": s3cret-6`, '{"a": "s3cret-7"', 's3cret-8'].map(async (each) =>
        world.call(adminReadEndpointExample, {
          params: alpha,
          body: { text: each },
          key: world.keys.operate,
        }),
      ),
    );
    for (const each of written) each.mockRestore();
    expect(answers.map(({ error }) => error?.code)).toEqual([
      ...[undefined, undefined, 'VALIDATION_ERROR', 'VALIDATION_ERROR'],
    ]);
    expect(answers[0]?.data.item).toMatchObject({
      deliveryEndpointId: 'end_acme',
      fields: { pin: '{{ secrets.acme_pin }}', email: 'email' },
    });
    const audit = await world.stores.audit.page({}, 50);
    expect(JSON.stringify([answers, audit, logged.map(String)])).not.toContain('s3cret');
  });

  it('is read by those who may act on the campaigns of the tenant', async () => {
    const body = { text: 'a=1' };
    const keys = await Promise.all(
      (['owner', 'manager', 'analyst'] as const).map((role) => world.memberKey({ ...alpha, role })),
    );
    const codes = await Promise.all(
      [world.keys.view, ...keys].map(
        async (key) => (await world.call(adminReadEndpointExample, { params: alpha, body, key })).status,
      ),
    );
    expect(codes).toEqual([403, 200, 200, 403]);
  });
});

describe('an endpoint that is not saved', () => {
  const ada = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phone: '+16505551212' };
  const item = (more: object = {}) => ({
    deliveryEndpointId: 'end_new',
    url: `${receiver.url}/in`,
    headers: { 'X-Api-Key': '{{ secrets.new_key }}' },
    fields: { first: 'firstName', mail: 'email', key: '{{ secrets.new_key }}', none: 'injury' },
    responseRules: [
      {
        when: { jsonPath: '$.accepted', equals: true },
        outcome: 'accepted',
        price: '$.price',
        reference: '$.id',
      },
      { when: { jsonPath: '$.why', contains: 'dup' }, outcome: 'duplicate' },
      { when: { status: '422' }, outcome: 'rejected', reason: '$.why' },
    ],
    ...more,
  });
  const tried = (body: object, key = world.keys.operate) =>
    world.call(adminTryEndpoint, { params: alpha, body, key });

  it('shows the request that it would make, with references in place of secrets, and makes none', async () => {
    got.length = 0;
    const { data } = await tried({ item: item(), lead: ada });
    expect(data).toEqual({
      request: {
        method: 'POST',
        url: `${receiver.url}/in`,
        headers: {
          'Content-Type': 'application/json',
          'X-Api-Key': '{{ secrets.new_key }}',
          'Idempotency-Key': expect.stringContaining('TEST') as string,
        },
        body: expect.any(String) as string,
      },
      mapped: [
        { name: 'first', from: 'firstName', value: 'Ada' },
        { name: 'mail', from: 'email', value: 'ada@example.com' },
        { name: 'key', from: '{{ secrets.new_key }}', value: '{{ secrets.new_key }}' },
        { name: 'none', from: 'injury' },
      ],
    });
    expect(JSON.parse(data.request.body)).toEqual({
      ...{ first: 'Ada', mail: 'ada@example.com', key: '{{ secrets.new_key }}' },
    });
    const adf = await tried({ item: item({ format: 'adf' }), lead: ada });
    expect(adf.data.mapped).toEqual([]);
    expect(got).toEqual([]);
    expect(await world.stores.forTenant('alpha').deliveryEndpoints.find('end_new')).toBeUndefined();
  });

  it('shows the request of an existing lead to owners and managers, says so in the audit, and is not sent', async () => {
    const { leadId } = await aLead(world.stores, 'ACMRU', { firstName: 'Grace' });
    got.length = 0;
    const keys = await Promise.all(
      (['owner', 'manager', 'analyst'] as const).map((role) => world.memberKey({ ...alpha, role })),
    );
    const asked = [];
    for (const key of [world.keys.view, world.keys.operate, ...keys])
      asked.push(await tried({ item: item(), leadId }, key));
    expect(asked.map(({ status }) => status)).toEqual([403, 200, 200, 200, 403]);
    expect(asked[1]?.data.mapped).toContainEqual({ name: 'first', from: 'firstName', value: 'Grace' });
    const [entry] = await world.stores.audit.page({}, 1);
    expect(entry).toMatchObject({ action: 'adminTryEndpoint', about: { id: 'end_new', leadId } });
    expect(JSON.stringify(entry)).not.toContain('Grace');
    const sent = await tried({ item: item(), leadId, send: true }, world.keys.administer);
    expect(sent.error?.details).toEqual(['leadId: a test is sent with a made-up lead only']);
    expect((await tried({ item: item(), leadId: 'lead_none' })).status).toBe(404);
    expect(got).toEqual([]);
  });

  it.each([
    ['the first rule', 200, '{"accepted": true, "price": 12.5, "id": "b-1"}', 1, 'accepted'],
    ['a later rule', 200, '{"accepted": false, "why": "a dup"}', 2, 'duplicate'],
    ['a rule about the status', 422, '{"why": "no ZIP"}', 3, 'rejected'],
    ['no rule: the status', 200, '{"accepted": "maybe"}', undefined, 'accepted'],
    ['no rule: a failure', 503, '<html>', undefined, 'retry'],
  ])('says which rule reads a pasted answer: %s', async (_name, status, body, rule, outcome) => {
    const { data } = await tried({ item: item(), lead: ada, answer: { status, headers: {}, body } });
    expect([data.rule, data.outcome]).toEqual([rule, outcome]);
    if (rule === 1) expect([data.price, data.reference]).toEqual([12.5, 'b-1']);
    if (rule === 3) expect(data.reason).toBe('no ZIP');
    expect(data.what?.of?.length).toBeGreaterThan(0);
  });

  it('is called once, as a test, when somebody sends it, and its secrets are in no answer and no audit', async () => {
    await world.call(adminSetSecret, { params: { ...alpha, name: 'new_key' }, body: { value: 'v-4711-x' } });
    got.length = 0;
    const { data } = await tried(
      { item: item(), send: true },
      await world.memberKey({ ...alpha, role: 'manager' }),
    );
    expect(got).toHaveLength(1);
    expect(got[0]?.headers['x-api-key']).toBe('v-4711-x');
    expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({ first: 'Test', key: 'v-4711-x' });
    expect(data).toMatchObject({ rule: 3, outcome: 'rejected', reason: 'no ZIP', answer: { status: 422 } });
    const [entry] = await world.stores.audit.page({}, 1);
    expect(entry).toMatchObject({ action: 'adminTryEndpoint', about: { id: 'end_new' }, outcome: 'done' });
    expect(JSON.stringify([data, entry])).not.toMatch(/v-4711-x|t0p/);
    const price = { when: { status: '422' }, outcome: 'accepted', price: '$.echo', reference: '$.echo' };
    const quoted = await tried(
      { item: item({ responseRules: [price] }), send: true },
      await world.memberKey({ ...alpha, role: 'manager' }),
    );
    expect(quoted.data).toMatchObject({ rule: 1, outcome: 'accepted', reference: '••••' });
    expect(JSON.stringify(quoted)).not.toContain('v-4711-x');
  });

  it('is sent with secrets to another address only by those who may save it', async () => {
    got.length = 0;
    const saved = {
      ...endpoint,
      deliveryEndpointId: 'end_saved',
      url: `${receiver.url}/in`,
      headers: { 'X-Api-Key': '{{ secrets.new_key }}' },
    };
    await putItem(world.stores.forTenant('alpha').deliveryEndpoints, 'end_saved', saved);
    const { createdAt: _none, ...same } = { createdAt: undefined, ...saved };
    const elsewhere = { ...same, url: 'https://elsewhere.example/in' };
    const refused = await Promise.all([item(), elsewhere].map((each) => tried({ item: each, send: true })));
    expect(refused.map(({ error }) => error?.code)).toEqual(['FORBIDDEN', 'FORBIDDEN']);
    expect(got).toEqual([]);
    expect((await tried({ item: same, send: true })).status).toBe(200);
    expect((await tried({ item: item({ headers: {}, fields: { a: 'email' } }), send: true })).status).toBe(
      200,
    );
    expect(got).toHaveLength(2);
  });

  it('is not called while calls are on hold, and is refused as when it is saved', async () => {
    got.length = 0;
    await world.stores.hold.put({ at: world.stores.clock.now(), by: 'grace' });
    try {
      const { error } = await tried({ item: item(), send: true }, world.keys.administer);
      expect(error?.code).toBe('INVALID_STATE');
      expect((await tried({ item: item(), lead: ada })).status).toBe(200);
    } finally {
      await world.stores.hold.release();
    }
    expect(got).toEqual([]);
    const broken = item({ headers: { 'X-Api-Key': 'written out' }, url: 'ftp://x', method: 'GET' });
    const { error } = await tried({ item: broken });
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(error?.details?.join('\n')).toMatch(/^url: .*\n?.*^method: /ms);
    const unread = await tried({ item: item(), lead: { ...ada, email: 'nowhere' } });
    expect(unread.error?.details?.join()).toMatch(/^lead\.email: /);
    const noTemplate = item({
      format: 'liquid',
      template: '{{ lead.firstName | no_filter }}',
      fields: undefined,
    });
    expect((await tried({ item: noTemplate, lead: ada })).error?.code).toMatch(
      /INVALID_STATE|VALIDATION_ERROR/,
    );
  });
});

describe('the last answers of an endpoint', () => {
  it('are those to real leads, as the rules read them, to owners and managers, and the audit says who asked', async () => {
    const { stores } = world;
    const of = stores.forTenant('alpha');
    const { leadId, submissionId } = await aLead(stores, 'ACMRU', { firstName: 'Ada' });
    const at = stores.clock.now();
    const attempt = { n: 1, url: 'https://buyer.example', startedAt: at, leaseUntil: at };
    await of.attempts.claim({ submissionId, generation: 1 }, attempt);
    const answer = '{"why":"no ZIP","token":"t0p"}';
    const outcome = { kind: 'rejected', endedAt: at, durationMs: 5, status: 422, answer } as const;
    await of.attempts.conclude({ submissionId, generation: 1 }, 1, outcome);
    const noted = { at, leadId, submissionId, n: 1, outcome: 'rejected', status: 422, durationMs: 5 };
    stores.receivers.noteAnswer('alpha', 'ep_acme', noted);
    await eventually(
      'the answer is noted',
      async () => (await stores.receivers.find('alpha', 'ep_acme')) !== undefined,
    );
    const params = { ...alpha, id: 'ep_acme' };
    const keys = await Promise.all(
      (['owner', 'manager', 'analyst'] as const).map((role) => world.memberKey({ ...alpha, role })),
    );
    const asked = [];
    for (const key of [world.keys.view, ...keys])
      asked.push(await world.call(adminListEndpointAnswers, { params, key }));
    expect(asked.map(({ status }) => status)).toEqual([403, 200, 200, 403]);
    expect(asked[1]?.data.answers).toEqual([
      {
        at: at.toISOString(),
        leadId,
        outcome: 'rejected',
        status: 422,
        body: '{"why":"no ZIP","token":"••••"}',
      },
    ]);
    const rule = { when: { text: '"why":"no ZIP"' }, outcome: 'rejected', reason: '$.why' };
    const item = { deliveryEndpointId: 'ep_new', url: 'https://buyer.example', responseRules: [rule] };
    const { status, body = '' } = asked[1]?.data.answers[0] ?? {};
    const read = await world.call(adminTryEndpoint, {
      params: alpha,
      body: { item, answer: { status: status ?? 0, headers: {}, body } },
    });
    expect(read.data).toMatchObject({ rule: 1, outcome: 'rejected' });
    const audit = await stores.audit.page({}, 1);
    expect(audit[0]).toMatchObject({
      action: 'adminListEndpointAnswers',
      about: { id: 'ep_acme' },
      result: { answers: 1 },
    });
    expect(JSON.stringify([asked, audit])).not.toContain('t0p');
    expect((await world.call(adminListEndpointAnswers, { params: { ...alpha, id: 'ep_none' } })).status).toBe(
      404,
    );
  });
});
