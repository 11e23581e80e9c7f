/** Certificates of consent before a lead is routed, from the interface to the buyer, over every service. */
import type { Behaviour } from '@sluice/sink';
import { startTenant, type TestTenant } from '../installation/tenant.js';

type Fields = Readonly<Record<string, unknown>>;
const wanting = (campaignId: string, trustedForm: Fields = {}, more: Fields = {}) => ({
  campaignId,
  consent: { trustedForm: { retain: 'at_qualification', ...trustedForm } },
  ...more,
});

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await startTenant(
    {
      settings: {},
      providers: { trustedform: { apiKey: 'key-of-ours', baseUrl: '${SINK_URL}/trustedform' } },
      lookups: [
        {
          lookupId: 'lk_after',
          url: '${SINK_URL}/lookups/twilio/{{ phone }}',
          headers: { Authorization: 'Basic x' },
          map: [{ field: 'valid', jsonPath: '$.valid' }],
        },
      ],
      campaigns: [
        wanting('STOP', {}, { lookups: [{ lookupId: 'lk_after' }] }),
        wanting('FLAG', { onFailure: 'flag' }),
        wanting('MAY', { required: false }),
        wanting('PASS', { onError: 'pass' }),
      ],
    },
    { services: ['gateway', 'qualification', 'routing', 'delivery', 'webhook'] },
  );
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
  return { receipt, path };
}
const end = async (receipt: Parameters<TestTenant['atRest']>[0]) => {
  const { status, reason } = await tenant.atRest(receipt);
  return [status, reason];
};

describe('a lead of a campaign that asks for a certificate', () => {
  it.concurrent('is sold with a good one, which is matched and retained by one call, before any look-up', async () => {
    const { receipt, path } = await submit('STOP', 'good');
    expect(await end(receipt)).toEqual(['delivered', undefined]);
    const [call, ...others] = tenant.received(path);
    expect(others).toEqual([]);
    expect(call?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('API:key-of-ours').toString('base64')}`,
      'api-version': '4.0',
    });
    expect(JSON.parse(call?.body ?? '')).toMatchObject({ retain: { reference: receipt.submissionId } });
    const decisions = await tenant.decisions(receipt);
    expect(
      decisions.map(({ decision: one }) => (one.kind === 'asking' ? one.check.split('.')[0] : one.kind)),
    ).toEqual(['consent', 'lookup', 'qualified', 'routed', 'delivered']);
    const kept = JSON.stringify([decisions, await tenant.stores.effects.ofSubmission(receipt.submissionId)]);
    expect(kept).toContain('https://cert.trustedform.com/masked');
    expect(kept).not.toContain('shared-secret');
  });

  it.concurrent.each([
    ['STOP', 'other', 'disqualified', 'consent_failed'],
    ['STOP', 'expired', 'disqualified', 'consent_expired'],
    ['FLAG', 'other', 'delivered', undefined],
  ])('of %s whose certificate is %s ends %s', async (campaignId, id, status, reason) => {
    const { receipt } = await submit(campaignId, id);
    expect(await end(receipt)).toEqual([status, reason]);
  });

  it.concurrent('is not asked about without one, or with anything else, and nobody gets the key', async () => {
    const sent = async (campaignId: string, trustedFormCertUrl?: unknown) => {
      const compliance = trustedFormCertUrl === undefined ? {} : { trustedFormCertUrl };
      return end(await tenant.submit(campaignId, { compliance }));
    };
    expect(await sent('STOP')).toEqual(['disqualified', 'consent_missing']);
    expect(await sent('MAY')).toEqual(['delivered', undefined]);
    const bad = `https://cert.trustedform.com@${new URL(tenant.installation.sink.url).host}/trustedform/stolen`;
    expect(await sent('STOP', bad)).toEqual(['disqualified', 'consent_invalid']);
    expect(tenant.received('/trustedform/stolen')).toEqual([]);
  });

  it.concurrent('waits for a person if the key is refused, whose deliver asks nobody again', async () => {
    const { receipt, path } = await submit('STOP', 'refused', { variant: '401' });
    expect(await end(receipt)).toEqual(['pending_action', 'consent_unavailable']);
    const delivered = await tenant.call('POST', `/leads/${receipt.leadId}/deliver`, { campaignId: 'STOP' });
    const again = { leadId: receipt.leadId, submissionId: String(delivered.data['newSubmissionId']) };
    expect(await end(again)).toEqual(['delivered', undefined]);
    expect(tenant.received(path)).toHaveLength(1);
  });

  it.concurrent('goes on without an answer with onError pass', async () => {
    const { receipt } = await submit('PASS', 'refused', { variant: '401' });
    expect(await end(receipt)).toEqual(['delivered', undefined]);
  });

  it.concurrent('that is a test is not asked about', async () => {
    const { receipt, path } = await submit('STOP', 'good', undefined, { isTest: true });
    expect(await end(receipt)).toEqual(['delivered', undefined]);
    expect(tenant.received(path)).toEqual([]);
  });
});
