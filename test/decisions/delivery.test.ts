import type { Behaviour } from '@sluice/sink';
import { eventually } from '@sluice/testing';
import type { Receipt } from '../installation/affiliate.js';
import { startTenant, type TestTenant } from '../installation/tenant.js';

const url = (path: string) => `\${SINK_URL}/buyers/${path}`;
const said = (path: string, equals: unknown) => ({ status: '200-299', jsonPath: path, equals });
const endpoints: Readonly<Record<string, object>> = {
  fields: {
    headers: { 'X-Partner': 'sluice', Authorization: 'Bearer buyer' },
    fields: { first: 'first_name', injury: 'questionnaire.injury', source: 'utm_source', none: 'nowhere' },
  },
  form: { method: 'PUT', format: 'form', fields: { name: 'lastName', state: 'state', tags: 'tags' } },
  liquid: {
    format: 'liquid',
    contentType: 'application/xml',
    template: '<lead id="{{ leadId }}"><name>{{ lastName | upcase }}</name></lead>',
  },
  words: { format: 'liquid', template: '{"name": "{{ lastName }}",\n"age": {{ age }}}' },
  rules: {
    responseRules: [
      { when: { jsonPath: '$.status', equals: 'DUPLICATE' }, outcome: 'duplicate', reason: '$.message' },
      {
        when: said('$.result.ok', true),
        outcome: 'accepted',
        price: '$.result.price',
        reference: "$['result']['ids'][0]",
      },
      { when: { text: 'come back later' }, outcome: 'error', reason: 'buyer_busy' },
      { when: { status: 200 }, outcome: 'rejected', reason: '$.message' },
    ],
  },
  later: {},
  busy: { responseRules: [{ when: said('$.busy', true), outcome: 'error' }] },
  asks: {
    timeoutSeconds: 1,
    responseRules: [{ when: { status: 409 }, outcome: 'duplicate' }],
  },
  holds: { timeoutSeconds: 1, onAmbiguous: 'hold' },
  slow: { timeoutSeconds: 1, onAmbiguous: 'hold' },
  moved: {},
  huge: {},
  dead: {},
};
const deliveryEndpoints = Object.entries(endpoints).map(([id, fields]) => ({
  deliveryEndpointId: id,
  url: url(id),
  ...fields,
}));
const campaigns = Object.keys(endpoints).map((id) => ({
  campaignId: id.slice(0, 5).toUpperCase(),
  name: id,
  clientId: 'cli_d',
  offerId: 'off_d',
  deliveryEndpointId: id,
  deliveryLimits: id === 'holds' ? [{ cap: 1 }] : undefined,
}));
const nowhere = {
  campaignId: 'NOWHR',
  name: 'x',
  clientId: 'cli_e',
  offerId: 'off_d',
  deliveryEndpointId: 'gone',
};
const direct = {
  campaignId: 'PLAIN',
  name: 'x',
  clientId: 'cli_d',
  offerId: 'off_d',
  deliveryEndpointId: 'gone',
};

const withPrice = {
  campaignId: 'PRICE',
  name: 'x',
  clientId: 'cli_d',
  offerId: 'off_d',
  deliveryEndpointId: 'rules',
  price: {
    currency: 'EUR',
    amount: 40,
    rules: [
      {
        when: { subRules: [{ conditions: [{ field: 'state', operator: 'in', value: ['NV'] }] }] },
        amount: 55,
      },
    ],
  },
  revenueMilestones: [{ leadStatus: 'qualified', amount: 2.5, currency: 'EUR' }],
};

let tenant: TestTenant;
let begun: Readonly<Record<'later' | 'busy' | 'asks' | 'moved' | 'reset', Receipt>>;
beforeAll(async () => {
  tenant = await startTenant({
    clients: [
      { clientId: 'cli_d', name: 'Dogwood', abbrev: 'DOG', settings: { defaultPostingUrl: url('plain') } },
      { clientId: 'cli_e', name: 'Elm', abbrev: 'ELM' },
    ],
    offers: [{ offerId: 'off_d', name: 'Talc', abbrev: 'TA', category: 'mass_tort' }],
    deliveryEndpoints,
    campaigns: [...campaigns, nowhere, direct, withPrice],
  });
  // Deliveries that need a second attempt start here, so that they wait while other tests run.
  const script = (behaviour: Behaviour) => tenant.installation.sink.script(behaviour);
  script({ path: '/buyers/later', status: 503, headers: { 'Retry-After': '7' }, times: 1 });
  script({ path: '/buyers/busy', body: { busy: true }, times: 1 });
  script({ path: '/buyers/asks', mode: 'hang', times: 1 });
  script({ path: '/buyers/moved', mode: 'redirect', times: 1 });
  const [later, busy, asks, moved] = await Promise.all(
    ['LATER', 'BUSY', 'ASKS', 'MOVED'].map((campaignId) => tenant.submit(campaignId)),
  );
  script({ path: '/buyers/plain', mode: 'reset_after', times: 1 });
  const reset = await tenant.submit('PLAIN');
  await eventually('the connection is dropped', () => tenant.received('/buyers/plain').length > 0);
  begun = { later: later!, busy: busy!, asks: asks!, moved: moved!, reset };
  await eventually('the buyer is asked', () => tenant.received('/buyers/asks').length > 0);
  script({ path: '/buyers/asks', status: 409, body: { message: 'known' } });
}, 120_000);
afterAll(() => tenant.stop(), 60_000);

