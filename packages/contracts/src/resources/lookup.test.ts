/** What is refused of a look-up and of what reads it, when it is written, each with its place. */
import { readTenantFile } from '../tenant-file/tenant-file.js';

const lookup = { lookupId: 'lk_1', url: 'https://v.example/x', map: [{ field: 'code', jsonPath: '$.code' }] };
const condition = (field: string) => ({
  subRules: [{ conditions: [{ field, operator: 'equals', value: ['x'] }] }],
});
const campaign = { campaignId: 'AAA', name: 'A', clientId: 'cli_1', offerId: 'off_1' };

/** The problems of a file with this look-up and these fields of its campaign. */
function problems(changes: object, ofCampaign: object = {}): readonly string[] {
  const file = {
    tenantId: 'demo',
    name: 'Demo',
    lookups: [{ ...lookup, ...changes }],
    campaigns: [{ ...campaign, ...ofCampaign }],
  };
  const read = readTenantFile(file);
  return read.kind === 'invalid' ? read.problems : [];
}

it.each<[string, object, object]>([
  [
    'fields and secrets in path and query',
    { url: 'https://v.example/{{ phone }}?k={{ secrets.k }}&z={{zip}}' },
    {},
  ],
  ['a body of a POST', { method: 'post', body: '{"p": {{ phone | json }}}' }, {}],
  [
    'a look-up that does not exist yet',
    {},
    { lookups: [{ lookupId: 'lk_later', when: condition('state') }] },
  ],
  [
    'a group after the look-ups',
    {},
    { disqualificationConditionals: [{ ...condition('lookup.lk_1.code'), afterLookups: true }] },
  ],
  ['a routing rule', {}, { routingRules: [condition('lookup.lk_1.code')] }],
  [
    'a price',
    {},
    { price: { currency: 'USD', rules: [{ when: condition('lookup.lk_1.code'), amount: 5 }] } },
  ],
])('%s may be written', (_what, changes, ofCampaign) => {
  expect(problems(changes, ofCampaign)).toEqual([]);
});

it.each<[string, object, string]>([
  ['a field in the host', { url: 'https://{{ state }}.example/x' }, 'url'],
  ['a field in the port', { url: 'https://v.example:{{ zip }}/x' }, 'url'],
  ['a field in the user', { url: 'https://{{ zip }}@v.example/x' }, 'url'],
  ['a field in the scheme', { url: '{{ zip }}://v.example/x' }, 'url'],
  ['a filter in the address', { url: 'https://v.example/{{ phone | md5 }}' }, 'url'],
  ['a private address', { url: 'https://10.0.0.1/x' }, 'url'],
  ['a private address in another spelling', { url: 'http://2130706433/x' }, 'url'],
  ['31 seconds', { timeoutSeconds: 31 }, 'timeoutSeconds'],
  ['91 days', { cacheDays: 91 }, 'cacheDays'],
  ['a path that is none', { map: [{ field: 'code', jsonPath: 'code' }] }, 'map.0.jsonPath'],
  ['a name with a dot', { map: [{ field: 'a.b', jsonPath: '$.a' }] }, 'map.0.field'],
  ['a name twice', { map: [...lookup.map, ...lookup.map] }, 'map.1.field'],
  ['no fields', { map: [] }, 'map'],
  ['a body of a GET', { body: '{}' }, 'body'],
  ['an unknown action', { onError: 'sell' }, 'onError'],
])('%s is refused', (_what, changes, path) => {
  expect(problems(changes)).toEqual([expect.stringContaining(`lookups.0.${path}: `)]);
});

const at = (path: string) => `${path}.subRules.0.conditions.0.field`;
it.each<[string, object, string]>([
  [
    'a group before the look-ups',
    { disqualificationConditionals: [condition('lookup.lk_1.code')] },
    at('disqualificationConditionals.0'),
  ],
  [
    'the condition of a look-up',
    { lookups: [{ lookupId: 'lk_1', when: condition('lookup.lk_2.x') }] },
    at('lookups.0.when'),
  ],
])('%s may not read a look-up', (_what, ofCampaign, path) => {
  expect(problems({}, ofCampaign)).toEqual([expect.stringContaining(`campaigns.0.${path}: `)]);
});

it('a campaign names each look-up once, and ten at most', () => {
  const twice = [{ lookupId: 'lk_1' }, { lookupId: 'lk_1' }];
  expect(problems({}, { lookups: twice })).toEqual([expect.stringContaining('lookups.1.lookupId: ')]);
  const many = Array.from({ length: 11 }, (_, n) => ({ lookupId: `lk_${n}` }));
  expect(problems({}, { lookups: many })).toEqual([expect.stringContaining('campaigns.0.lookups: ')]);
});
