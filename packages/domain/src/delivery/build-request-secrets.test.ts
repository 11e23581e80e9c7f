import { deliveryEndpointSchema, type DeliveryInfo, type SecretValues } from '@sluice/contracts';
import fc from 'fast-check';
import { buildRequest, requestFingerprint, secretNamesOfDestination } from './build-request.js';
import { destinationOf } from './destination.js';
import type { OutgoingLead } from './lead-body.js';

const lead: OutgoingLead = {
  leadId: 'lead_1',
  submissionId: 'sub_1',
  campaignId: 'ACMRU',
  acceptedAt: new Date('2026-03-01T12:00:10Z'),
  data: { firstName: '{{ secrets.key }}', questionnaire: { injury: 'yes', secrets: 'mine' } },
};

function destination(endpoint: Record<string, unknown>, deliveryInfo?: DeliveryInfo) {
  const parsed = deliveryEndpointSchema.parse({
    deliveryEndpointId: 'e',
    url: 'https://b.example/in',
    ...endpoint,
  });
  const found = destinationOf({
    campaign: { deliveryEndpointId: 'e' },
    client: undefined,
    endpoints: [parsed],
    deliveryInfo,
  });
  if (found.kind === 'none') throw new Error('no destination');
  return found;
}

function sent(endpoint: Record<string, unknown>, secrets?: SecretValues, deliveryInfo?: DeliveryInfo) {
  const request = buildRequest(destination(endpoint, deliveryInfo), lead, secrets);
  if (request.kind === 'impossible') throw new Error(request.reason);
  return request;
}

const everywhere = {
  url: 'https://b.example/{{ secrets.path }}?k={{ secrets.key }}',
  headers: { 'X-Key': 'Key {{ secrets.key }}' },
  fields: { first_name: 'firstName', token: 'v1 {{ secrets.key }}' },
};

describe('a request', () => {
  it('contains the secrets of its tenant where the endpoint refers to them', () => {
    const request = sent(everywhere, { path: 'a/b c', key: 'k&1' });
    expect(request.url).toBe('https://b.example/a%2Fb%20c?k=k%261');
    expect(request.headers['X-Key']).toBe('Key k&1');
    expect(JSON.parse(request.body)).toEqual({ first_name: '{{ secrets.key }}', token: 'v1 k&1' });
  });

  it('contains the references without them, so that it can be shown and its fingerprint stored', () => {
    const request = sent(everywhere);
    expect(request.url).toBe(everywhere.url);
    expect(request.headers['X-Key']).toBe('Key {{ secrets.key }}');
    expect(JSON.parse(request.body)).toMatchObject({ token: 'v1 {{ secrets.key }}' });
    expect(requestFingerprint(request)).not.toBe(
      requestFingerprint(sent(everywhere, { path: 'a', key: 'b' })),
    );
  });

  it('never contains a secret because a lead’s own data refers to one', () => {
    const template = '{"first":"{{ firstName }}","q":"{{ questionnaire.secrets }}"}';
    for (const endpoint of [
      {},
      { fields: { a: 'firstName' } },
      { format: 'form' },
      { format: 'liquid', template },
    ]) {
      expect(secretNamesOfDestination(destination(endpoint))).toEqual([]);
      const { url, headers, body } = sent(endpoint, { key: 'hunter2' });
      expect(JSON.stringify([url, headers, body])).not.toContain('hunter2');
    }
  });

  it.each([
    [{ url: 'https://b.example/{{ secrets.absent }}' }],
    [{ headers: { 'X-Key': '{{ secrets.absent }}' } }],
    [{ fields: { token: '{{ secrets.absent }}' } }],
    [{ format: 'form', fields: { token: '{{ secrets.absent }}' } }],
    [{ format: 'liquid', template: '{{ secrets.absent | upcase }}' }],
    [{ format: 'liquid', template: '{% if injury == "never" %}{{ secrets.absent }}{% endif %}' }],
  ])('is not made if the tenant lacks a secret that it needs: %j', (endpoint) => {
    const request = buildRequest(destination(endpoint), lead, { key: 'k' });
    expect(request).toMatchObject({ kind: 'impossible', reason: 'secret_missing' });
    expect(JSON.stringify(request)).toContain('secrets.absent');
    expect(secretNamesOfDestination(destination(endpoint))).toEqual(['absent']);
  });

  it('is not made if a secret would break out of its header', () => {
    const endpoint = { headers: { 'X-Key': '{{ secrets.key }}' } };
    for (const key of ['a\r\nX-Evil: 1', 'a\u0000', '€'])
      expect(buildRequest(destination(endpoint), lead, { key })).toMatchObject({ reason: 'invalid_header' });
  });

  it('stays on its host and path whatever the secret in its URL is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (key) => {
        const { url } = sent(
          { url: 'https://b.example/in/x{{ secrets.key }}?k={{ secrets.key }}&v=2' },
          { key },
        );
        const parsed = new URL(url);
        expect([parsed.host, parsed.pathname.split('/').length]).toEqual(['b.example', 3]);
        expect([...parsed.searchParams]).toEqual([
          ['k', key],
          ['v', '2'],
        ]);
      }),
    );
  });
});

