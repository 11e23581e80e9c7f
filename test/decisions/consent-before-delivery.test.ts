/** Certificates of consent before a lead is delivered: what each answer means for its buyer, over every service. */
import type { Behaviour } from '@sluice/sink';
import { eventually, openNamesOf } from '@sluice/testing';
import { startTenant, type TestTenant } from '../installation/tenant.js';

type Fields = Readonly<Record<string, unknown>>;
const buyers = ['aa', 'bb', 'cc'] as const;
const wanting = (campaignId: string, trustedForm: Fields = {}, more: Fields = {}) => ({
  campaignId,
  consent: { trustedForm },
  deliveryEndpointId: 'aa',
  ...more,
});
const then = (...ids: readonly string[]) => ({
  distribution: { groups: [{ name: 'all', members: ids.map((campaignId) => ({ campaignId })) }] },
});
const limit = { deliveryLimits: [{ cap: 1_000, type: 'lifetime' }] };

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await startTenant(
    {
      settings: {},
      providers: { trustedform: { apiKey: 'key-of-ours', baseUrl: '${SINK_URL}/trustedform' } },
      clients: buyers.map((id) => ({ clientId: `cli_${id}`, name: id, abbrev: id.toUpperCase() })),
      deliveryEndpoints: [...buyers, 'no'].map((id) => ({
        deliveryEndpointId: id,
        url: `\${SINK_URL}/buyers/${id}`,
        fields: { lead: 'leadId', consent: 'consent_status', sent: 'customFields.consent_status' },
        responseRules: [{ when: { status: '422' }, outcome: 'rejected', reason: '$.why' }],
      })),
      campaigns: [
        wanting('STOP', {}, limit),
        wanting('FLAG', { onFailure: 'flag' }),
        wanting('MAY', { required: false }),
        wanting('PASS', { onError: 'pass' }),
        wanting('SKIP', { onFailure: 'skip' }, { settings: { dedupeScope: 'client' }, ...limit }),
        wanting(
          'AB',
          { onFailure: 'skip' },
          { deliveryEndpointId: 'bb', clientId: 'cli_bb', offerId: 'off_v' },
        ),
        wanting(
          'AC',
          { onFailure: 'flag' },
          { deliveryEndpointId: 'cc', clientId: 'cli_cc', offerId: 'off_v' },
        ),
        wanting('AFTER', { retain: 'after_acceptance' }),
        wanting('NOPE', { retain: 'after_acceptance' }, { deliveryEndpointId: 'no' }),
        wanting('EARLY', { retain: 'at_qualification' }),
        wanting('AGAIN', { retain: 'at_qualification' }, { deliveryEndpointId: 'no' }),
        { campaignId: 'FREE', deliveryEndpointId: 'aa' },
        { campaignId: 'ALL', ...then('SKIP', 'AB', 'AC'), webhooks: { url: '${SINK_URL}/hooks/all' } },
        { campaignId: 'TWO', ...then('SKIP', 'AB') },
        {
          campaignId: 'MIX',
          consent: { trustedForm: { retain: 'at_qualification', onFailure: 'flag' } },
          ...then('AB', 'AC'),
        },
      ],
    },
    { services: ['gateway', 'qualification', 'routing', 'delivery', 'webhook'] },
  );
  tenant.installation.sink.script({ path: '/buyers/no', status: 422, body: { why: 'not wanted' } });
}, 120_000);
afterAll(() => tenant?.stop());

let count = 0;
/** Submits a lead with a certificate of its own, whose id contains `id`. */
async function submit(campaignId: string, id: string, script?: Partial<Behaviour>, more: Fields = {}) {
  const certificate = `cert-${(count += 1)}-${id}`;
  const path = `/trustedform/${certificate}`;
  if (script) tenant.installation.sink.script({ path, ...script });
  const trustedFormCertUrl = `https://cert.trustedform.com/${certificate}`;
  const receipt = await tenant.submit(campaignId, { compliance: { trustedFormCertUrl }, ...more });
  return { receipt, calls: () => tenant.received(path) };
}
type Receipt = Parameters<TestTenant['atRest']>[0];
const end = async (receipt: Receipt) => {
  const { status, reason } = await tenant.atRest(receipt);
  return [status, reason];
};
const openOf = async ({ submissionId }: Receipt) =>
  (await openNamesOf(tenant.installation.stores)).filter(({ name }) => name.startsWith(submissionId));
const stages = async (receipt: Receipt) =>
  (await tenant.decisions(receipt)).map(({ stage, decision: { kind } }) => `${stage} ${kind}`);
const told = ({ leadId }: Receipt) =>
  buyers.flatMap((id) =>
    tenant.received(`/buyers/${id}`).flatMap(({ body }) => {
      const { lead, ...said } = JSON.parse(body) as Fields;
      return lead === leadId ? [{ id, ...said }] : [];
    }),
  );

