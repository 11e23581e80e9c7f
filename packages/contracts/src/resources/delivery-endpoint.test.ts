import { deliveryEndpointInputSchema } from './delivery-endpoint.js';
import { readBody } from '../reading/read-body.js';

const least = { deliveryEndpointId: 'end_1', url: 'https://buyer.example/leads' };

const oneGroup = 'must have exactly one group in parentheses, around what is taken';

describe('delivery endpoints', () => {
  it('default to POST, JSON, a timeout of ten seconds and a retry after an unknown outcome', () => {
    expect(deliveryEndpointInputSchema.parse(least)).toEqual({
      ...least,
      method: 'POST',
      format: 'json',
      responseRules: [],
      timeoutSeconds: 10,
      onAmbiguous: 'retry',
    });
  });

  it('keep a status condition as text, whether it was sent as a number or a range', () => {
    const responseRules = [200, '200-299'].map((status) => ({ when: { status }, outcome: 'accepted' }));
    const read = deliveryEndpointInputSchema.parse({ ...least, responseRules });
    expect(read.responseRules.map((rule) => rule.when.status)).toEqual(['200', '200-299']);
  });

  it.each<[string, unknown]>([
    ['price', 42.5],
    ['price', '$.price'],
    ['price', '/response/price'],
    ['price', { jsonPath: '$.message', pattern: 'sold for ([0-9.]+)' }],
    ['reference', { xmlPath: '/response/@id' }],
    ['reference', { pattern: '(?i)id=(?:lead-)?(?P<id>[a-z0-9]+)[)]' }],
    ['reason', { pattern: '(?<why>.+)' }],
    ['reason', '/ not a path'],
  ])('accept %s as %j', (field, source) => {
    const responseRules = [{ when: {}, outcome: 'accepted', [field]: source }];
    const read = deliveryEndpointInputSchema.parse({ ...least, responseRules, onUnreadable: 'HOLD' });
    expect(read).toMatchObject({ responseRules, onUnreadable: 'hold' });
  });

  it.each<[Record<string, unknown>, string]>([
    [{ url: 'http://192.168.0.5/' }, 'url: must not point to a private address'],
    [{ headers: { 'Content-Length': '1' } }, 'headers.Content-Length: may not be set'],
    [{ timeoutSeconds: 121 }, 'timeoutSeconds: must be at most 120'],
    [{ format: 'xml' }, 'format: must be one of json, form, liquid, adf'],
    [{ format: 'liquid' }, 'template: is required by the format liquid'],
    [{ onAmbiguous: 'guess' }, 'onAmbiguous: must be one of retry, hold'],
    [{ onUnreadable: 'guess' }, 'onUnreadable: must be one of rules, hold, reject'],
    [{ method: 'GET' }, 'method: must be one of POST, PUT, PATCH'],
    [{ fields: { a: '' } }, 'fields.a: must not be empty'],
    [
      { responseRules: [{ when: {}, outcome: 'won' }] },
      'responseRules.0.outcome: must be one of accepted, rejected, duplicate, error',
    ],
    [{ responseRules: [{ outcome: 'accepted' }] }, 'responseRules.0.when: is required'],
    [
      { responseRules: [{ when: { status: '2xx' }, outcome: 'accepted' }] },
      'responseRules.0.when.status: must be a status such as 200 or a range such as 200-299',
    ],
    [
      { responseRules: [{ when: { equals: true }, outcome: 'accepted' }] },
      'responseRules.0.when.jsonPath: is required by equals and contains',
    ],
    [
      { responseRules: [{ when: { jsonPath: 'status' }, outcome: 'accepted' }] },
      'responseRules.0.when.jsonPath: must be a JSON path such as $.status',
    ],
    ...(
      [
        [{ jsonPath: '$.a[*]' }, 'when.jsonPath: must be a JSON path such as $.status'],
        [{ xmlPath: 'status' }, 'when.xmlPath: must be an XML path such as /response/status'],
        [{ xmlPath: '/a', jsonPath: '$.a' }, 'when.xmlPath: must not stand beside jsonPath'],
      ] as const
    ).map(([when, problem]): [Record<string, unknown>, string] => [
      { responseRules: [{ when, outcome: 'accepted' }] },
      `responseRules.0.${problem}`,
    ]),
    ...(
      [
        [{ price: -5 }, 'price: must be at least 0'],
        [{ price: { jsonPath: 'price' } }, 'price.jsonPath: must be a JSON path such as $.status'],
        [{ price: { xmlPath: '/a[0]' } }, 'price.xmlPath: must be an XML path such as /response/status'],
        [{ price: { pattern: 'sold' } }, `price.pattern: ${oneGroup}`],
        [{ reference: { pattern: '(a)(b)' } }, `reference.pattern: ${oneGroup}`],
        [{ reason: { pattern: '(?:a)[(]\\(\\Q(\\E' } }, `reason.pattern: ${oneGroup}`],
        [{ reason: { pattern: '(?i)(a)\\1' } }, 'reason.pattern: must not use backreferences'],
        [{ reference: {} }, 'reference.jsonPath: or xmlPath or pattern is required'],
        [
          { reference: { jsonPath: '$.a', xmlPath: '/a' } },
          'reference.xmlPath: must not stand beside jsonPath',
        ],
      ] as const
    ).map(([fields, problem]): [Record<string, unknown>, string] => [
      { responseRules: [{ when: {}, outcome: 'accepted', ...fields }] },
      `responseRules.0.${problem}`,
    ]),
    [
      { responseRules: [{ when: { pattern: '(a)\\1' }, outcome: 'accepted' }] },
      'responseRules.0.when.pattern: must not use backreferences',
    ],
  ])('refuse %j', (fields, problem) => {
    expect(readBody(deliveryEndpointInputSchema, { ...least, ...fields })).toEqual({
      kind: 'invalid',
      problems: [problem],
    });
  });
});
