import { deliveryEndpointSchema } from '@sluice/contracts';
import { buildRequest, readsFiles } from './build-request.js';
import { destinationOf } from './destination.js';
import type { OutgoingLead } from './lead-body.js';

const lead: OutgoingLead = {
  leadId: 'lead_1',
  submissionId: 'sub_1',
  campaignId: 'ACMRU',
  acceptedAt: new Date('2026-03-01T12:00:10.250Z'),
  data: {
    firstName: 'Ann "A"',
    lastName: "O'Neil & Söhne",
    email: 'ann@example.com',
    phone: '+16505551212',
    phoneValid: true,
    asSent: { phone: '650' },
    address: { city: 'Rome', zip: '00100' },
    questionnaire: { injury: 'yes', parts: ['neck', 'back'] },
    customFields: { source: 7 },
    attribution: { params: { fbclid: 'AbC' } },
    compliance: { ipAddress: '1.2.3.4' },
    flags: { vip: true },
    notes: 'internal',
  },
};

function destinationTo(endpoint: Record<string, unknown>, deliveryInfo?: { url: string; body: unknown }) {
  const parsed = deliveryEndpointSchema.parse({
    deliveryEndpointId: 'e',
    url: 'https://b.example/in',
    ...endpoint,
  });
  const campaign = { deliveryEndpointId: 'e' };
  const destination = destinationOf({ campaign, client: undefined, endpoints: [parsed], deliveryInfo });
  if (destination.kind === 'none') throw new Error('no destination');
  return destination;
}

function build(
  endpoint: Record<string, unknown>,
  outgoing = lead,
  deliveryInfo?: { url: string; body: unknown },
) {
  return buildRequest(destinationTo(endpoint, deliveryInfo), outgoing);
}

function sent(...args: Parameters<typeof build>) {
  const request = build(...args);
  if (request.kind === 'impossible') throw new Error(request.reason);
  return request;
}