describe('a lead whose buyer wants a certificate', () => {
  it.concurrent('is sold with a good one, which is retained by one call once it is routed', async () => {
    const { receipt, calls } = await submit('STOP', 'good', undefined, {
      customFields: { consent_status: 'x' },
    });
    expect(await end(receipt)).toEqual(['delivered', undefined]);
    expect(calls()).toHaveLength(1);
    expect(JSON.parse(calls()[0]?.body ?? '')).toMatchObject({ retain: { reference: receipt.submissionId } });
    expect(told(receipt)).toEqual([{ id: 'aa', consent: 'ok', sent: 'x' }]);
    expect(await stages(receipt)).toEqual([
      'qualification qualified',
      'routing routed',
      'delivery delivered',
    ]);
    const kept = JSON.stringify(await tenant.decisions(receipt));
    expect(kept).toContain('https://cert.trustedform.com/masked');
    expect(kept).not.toContain('shared-secret');
  });

  it.concurrent.each([
    ['STOP', 'other', 'disqualified', 'consent_failed', []],
    ['STOP', 'expired', 'disqualified', 'consent_expired', []],
    ['FLAG', 'other', 'delivered', undefined, [{ id: 'aa', consent: 'consent_failed' }]],
    ['FLAG', 'expired', 'delivered', undefined, [{ id: 'aa', consent: 'consent_expired' }]],
    ['SKIP', 'other', 'rejected', 'no_buyer', []],
    ['SKIP', 'good', 'delivered', undefined, [{ id: 'aa', consent: 'ok' }]],
  ])('of %s whose certificate is %s ends %s', async (campaignId, id, status, reason, buyersTold) => {
    const { receipt, calls } = await submit(campaignId, id);
    expect(await end(receipt)).toEqual([status, reason]);
    expect([told(receipt), calls().length]).toEqual([buyersTold, 1]);
  });

  it.concurrent.each([
    ['STOP', undefined, ['disqualified', 'consent_missing'], []],
    ['MAY', undefined, ['delivered', undefined], [{ id: 'aa' }]],
    ['SKIP', undefined, ['rejected', 'no_buyer'], []],
    ['FLAG', undefined, ['delivered', undefined], [{ id: 'aa', consent: 'consent_missing' }]],
    ['STOP', 'http://evil.example/x', ['disqualified', 'consent_invalid'], []],
    ['MAY', 'http://evil.example/x', ['disqualified', 'consent_invalid'], []],
    ['FREE', 'http://evil.example/x', ['delivered', undefined], [{ id: 'aa' }]],
  ])(
    'of %s with the certificate %s asks nobody',
    async (campaignId, trustedFormCertUrl, ended, buyersTold) => {
      const compliance = trustedFormCertUrl === undefined ? {} : { trustedFormCertUrl };
      const receipt = await tenant.submit(campaignId, { compliance });
      expect(await end(receipt)).toEqual(ended);
      expect(told(receipt)).toEqual(buyersTold);
      expect(await tenant.stores.effects.ofSubmission(receipt.submissionId)).toEqual([]);
    },
  );

  it.concurrent('waits for a person if the key is refused, keeps no place, and is sold by their word', async () => {
    const { receipt, calls } = await submit('STOP', 'refused', { variant: '401' });
    expect(await end(receipt)).toEqual(['pending_action', 'consent_unavailable']);
    expect(await openOf(receipt)).toEqual([]);
    const delivered = await tenant.call('POST', `/leads/${receipt.leadId}/deliver`, { campaignId: 'STOP' });
    const again = { leadId: receipt.leadId, submissionId: String(delivered.data['newSubmissionId']) };
    expect(await end(again)).toEqual(['delivered', undefined]);
    expect(calls()).toHaveLength(1);
    expect(told(receipt)).toEqual([{ id: 'aa' }]);
    const routed = (await tenant.decisions(again)).find(({ decision: { kind } }) => kind === 'routed');
    expect(routed?.decision).toMatchObject({ consent: { kind: 'not_asked', because: 'by_person' } });
  });

  it.concurrent('goes on without an answer with onError pass, and its buyer is told', async () => {
    const { receipt } = await submit('PASS', 'refused', { variant: '401' });
    expect(await end(receipt)).toEqual(['delivered', undefined]);
    expect(told(receipt)).toEqual([{ id: 'aa', consent: 'consent_unavailable' }]);
  });

  it.concurrent('that is a test is not asked about', async () => {
    const { receipt, calls } = await submit('STOP', 'good', undefined, { isTest: true });
    expect(await end(receipt)).toEqual(['delivered', undefined]);
    expect(calls()).toEqual([]);
  });
});

