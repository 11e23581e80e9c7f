import type { Behaviour } from '@sluice/sink';
import { eventually } from '@sluice/testing';
import type { Receipt } from '../installation/affiliate.js';
import { startTenant, type TestTenant } from '../installation/tenant.js';

const url = (path: string) => `\${SINK_URL}/buyers/${path}`;
const endpoints: Readonly<Record<string, object>> = {
  words: { format: 'liquid', template: '{"name": "{{ lastName }}",\n"age": {{ age }}}' },
  rules: {
    responseRules: [
      {
        when: { status: '200-299', jsonPath: '$.result.ok', equals: true },
        outcome: 'accepted',
        price: '$.result.price',
        reference: "$['result']['ids'][0]",
      },
    ],
  },
  asks: {
    timeoutSeconds: 1,
    responseRules: [{ when: { status: 409 }, outcome: 'duplicate' }],
  },
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
}));
const nowhere = {
  campaignId: 'NOWHR',
  name: 'x',
  clientId: 'cli_e',
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
let asked: Receipt;
beforeAll(async () => {
  tenant = await startTenant({
    clients: [
      { clientId: 'cli_d', name: 'Dogwood', abbrev: 'DOG', settings: { defaultPostingUrl: url('plain') } },
      { clientId: 'cli_e', name: 'Elm', abbrev: 'ELM' },
    ],
    offers: [{ offerId: 'off_d', name: 'Talc', abbrev: 'TA', category: 'mass_tort' }],
    deliveryEndpoints,
    campaigns: [...campaigns, nowhere, withPrice],
  });
  // A delivery that needs a second attempt starts here, so that it waits while other tests run.
  const script = (behaviour: Behaviour) => tenant.installation.sink.script(behaviour);
  script({ path: '/buyers/asks', mode: 'hang', times: 1 });
  asked = await tenant.submit('ASKS');
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
});

describe('a delivery of unknown outcome', () => {
  it('is retried under the same idempotency key, and the answer “duplicate” then means delivered', async () => {
    expect(await finalOf(asked)).toMatchObject({
      kind: 'delivered',
      reason: 'duplicate_after_unknown_outcome',
    });
    expect(postsOf('asks', asked)).toHaveLength(2);
    expect((await attempts(asked)).map(({ outcome }) => outcome?.kind)).toEqual(['unknown', 'duplicate']);
  });
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
});
