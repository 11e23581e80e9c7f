import { repostLeadInputSchema, targetCampaignInputSchema } from './lead-placement.js';
import { readBody } from '../reading/read-body.js';

describe('reposting a lead', () => {
  it.each<[unknown, string[]]>([
    [{}, []],
    [{ campaignId: 'ACMRU' }, []],
    [
      { deliveryInfo: { url: 'https://buyer.example', method: 'put', headers: { a: 'b' }, body: { x: 1 } } },
      [],
    ],
    [{ modifiedPayload: { phone: '4155550133' }, campaignId: 'ACMRU' }, []],
    [{ modifiedPayload: {} }, ['campaignId: is required with modifiedPayload']],
    [
      { modifiedPayload: { email: 'x' } },
      ['modifiedPayload.email: must be an email address', 'campaignId: is required with modifiedPayload'],
    ],
    [{ deliveryInfo: {} }, ['deliveryInfo.url: is required']],
    [
      { deliveryInfo: { url: 'http://10.0.0.1/' } },
      ['deliveryInfo.url: must not point to a private address'],
    ],
    [
      { deliveryInfo: { url: 'https://b.example', method: 'DELETE' } },
      ['deliveryInfo.method: must be one of POST, PUT, PATCH'],
    ],
    [
      { deliveryInfo: { url: 'https://b.example', headers: { Host: 'x' } } },
      ['deliveryInfo.headers.Host: may not be set'],
    ],
    [null, ['body: must be an object']],
  ])('given %j, has the validation problems %j', (body, reported) => {
    const read = readBody(repostLeadInputSchema, body);
    expect(read.kind === 'invalid' ? read.problems : []).toEqual(reported);
  });
});

it('delivering and moving a lead require the target campaign', () => {
  expect(targetCampaignInputSchema.parse({ campaignId: 'BORRU', extra: 1 })).toEqual({ campaignId: 'BORRU' });
  expect(readBody(targetCampaignInputSchema, {})).toEqual({
    kind: 'invalid',
    problems: ['campaignId: is required'],
  });
});