const attempts = (receipt: Receipt) => tenant.stores.attempts.of(receipt.submissionId);
const finalOf = async (receipt: Receipt) => {
  await tenant.atRest(receipt);
  return (await tenant.decisions(receipt)).at(-1)?.decision;
};
const postsOf = (path: string, { submissionId }: Receipt) =>
  tenant
    .received(`/buyers/${path}`)
    .filter(({ headers }) => headers['idempotency-key'] === `${submissionId}.delivery`);

describe('the request to a buyer', () => {
  it('is the lead as JSON by default', async () => {
    const receipt = await tenant.submit('PLAIN', {
      email: ' Some.One@Example.com ',
      customFields: { tier: 2 },
    });
    expect(await tenant.fate(receipt)).toBe('delivered');
    const [post] = postsOf('plain', receipt);
    expect(post?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(post?.body ?? '')).toMatchObject({
      ...receipt,
      campaignId: 'PLAIN',
      email: 'some.one@example.com',
      questionnaire: { injury: 'yes' },
      customFields: { tier: 2 },
    });
  });

  it('has the field names and headers that the endpoint configures', async () => {
    const receipt = await tenant.submit('FIELD', {
      firstName: 'Ann',
      attribution: { params: { utm_source: 'x' } },
    });
    await tenant.atRest(receipt);
    const [post] = postsOf('fields', receipt);
    expect(JSON.parse(post?.body ?? '')).toEqual({ first: 'Ann', injury: 'yes', source: 'x' });
    expect(post?.headers).toMatchObject({ 'x-partner': 'sluice', authorization: 'Bearer buyer' });
  });

  it('may be a form sent by another method', async () => {
    const receipt = await tenant.submit('FORM', {
      lastName: "O'Neil & Söhne",
      questionnaire: { tags: ['a', 'b'] },
    });
    await tenant.atRest(receipt);
    const [post] = postsOf('form', receipt);
    expect([post?.method, post?.headers['content-type']]).toEqual([
      'PUT',
      'application/x-www-form-urlencoded',
    ]);
    expect([...new URLSearchParams(post?.body)]).toEqual([
      ['name', "O'Neil & Söhne"],
      ['state', 'CA'],
      ['tags', 'a'],
      ['tags', 'b'],
    ]);
  });

  it('may be rendered from a template', async () => {
    const receipt = await tenant.submit('LIQUI', { lastName: 'Quill' });
    await tenant.atRest(receipt);
    const [post] = postsOf('liquid', receipt);
    expect(post?.headers['content-type']).toBe('application/xml');
    expect(post?.body).toBe(`<lead id="${receipt.leadId}"><name>QUILL</name></lead>`);
  });

  it('has every value of a template exactly as the lead has it', async () => {
    const lastName = 'O"Neil \\ "Söhne" 😀';
    const receipt = await tenant.submit('WORDS', { lastName, questionnaire: { age: 41 } });
    await tenant.atRest(receipt);
    const [post] = postsOf('words', receipt);
    expect(post?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(post?.body ?? '')).toEqual({ name: lastName, age: 41 });
  });

  it('is not sent if it is not of its content type, and the trace names the place', async () => {
    const receipt = await tenant.submit('WORDS');
    expect(await tenant.atRest(receipt)).toMatchObject({ status: 'error', reason: 'template_failed' });
    expect(JSON.stringify(await finalOf(receipt))).toContain(
      "the body is not JSON: object value expected after ':' at line 2, column 8",
    );
    expect(postsOf('words', receipt)).toEqual([]);
  });
});