describe('buildRequest', () => {
  it('sends the whole lead as JSON when no fields are mapped, without internal members', () => {
    const request = sent({});
    expect(request).toMatchObject({ url: 'https://b.example/in', method: 'POST' });
    const {
      firstName,
      lastName,
      email,
      phone,
      address,
      questionnaire,
      customFields,
      attribution,
      compliance,
    } = lead.data;
    expect(JSON.parse(request.body)).toEqual({
      leadId: 'lead_1',
      submissionId: 'sub_1',
      campaignId: 'ACMRU',
      firstName,
      lastName,
      email,
      phone,
      address,
      questionnaire,
      customFields,
      attribution,
      compliance,
    });
  });

  it('sends the same idempotency key on every attempt, even when the endpoint configures that header', () => {
    const { headers } = sent({ headers: { 'idempotency-key': 'mine', 'X-Partner': 'sluice' } });
    expect(headers).toEqual({
      'Content-Type': 'application/json',
      'X-Partner': 'sluice',
      'Idempotency-Key': 'sub_1.delivery',
    });
  });

  it('sends the content type that the endpoint configures, once', () => {
    expect(sent({ headers: { 'content-type': 'application/vnd.x+json' } }).headers).toEqual({
      'content-type': 'application/vnd.x+json',
      'Idempotency-Key': 'sub_1.delivery',
    });
  });

  it('marks a test lead as such', () => {
    expect(JSON.parse(sent({}, { ...lead, isTest: true }).body)).toHaveProperty('isTest', true);
  });

  it('maps fields by key and omits those that the lead does not have', () => {
    const fields = {
      first: 'firstName',
      last: 'last_name',
      'injury?': 'questionnaire.injury',
      parts: 'parts',
      click: 'fbclid',
      town: 'city',
      ref: 'submissionId',
      missing: 'nothing_there',
      proto: 'constructor',
    };
    expect(JSON.parse(sent({ fields }).body)).toEqual({
      first: 'Ann "A"',
      last: "O'Neil & Söhne",
      'injury?': 'yes',
      parts: ['neck', 'back'],
      click: 'AbC',
      town: 'Rome',
      ref: 'sub_1',
    });
  });

  it('has the status of a file under `file.<key>`, and nothing where there is no such file', () => {
    const files = [
      { fileKey: 'retainer', status: 'signed' },
      { fileKey: 'id-card', status: 'uploaded' },
    ];
    const fields = { state: 'file.retainer', card: 'file.id-card', none: 'file.other' };
    const template = '{{ file.retainer }}|{{ file.id-card }}|{{ file.other }}';
    const plain = { format: 'liquid', template, contentType: 'text/plain' };
    expect(JSON.parse(sent({ fields }, { ...lead, files }).body)).toEqual({
      state: 'signed',
      card: 'uploaded',
    });
    expect(sent(plain, { ...lead, files }).body).toBe('signed|uploaded|');
    expect(JSON.parse(sent({ fields }).body)).toEqual({});
    expect(sent(plain).body).toBe('||');
  });

  it.each<[Record<string, unknown>, boolean]>([
    [{ fields: { state: 'file.retainer' } }, true],
    [{ fields: { state: 'files' } }, false],
    [{ format: 'liquid', template: '{% if file.retainer == "signed" %}1{% endif %}' }, true],
    [{ format: 'liquid', template: '{{ profile.file }}{{ lead.file }}' }, false],
    [{ format: 'json', template: '{{ file.retainer }}' }, false],
    [{}, false],
  ])('knows whether a request of the endpoint %j holds the status of a file: %s', (endpoint, reads) => {
    expect(readsFiles(destinationTo(endpoint))).toBe(reads);
  });

  it('encodes a form so that every value is decoded unchanged', () => {
    const request = sent({ format: 'form', fields: { last: 'lastName', parts: 'parts', n: 'source' } });
    expect(request.headers).toMatchObject({ 'Content-Type': 'application/x-www-form-urlencoded' });
    expect([...new URLSearchParams(request.body)]).toEqual([
      ['last', "O'Neil & Söhne"],
      ['parts', 'neck'],
      ['parts', 'back'],
      ['n', '7'],
    ]);
  });

  it('encodes a whole lead as a form with dotted names', () => {
    const form = new URLSearchParams(sent({ format: 'form' }).body);
    expect(form.get('address.city')).toBe('Rome');
    expect(form.get('attribution.params.fbclid')).toBe('AbC');
  });

  it('renders Liquid templates over the lead', () => {
    const template =
      '{"n": {{ firstName | json }}, "i": "{{ questionnaire.injury }}", "x": "{{ questionnaire.x }}"}';
    const request = sent({ format: 'liquid', template });
    expect(JSON.parse(request.body)).toEqual({ n: 'Ann "A"', i: 'yes', x: '' });
    expect(request.headers).toMatchObject({ 'Content-Type': 'application/json' });
  });

  it('provides templates with the mapped fields and uses the configured content type', () => {
    const request = sent({
      format: 'liquid',
      template: '<l>{{ fields.last | escape }}</l>',
      fields: { last: 'lastName' },
      contentType: 'application/xml',
    });
    expect(request.body).toBe('<l>O&#39;Neil &amp; Söhne</l>');
    expect(request.headers).toMatchObject({ 'Content-Type': 'application/xml' });
  });

  it('lets templates refer to a value by field key, by path, or by the buyer’s name for it', () => {
    const template =
      '{{ injury }}/{{ questionnaire.injury }}/{{ first_name | json }}/{{ lead.lastName }}/{{ last }}/{{ submissionId }}';
    const request = sent({
      format: 'liquid',
      template,
      fields: { last: 'lastName' },
      contentType: 'text/plain',
    });
    expect(request.body).toBe('yes/yes/"Ann \\"A\\""/O\'Neil & Söhne/O\'Neil & Söhne/sub_1');
  });

  it.each([
    [{}, '"Ann \\"A\\""'],
    [{ contentType: '' }, '"Ann \\"A\\""'],
    [{ contentType: 'Application/vnd.buyer+JSON; charset=utf-8' }, '"Ann \\"A\\""'],
    [{ contentType: 'text/plain' }, '"Ann "A""'],
    [{ contentType: 'application/x-www-form-urlencoded' }, '"Ann "A""'],
    [{ contentType: 'text/plain', headers: { 'content-type': 'application/json' } }, '"Ann \\"A\\""'],
    [{ headers: { 'Content-Type': 'text/plain' } }, '"Ann "A""'],
  ])('escapes the values of a template for the content type that is sent: %j', (endpoint, body) => {
    expect(sent({ format: 'liquid', template: '"{{ firstName }}"', ...endpoint }).body).toBe(body);
  });

  it('sends no body that is not of its content type, and the trace says where it breaks off', () => {
    const traceOf = (endpoint: object) => build({ format: 'liquid', ...endpoint });
    expect(traceOf({ template: '{"a": 1,\n"b": {{ nothing }}}' })).toEqual({
      kind: 'impossible',
      reason: 'template_failed',
      trace: [
        {
          looked: 'request',
          verdict: 'failed',
          because: "the body is not JSON: object value expected after ':' at line 2, column 6",
        },
      ],
    });
    expect(traceOf({ template: '<a><b></a>', contentType: 'text/xml' })).toMatchObject({
      reason: 'template_failed',
      trace: [{ because: 'the body is not well-formed XML: unexpected close tag at line 1, column 10' }],
    });
  });

  it.each([
    '{% if %}',
    '{{ firstName | no_such_filter }}',
    "{% include '/etc/passwd' %}",
    '{% for i in (1..100000000) %}x{% endfor %}',
  ])('ends an attempt before it is sent when its template is %s', (template) => {
    expect(build({ format: 'liquid', template })).toMatchObject({
      kind: 'impossible',
      reason: 'template_failed',
    });
  });

  it('does not expose inherited object members to templates', () => {
    const template = '"{{ constructor }}{{ questionnaire.constructor }}{{ __proto__ }}"';
    expect(sent({ format: 'liquid', template }).body).toBe('""');
  });

  it.each([{ X: 'a\r\nHost: evil' }, { 'X Y': 'a' }, { Host: 'evil' }, { X: 'a\0' }])(
    'refuses the headers %j',
    (headers) => {
      expect(build({ headers })).toMatchObject({ kind: 'impossible', reason: 'invalid_header' });
    },
  );

  it.each([
    [{ format: 'json' }, { a: 1 }, 'application/json', '{"a":1}'],
    [{ format: 'json' }, '<raw/>', 'application/json', '<raw/>'],
    [{ format: 'form' }, { a: 'b c' }, 'application/x-www-form-urlencoded', 'a=b+c'],
    [{ format: 'form' }, 'a=1', 'application/x-www-form-urlencoded', 'a=1'],
    [{ format: 'json' }, null, 'application/json', 'null'],
    [{ format: 'liquid', template: 'x', contentType: 'text/xml' }, '<a>', 'text/xml', '<a>'],
    [{ format: 'liquid', template: 'x', contentType: 'text/xml' }, { a: 1 }, 'application/json', '{"a":1}'],
  ])('sends a body set by a repost to %j', (endpoint, body, type, expected) => {
    const request = sent(endpoint, lead, { url: 'https://else.example', body });
    expect(request.body).toBe(expected);
    expect(request.headers).toMatchObject({ 'Content-Type': type, 'Idempotency-Key': 'sub_1.delivery' });
  });
});
