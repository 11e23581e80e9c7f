import { deliveryEndpointInputSchema } from './delivery-endpoint.js';
import { readBody } from './read-body.js';

const least = { deliveryEndpointId: 'end_1', url: 'https://buyer.example/leads' };

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

  it.each<[Record<string, unknown>, string]>([
    [{ url: 'http://192.168.0.5/' }, 'url: must not point to a private address'],
    [{ headers: { 'Content-Length': '1' } }, 'headers.Content-Length: may not be set'],
    [{ timeoutSeconds: 121 }, 'timeoutSeconds: must be at most 120'],
    [{ format: 'xml' }, 'format: must be one of json, form, liquid'],
    [{ format: 'liquid' }, 'template: is required by the format liquid'],
    [{ onAmbiguous: 'guess' }, 'onAmbiguous: must be one of retry, hold'],
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