describe('the answer of a buyer', () => {
  const answered = async (body: object, status = 200) => {
    tenant.installation.sink.script({ path: '/buyers/rules', status, body, times: 1 });
    const receipt = await tenant.submit('RULES');
    return { receipt, decision: await finalOf(receipt) };
  };

  it('is read by the first response rule that matches: accepted, with price and reference', async () => {
    const { receipt, decision } = await answered({ result: { ok: true, price: '42.50', ids: ['B-7'] } });
    expect(decision).toMatchObject({ kind: 'delivered', price: 42.5, reference: 'B-7' });
    const event = await eventually('lead.delivered is sent', () =>
      tenant
        .received('/webhooks')
        .find(({ body }) => body.includes('lead.delivered') && body.includes(receipt.leadId)),
    );
    expect(JSON.parse(event.body)).toMatchObject({
      data: { price: 42.5, currency: 'USD', reference: 'B-7' },
    });
  });

  const soldFor = async (lead: Readonly<Record<string, unknown>>, price: unknown) => {
    const body = { result: { ok: true, price, ids: ['B-8'] } };
    tenant.installation.sink.script({ path: '/buyers/rules', status: 200, body, times: 1 });
    const receipt = await tenant.submit('PRICE', lead);
    const decision = await finalOf(receipt);
    const { data } = await tenant.call('GET', `/ledger?leadId=${receipt.leadId}`);
    const entries = data['entries'] as readonly Record<string, unknown>[];
    return { receipt, decision, sale: entries[0], others: entries.slice(1) };
  };

  it.each([
    ['42,50 €', { address: { state: 'NV' } }, 42.5, false],
    ['$42.50', { address: { state: 'NV' } }, 55, true],
    ['free', { address: { state: 'TX' } }, 40, true],
  ])(
    'that states %s sells the lead %j for %d, and the ledger has the sale',
    async (written, lead, price, falls) => {
      const { receipt, decision, sale, others } = await soldFor(lead, written);
      expect(decision).toMatchObject({ kind: 'delivered', price, currency: 'EUR' });
      expect(JSON.stringify(decision?.trace).includes('price_unreadable')).toBe(falls);
      expect(sale).toMatchObject({
        entryId: `${receipt.submissionId}.sale`,
        type: 'sale',
        amount: price,
        currency: 'EUR',
        campaignId: 'PRICE',
        placedCampaignId: 'PRICE',
        clientId: 'cli_d',
        offerId: 'off_d',
      });
      expect(others).toMatchObject([{ type: 'milestone', amount: 2.5, currency: 'EUR', clientId: 'cli_d' }]);
    },
  );

  it('without any price makes an unpriced sale of nothing', async () => {
    const receipt = await tenant.submit('PLAIN');
    expect(await finalOf(receipt)).not.toHaveProperty('price');
    const { data } = await tenant.call('GET', `/ledger?leadId=${receipt.leadId}`);
    expect(data['entries']).toMatchObject([{ type: 'sale', amount: 0, currency: 'USD', unpriced: true }]);
  });

  it('to a test lead makes no sale', async () => {
    const receipt = await tenant.submit('PRICE', { isTest: true });
    expect(await finalOf(receipt)).toMatchObject({
      kind: expect.stringMatching(/delivered|rejected/) as string,
    });
    const { data } = await tenant.call('GET', `/ledger?leadId=${receipt.leadId}`);
    expect(data['entries']).toEqual([]);
  });

  it.each([
    ['rejected', { message: 'not our state' }, 'not our state'],
    ['duplicate', { status: 'duplicate', message: 'seen on Monday' }, 'seen on Monday'],
  ])('is read as %s, with the buyer’s own reason', async (kind, body, reason) => {
    const { receipt, decision } = await answered(body);
    expect(decision).toMatchObject({ kind, reason });
    expect(await tenant.atRest(receipt)).toMatchObject({ status: kind, reason });
  });

  it('with a 4xx status is a refusal if there is no response rule', async () => {
    const { decision } = await answered({ error: 'no' }, 422);
    expect(decision).toMatchObject({ kind: 'rejected', reason: 'http_422' });
  });

  it('is stored with its duration and its first 20 kB', async () => {
    tenant.installation.sink.script({ path: '/buyers/huge', body: 'x'.repeat(50_000), times: 1 });
    const receipt = await tenant.submit('HUGE');
    await tenant.atRest(receipt);
    const [{ outcome } = {}] = await attempts(receipt);
    expect(outcome).toMatchObject({ kind: 'accepted', status: 200 });
    expect(outcome?.answer?.length).toBe(20 * 1024);
    expect(outcome?.durationMs).toBeGreaterThan(0);
  });

  it('is cut off when it exceeds the size bound', async () => {
    for (const mode of ['huge', 'gzip_bomb'] as const) {
      tenant.installation.sink.script({ path: '/buyers/huge', mode, times: 1 });
      expect(await tenant.fate(await tenant.submit('HUGE'))).toBe('delivered');
    }
  });
});