describe('a template', () => {
  const template = '{"k":"{{ secrets.key }}","b":"{{ secrets.key | base64_encode }}"}';

  it('reads secrets by name, with filters, whatever the lead’s answers are called', () => {
    const { body } = sent({ format: 'liquid', template }, { key: 'hunter2' });
    expect(JSON.parse(body)).toEqual({ k: 'hunter2', b: Buffer.from('hunter2').toString('base64') });
  });

  it('shows the reference without values', () => {
    expect(sent({ format: 'liquid', template }).body).toContain('"k":"{{ secrets.key }}"');
  });

  it('is handed no secret that it does not name', () => {
    const all = '{{ secrets | json }}{% for s in secrets %}{{ s[1] }}{% endfor %}{{ secrets[injury] }}';
    expect(sent({ format: 'liquid', template: all }, { yes: 'hunter2', key: 'hunter2' }).body).not.toContain(
      'hunter2',
    );
  });
});

describe('the body of a repost', () => {
  const info = (body: unknown, headers = {}): DeliveryInfo => ({
    url: 'https://b.example/again',
    headers,
    body,
  });
  const secrets = { key: 'a"&<b' };

  it('contains secrets at any depth of its JSON', () => {
    const { body } = sent({}, secrets, info({ a: [{ b: 'x {{ secrets.key }}' }], n: 1, z: null }));
    expect(JSON.parse(body)).toEqual({ a: [{ b: 'x a"&<b' }], n: 1, z: null });
    const form = sent({ format: 'form' }, secrets, info({ k: '{{ secrets.key }}' }));
    expect([...new URLSearchParams(form.body)]).toEqual([['k', 'a"&<b']]);
  });

  it.each([
    ['{"k":"{{ secrets.key }}"}', {}, '{"k":"a\\"&<b"}'],
    ['<k>{{ secrets.key }}</k>', { 'content-type': 'text/xml; charset=utf-8' }, '<k>a&quot;&amp;&lt;b</k>'],
    ['k={{ secrets.key }}', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'k=a%22%26%3Cb'],
    ['k: {{ secrets.key }}', { 'Content-Type': 'text/plain' }, 'k: a"&<b'],
  ])('escapes secrets in the finished text %s for its content type', (text, headers, expected) => {
    expect(sent({}, secrets, info(text, headers)).body).toBe(expected);
  });

  it('is not sent if a secret is missing, and needs none of the endpoint’s own body', () => {
    const endpoint = {
      format: 'liquid',
      template: '{{ secrets.other }}',
      fields: { x: '{{ secrets.third }}' },
    };
    const to = destination(endpoint, info({ k: '{{ secrets.key }}' }));
    expect(secretNamesOfDestination(to)).toEqual(['key']);
    expect(buildRequest(to, lead, {})).toMatchObject({ kind: 'impossible', reason: 'secret_missing' });
  });
});
