/** The vendors that are asked about a lead before it is sold, and how each is made to fail. */
import { duringTests } from '@sluice/testing';
import { startSink } from '../src/index.js';
import { callTo } from './call-to.js';

const sink = duringTests(() => startSink({ port: 0 }));
const basic = { authorization: `Basic ${Buffer.from('API:key').toString('base64')}` };

const scrub = '/lookups/dncscrub/app/main/rpc/scrub?version=5&output=json&phoneList=';
const litigators = '/lookups/tcpalitigatorlist/scrub/phone/tcpa/';
const ipqs = '/lookups/ipqualityscore/api/json/phone/';
const twilio = '/lookups/twilio/v2/PhoneNumbers/';
const jornaya = '/lookups/jornaya/SingleQuery?id=';
const leadId = 'A1B2C3D4-E5F6-7890-ABCD-EF1234567890';

interface Vendor {
  readonly good: string;
  readonly bad: string;
  /** The path and headers of a call whose key is refused. */
  readonly refused: readonly [string, Readonly<Record<string, string>>];
  readonly headers?: Readonly<Record<string, string>>;
  /** What is read of an answer: of a good one, then of a bad one. */
  readonly says: readonly [object, object];
}

const vendors: Readonly<Record<string, Vendor>> = {
  dncscrub: {
    good: `${scrub}4155550152`,
    bad: `${scrub}4155550151`,
    refused: [`${scrub}4155550152`, { loginid: 'wrong' }],
    headers: { loginid: 'key' },
    says: [[{ ResultCode: 'W' }], [{ ResultCode: 'D' }]],
  },
  tcpalitigatorlist: {
    good: `${litigators}4155550152`,
    bad: `${litigators}4155550151`,
    refused: [`${litigators}4155550152`, { authorization: 'wrong' }],
    headers: basic,
    says: [{ results: { clean: 1 } }, { results: { clean: 0 } }],
  },
  ipqualityscore: {
    good: `${ipqs}key/14155550152`,
    bad: `${ipqs}key/14155550151`,
    refused: [`${ipqs}wrong/14155550152`, {}],
    says: [
      { success: true, fraud_score: 10 },
      { success: true, fraud_score: 95 },
    ],
  },
  twilio: {
    good: `${twilio}%2B14155550152`,
    bad: `${twilio}%2B14155550151`,
    refused: [`${twilio}%2B14155550152`, { authorization: 'Basic wrong' }],
    headers: basic,
    says: [{ valid: true }, { valid: false }],
  },
  jornaya: {
    good: `${jornaya}${leadId}&lak=key`,
    bad: `${jornaya}short&lak=key`,
    refused: [`${jornaya}${leadId}&lak=wrong`, {}],
    says: [{ audit: { authentic: 1 } }, { audit: { authentic: 0 } }],
  },
};

const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  callTo(sink.url + path, 'GET', undefined, headers);

describe.each(Object.entries(vendors))(
  'the demo vendor %s',
  (name, { good, bad, refused, headers, says }) => {
    it('has a good answer and a bad one, and refuses a wrong key', async () => {
      expect(await ask(good, headers)).toMatchObject({ status: 200, body: says[0] });
      expect(await ask(bad, headers)).toMatchObject({ status: 200, body: says[1] });
      // IPQualityScore refuses a key with 200, too.
      const refusal = name === 'ipqualityscore' ? { status: 200, body: { success: false } } : { status: 401 };
      expect(await ask(...refused)).toMatchObject(refusal);
    });

    it.each([
      ['failure', 200],
      ['401', 401],
      ['503', 503],
    ])('gives no answer of the variant %s', async (variant, status) => {
      sink.script({ path: `/lookups/${name}/*`, variant, times: 1 });
      const answer = await ask(good, headers);
      expect(answer.status).toBe(status);
      expect(answer).not.toMatchObject({ body: says[0] });
      expect(await ask(good, headers)).toMatchObject({ status: 200, body: says[0] });
    });
  },
);

describe('the demo TrustedForm', () => {
  const retain = (id: string, key = 'key') =>
    callTo(
      `${sink.url}/trustedform/${id}`,
      'POST',
      { match_lead: { phone: '4155550152' }, retain: { reference: 'sub_1' } },
      { authorization: `Basic ${Buffer.from(`API:${key}`).toString('base64')}`, 'api-version': '4.0' },
    );

  it('matches and retains a certificate, another person’s not, and knows no expired one', async () => {
    expect(await retain('good')).toMatchObject({
      status: 200,
      body: { outcome: 'success', retain: { reference: 'sub_1', results: { previously_retained: false } } },
    });
    expect(await retain('of-another')).toMatchObject({ status: 200, body: { outcome: 'failure' } });
    expect(await retain('expired')).toMatchObject({ status: 404, body: { outcome: 'error' } });
    expect(await retain('good', 'wrong')).toMatchObject({ status: 401, body: { outcome: 'error' } });
  });

  it.each([
    ['failure', 200, 'failure'],
    ['401', 401, 'error'],
    ['503', 503, 'error'],
  ])('answers the variant %s with %i', async (variant, status, outcome) => {
    sink.script({ path: '/trustedform/*', variant, times: 1 });
    expect(await retain('good')).toMatchObject({ status, body: { outcome } });
    expect(await retain('good')).toMatchObject({ status: 200, body: { outcome: 'success' } });
  });
});