describe('a lead with several buyers', () => {
  it.concurrent('is asked about once, and goes past those that skip it without asking them', async () => {
    const { receipt, calls } = await submit('ALL', 'other');
    expect(await end(receipt)).toEqual(['delivered', undefined]);
    expect(calls()).toHaveLength(1);
    expect(told(receipt)).toEqual([{ id: 'cc', consent: 'consent_failed' }]);
    const [post] = tenant.received('/buyers/cc').filter(({ body }) => body.includes(receipt.leadId));
    expect(post?.headers['idempotency-key']).toBe(`${receipt.submissionId}.delivery`);
    expect(await stages(receipt)).toEqual([
      'qualification qualified',
      ...['routing routed', 'delivery passed_on', 'routing routed', 'delivery passed_on'],
      ...['routing routed', 'delivery delivered'],
    ]);
    const events = tenant.received('/hooks/all').filter(({ body }) => body.includes(receipt.leadId));
    expect(events.filter(({ body }) => body.includes('lead.refused'))).toEqual([]);
  });

  it.concurrent('of which all skip it has no buyer, and nothing of it is left in counts or claims', async () => {
    const { receipt, calls } = await submit('TWO', 'other');
    expect(await end(receipt)).toEqual(['rejected', 'no_buyer']);
    expect([told(receipt), calls().length]).toEqual([[], 1]);
    expect(await openOf(receipt)).toEqual([]);
    const { data } = (await tenant.stores.leads.find(receipt.leadId)) ?? {};
    const again = await submit('SKIP', 'good', undefined, { phone: data?.phone, email: data?.email });
    expect(await end(again.receipt)).toEqual(['delivered', undefined]);
  });

  it.concurrent('that was asked about before it was routed is not asked about again', async () => {
    const { receipt, calls } = await submit('MIX', 'other');
    expect(await end(receipt)).toEqual(['delivered', undefined]);
    expect(calls()).toHaveLength(1);
    expect(told(receipt)).toEqual([{ id: 'cc', consent: 'consent_failed' }]);
  });
});

describe('a lead whose certificate is retained after the sale', () => {
  const asked = (calls: readonly { readonly body: string }[]) =>
    calls.map(({ body }) => Object.keys(JSON.parse(body) as Fields));

  it.concurrent('has it matched before its buyer is asked, and retained once the buyer has it', async () => {
    const { receipt, calls } = await submit('AFTER', 'good');
    expect(await end(receipt)).toEqual(['delivered', undefined]);
    expect(told(receipt)).toEqual([{ id: 'aa', consent: 'ok' }]);
    await eventually('it is retained', () => calls().length === 2);
    expect(asked(calls())).toEqual([['match_lead'], ['match_lead', 'retain']]);
  });

  it.concurrent.each([
    ['AFTER', 'other', 'disqualified', 'consent_failed'],
    ['NOPE', 'good', 'rejected', 'not wanted'],
  ])('of %s with one that is %s ends %s, and nothing is retained', async (campaignId, id, status, reason) => {
    const { receipt, calls } = await submit(campaignId, id);
    expect(await end(receipt)).toEqual([status, reason]);
    expect(asked(calls())).toEqual([['match_lead']]);
    const planned = await tenant.stores.effects.ofSubmission(receipt.submissionId);
    expect(planned.map(({ trigger }) => trigger)).toEqual(['check.consent']);
  });

  it.concurrent('stays sold if that fails, which is a finding', async () => {
    const { receipt, calls } = await submit('AFTER', 'good', { contains: '"retain"', status: 404 });
    expect(await end(receipt)).toEqual(['delivered', undefined]);
    const since = new Date(Date.now() - 3_600_000);
    await eventually('it is noted', async () => {
      const { effects } = await tenant.stores.effects.notRetained({ newest: 5, most: 50, since });
      return effects.some(({ leadId, reason }) => leadId === receipt.leadId && reason === 'consent_expired');
    });
    expect(asked(calls())).toEqual([['match_lead'], ['match_lead', 'retain']]);
  });
});

it('leaves nothing of what TrustedForm said once the person is erased', async () => {
  const { receipt } = await submit('STOP', 'good');
  expect(await end(receipt)).toEqual(['delivered', undefined]);
  const { submissionId, leadId } = receipt;
  const kept = async () => {
    const { effects, attempts } = tenant.stores;
    const planned = await effects.ofSubmission(submissionId);
    const made = await Promise.all(planned.map(({ effectId }) => attempts.of(effectId)));
    return JSON.stringify([await tenant.decisions(receipt), planned, made]);
  };
  expect(await kept()).toMatch(/masked.*masked.*masked/);
  await tenant.stores.removal.erase(leadId);
  expect(await kept()).not.toMatch(/masked|2031|trustedform\.com/);
});

it('tells a buyer that asks for no certificate itself what was asked before the lead was routed', async () => {
  const { receipt } = await submit('EARLY', 'good');
  expect(await end(receipt)).toEqual(['delivered', undefined]);
  expect(told(receipt)).toEqual([{ id: 'aa', consent: 'ok' }]);
});

it('tells a buyer that is asked again the same of the certificate as before', async () => {
  const { receipt, calls } = await submit('AGAIN', 'good');
  expect(await end(receipt)).toEqual(['rejected', 'not wanted']);
  const path = `/leads/${receipt.leadId}/repost`;
  const { data } = await tenant.call('POST', path, { skipQualification: true });
  const again = { leadId: receipt.leadId, submissionId: String(data['newSubmissionId']) };
  expect(await end(again)).toEqual(['rejected', 'not wanted']);
  const said = tenant
    .received('/buyers/no')
    .map(({ body }) => JSON.parse(body) as Fields)
    .filter(({ lead }) => lead === receipt.leadId);
  expect(said.map(({ consent }) => consent)).toEqual(['ok', 'ok']);
  expect(calls()).toHaveLength(1);
});
