import { withPlaceholders } from './postback-placeholders.js';
import { postbackSchema } from './postback.js';

const read = (said: object) => postbackSchema.safeParse({ url: 'https://track.example/pb', ...said });
const problem = (url: string) => read({ url }).error?.issues[0]?.message;

it('a postback is a GET that tells of every event, unless it says otherwise', () => {
  expect(read({}).data).toEqual({
    url: 'https://track.example/pb',
    method: 'GET',
    on: ['delivered', 'rejected', 'returned'],
  });
  expect(read({ method: 'post', on: ['Returned'] }).data).toMatchObject({ method: 'POST', on: ['returned'] });
});

it.each([
  'https://track.example/{campaignId}/pb?cid={subId2}&o={outcome}&p={payout}&c={currency}&r={reason}&l={leadId}',
  'https://track.example/pb?s={subId1}{subId3}-{subId4}.{subId5}&key={{ secrets.tracker_key }}',
  'https://track.example:8443/pb',
])('%s is an address of a postback', (url) => expect(problem(url)).toBeUndefined());

const outside = 'must use placeholders in its path and query only';
it.each([
  ['https://track.example/pb?e={email}', 'must use no braces but those of {leadId}, {outcome}'],
  ['https://track.example/pb?e={leadid}', 'must use no braces but'],
  ['https://track.example/pb?e={{leadId}}', 'must use no braces but'],
  ['https://track.example/pb?e={leadId', 'must use no braces but'],
  ['https://track.example/pb?k={{ secrets.Key }}', 'must refer to a secret as {{ secrets.name }}'],
  ['https://{subId1}.example/pb', outside],
  ['https://{subId1}/pb', outside],
  [String.raw`https:\\{subId1}\pb`, outside],
  ['https://track.example:{subId1}/pb', outside],
  ['http{subId1}://track.example/pb', outside],
  ['{subId1}://track.example/pb', outside],
  ['{subId1}', 'must be an http or https URL'],
  ['https://track.example/pb#{subId1}', outside],
  ['https://{subId1}@track.example/pb', outside],
  ['https://{{ secrets.host }}/pb', 'must refer to secrets in its path and query only'],
  ['https://user:pw@track.example/pb', 'must not carry credentials'],
  ['ftp://track.example/pb', 'must be an http or https URL'],
  ['http://10.0.0.1/pb?c={subId2}', 'must not point to a private address'],
  ['http://localhost/{subId2}', 'must not point to a private address'],
])('%s is none: %s', (url, message) => expect(problem(url)).toContain(message));

it('a placeholder in a value is not filled in again', () => {
  expect(withPlaceholders('{subId1}/{subId2}', (name) => (name === 'subId1' ? '{subId2}' : 'x'))).toBe(
    '{subId2}/x',
  );
});