describe('a delivery of unknown outcome', () => {
  it('needs attention and keeps its slot if the endpoint is configured to hold', async () => {
    tenant.installation.sink.script({ path: '/buyers/holds', mode: 'hang', times: 1 });
    const held = await tenant.submit('HOLDS');
    expect(await tenant.atRest(held)).toMatchObject({ status: 'pending_action', reason: 'unknown_outcome' });
    expect(await tenant.fate(await tenant.submit('HOLDS'))).toBe('queued');
  });

  it('is none once the status has arrived, however slow the body is', async () => {
    const trickle = { path: '/buyers/slow', mode: 'trickle', body: 'x'.repeat(100), times: 1 } as const;
    tenant.installation.sink.script(trickle);
    const slow = await tenant.submit('SLOW');
    expect(await tenant.fate(slow)).toBe('delivered');
    expect((await attempts(slow)).map(({ outcome }) => [outcome?.kind, outcome?.status])).toEqual([
      ['accepted', 200],
    ]);
  });

  it('is retried under the same idempotency key, and the answer “duplicate” then means delivered', async () => {
    expect(await finalOf(begun.asks)).toMatchObject({
      kind: 'delivered',
      reason: 'duplicate_after_unknown_outcome',
    });
    expect(postsOf('asks', begun.asks)).toHaveLength(2);
    expect((await attempts(begun.asks)).map(({ outcome }) => outcome?.kind)).toEqual([
      'unknown',
      'duplicate',
    ]);
  });

  it('results from a dropped connection', async () => {
    expect(await tenant.fate(begun.reset)).toBe('delivered');
    expect((await attempts(begun.reset)).map(({ outcome }) => outcome?.kind)).toEqual([
      'unknown',
      'accepted',
    ]);
  });
});

describe('a buyer that is temporarily unable to accept', () => {
  it('is called again, and not before its Retry-After', async () => {
    expect(await tenant.fate(begun.later)).toBe('delivered');
    const [first, second] = await attempts(begun.later);
    expect(first?.outcome).toMatchObject({ kind: 'retry', status: 503 });
    expect(second!.startedAt.getTime() - first!.outcome!.endedAt.getTime()).toBeGreaterThanOrEqual(7_000);
  });

  it('is called again when a response rule reads its answer as an error', async () => {
    expect(await tenant.fate(begun.busy)).toBe('delivered');
    expect((await attempts(begun.busy)).map(({ outcome }) => outcome?.kind)).toEqual(['retry', 'accepted']);
  });

  it('cannot send the lead to another host: a redirect is not followed', async () => {
    expect(await tenant.fate(begun.moved)).toBe('delivered');
    expect((await attempts(begun.moved)).map(({ outcome }) => outcome?.status)).toEqual([302, 200]);
  });

  it('costs no attempts while its circuit is open, and does not delay other buyers', async () => {
    tenant.installation.sink.script({ path: '/buyers/dead', status: 500 });
    const tried = await Promise.all(Array.from({ length: 12 }, () => tenant.submit('DEAD')));
    // Ten failures open the circuit; a lead submitted after the tenth finds it open.
    const [failed] = await eventually('ten tries have failed', async () => {
      const made = await Promise.all(tried.map(attempts));
      const failing = tried.filter((_, n) => made[n]?.[0]?.outcome);
      return failing.length >= 10 && failing;
    });
    const late = await Promise.all(Array.from({ length: 5 }, () => tenant.submit('DEAD')));
    expect(await tenant.fate(await tenant.submit('PLAIN'))).toBe('delivered');
    await eventually('they wait for the circuit', () =>
      late.every(({ submissionId }) =>
        tenant.installation
          .log('delivery')
          .split('\n')
          .some((line) => line.includes(submissionId) && line.includes('circuit_open')),
      ),
    );
    for (const receipt of late) expect(await attempts(receipt)).toEqual([]);
    expect(await attempts(failed!)).toHaveLength(1);

    // Operators see the open circuit.
    const shown = await eventually('the circuit is shown', async () => {
      const open = await tenant.stores.openCircuits.open(new Date());
      return open.length > 0 && open;
    });
    expect(shown).toMatchObject([{ endpoint: 'dead' }]);
    await eventually('the circuit is measured', async () => {
      const metrics = await fetch(`${tenant.installation.healthUrl('delivery')}/metrics`);
      return /^sluice_circuit_open\{tenant="[^"]+",endpoint="dead".*\} (1|0.5)$/m.test(await metrics.text());
    });
  }, 60_000);
});

describe('a repost', () => {
  const repost = async ({ leadId }: Receipt, body: object) => {
    const { status, data, error } = await tenant.call('POST', `/leads/${leadId}/repost`, body);
    return { status, error, data, receipt: { leadId, submissionId: String(data['newSubmissionId']) } };
  };

  it('retries the delivery without qualification, to another destination if one is given', async () => {
    const receipt = await tenant.submit('NOWHR');
    expect(await tenant.atRest(receipt)).toMatchObject({ status: 'error', reason: 'no_destination' });
    const again = await repost(receipt, {});
    expect(again.data).toMatchObject({ requiresQualification: false });
    expect(await tenant.fate(again.receipt)).toBe('error');
    const { sink } = tenant.installation;
    const deliveryInfo = {
      url: `${sink.url}/buyers/other`,
      method: 'PUT',
      headers: { 'X-By': 'hand' },
      body: { name: 'by hand' },
    };
    const elsewhere = await repost(receipt, { deliveryInfo });
    expect(await tenant.fate(elsewhere.receipt)).toBe('delivered');
    const [post] = postsOf('other', elsewhere.receipt);
    expect([post?.method, post?.headers['x-by'], post?.body]).toEqual(['PUT', 'hand', '{"name":"by hand"}']);
    expect((await tenant.decisions(elsewhere.receipt))[0]?.decision.trace[0]).toMatchObject({
      looked: 'repost',
    });
  });

  it('without a destination uses that of the previous repost', async () => {
    const receipt = await tenant.submit('NOWHR');
    await tenant.atRest(receipt);
    const { sink } = tenant.installation;
    sink.script({ path: '/buyers/told', status: 400, times: 1 });
    const refused = await repost(receipt, {
      deliveryInfo: { url: `${sink.url}/buyers/told`, body: { name: 'told' } },
    });
    expect(await tenant.fate(refused.receipt)).toBe('rejected');
    const again = await repost(receipt, {});
    expect(await tenant.fate(again.receipt)).toBe('delivered');
    expect(postsOf('told', again.receipt).map(({ body }) => body)).toEqual(['{"name":"told"}']);
  });

  it('ends with its own outcome, whatever status a person set before', async () => {
    tenant.installation.sink.script({ path: '/buyers/plain', status: 400, times: 1 });
    const receipt = await tenant.submit('PLAIN');
    expect(await tenant.fate(receipt)).toBe('rejected');
    const updates = { status: 'failed' };
    await tenant.call('PATCH', '/leads/bulk', { leadIds: [receipt.leadId], updates });
    const again = await repost(receipt, {});
    expect(await tenant.fate(again.receipt)).toBe('delivered');
  });

  it('with modified data is qualified again, for the campaign that it names', async () => {
    tenant.installation.sink.script({ path: '/buyers/plain', status: 400, times: 1 });
    const receipt = await tenant.submit('PLAIN');
    expect(await tenant.fate(receipt)).toBe('rejected');
    const modifiedPayload = { questionnaire: { injury: 'severe' }, firstName: 'Anna' };
    expect((await repost(receipt, { modifiedPayload })).error?.details).toEqual([
      expect.stringMatching(/^campaignId: /),
    ]);
    const again = await repost(receipt, { modifiedPayload, campaignId: 'FIELD' });
    expect(again.data).toMatchObject({ requiresQualification: true });
    expect(await tenant.fate(again.receipt)).toBe('delivered');
    expect(JSON.parse(postsOf('fields', again.receipt)[0]?.body ?? '')).toMatchObject({
      first: 'Anna',
      injury: 'severe',
    });
    expect((await repost(receipt, {})).error?.code).toBe('INVALID_STATE');
  });

  it('is not involved when a lead is moved: the lead is qualified and routed again', async () => {
    const receipt = await tenant.submit('PLAIN');
    await tenant.atRest(receipt);
    const moved = await tenant.call('POST', `/leads/${receipt.leadId}/move-to-campaign`, {
      campaignId: 'FORM',
    });
    expect(moved.status).toBe(202);
    const lead = await eventually('it is placed again', async () => {
      const found = await tenant.stores.leads.find(receipt.leadId);
      return found?.status === 'delivered' && found.lastSubmissionId !== receipt.submissionId
        ? found
        : undefined;
    });
    expect(lead.campaignId).toBe('FORM');
    expect(postsOf('form', { ...receipt, submissionId: lead.lastSubmissionId })).toHaveLength(1);
  });
});
