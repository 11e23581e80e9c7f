import { readTenantFile } from '../tenant-file/tenant-file.js';

const supplier = { supplierId: 'sup_north', name: 'North Media' };
const read = (said: object, campaign: object = {}) =>
  readTenantFile({
    tenantId: 'demo',
    name: 'Demo',
    clients: [{ clientId: 'c', name: 'C', abbrev: 'C' }],
    offers: [{ offerId: 'o', name: 'O', abbrev: 'O', category: 'other' }],
    suppliers: [{ ...supplier, ...said }],
    campaigns: [{ campaignId: 'ACMRU', name: 'A', clientId: 'c', offerId: 'o', ...campaign }],
  });
function problems(said: object, campaign?: object): readonly string[] {
  const outcome = read(said, campaign);
  return outcome.kind === 'invalid' ? outcome.problems : [];
}

it('a supplier is active, free of charge and told reasons, unless its file says otherwise', () => {
  const outcome = read({});
  expect(outcome.kind === 'valid' && outcome.value.suppliers).toEqual([
    { ...supplier, status: 'active', reverseOnReturn: true, answerDetail: 'reason' },
  ]);
});

it('a supplier takes every field of its documentation', () => {
  const said = {
    status: 'test',
    campaigns: ['ACMRU', 'NOONE'],
    limits: [{ type: 'total', cap: 0 }, { cap: 5 }],
    cost: { mode: 'per_lead', amount: 12.5, currency: 'usd' },
    reverseOnReturn: false,
    ipAllow: ['203.0.113.0/24', '2001:db8::1'],
    answerDetail: 'minimal',
    postback: { url: 'https://track.example/pb?cid={subId2}', method: 'POST', on: ['rejected'] },
    archived: true,
  };
  expect(problems(said)).toEqual([]);
});

it.each<[object, string]>([
  [{ status: 'gone' }, 'status: must be one of active, test, paused'],
  [{ supplierId: 'a/b' }, 'supplierId: must be 1 to 64 letters, digits, hyphens or underscores'],
  [{ campaigns: ['acm ru'] }, 'campaigns.0: must be 2 to 5 upper-case letters or digits'],
  [{ cost: { mode: 'daily' } }, 'cost.mode: must be one of none, per_lead, per_sale, revenue_share'],
  [{ cost: { mode: 'per_lead' } }, 'cost.amount: is required by the mode per_lead'],
  [
    { cost: { mode: 'per_sale', amount: 1.234, currency: 'USD' } },
    'cost.amount: must have at most 2 decimals in USD',
  ],
  [{ cost: { mode: 'revenue_share' } }, 'cost.percent: is required by the mode revenue_share'],
  [{ cost: { mode: 'revenue_share', percent: 100.5 } }, 'cost.percent: must be at most 100'],
  [{ cost: { mode: 'revenue_share', percent: 33.333 } }, 'cost.percent: must have at most 2 decimals'],
  [{ cost: { mode: 'none', percent: 3 } }, 'cost.percent: has no meaning with the mode none'],
  [{ ipAllow: ['203.0.113.0/40'] }, 'ipAllow.0: must be an address or a range such as 10.0.0.0/8'],
  [{ ipAllow: ['north.example'] }, 'ipAllow.0: must be an address or a range such as 10.0.0.0/8'],
  [{ limits: [{ type: 'yearly', cap: 1 }] }, 'limits.0.type: must be one of '],
  [{ limits: [{ cap: -1 }] }, 'limits.0.cap: must be at least 0'],
  [{ postback: {} }, 'postback.url: is required'],
  [
    { postback: { url: 'https://track.example/?e={email}' } },
    'postback.url: must use no braces but those of {leadId}, ',
  ],
  [
    { postback: { url: 'https://track.example', method: 'PUT' } },
    'postback.method: must be one of GET, POST',
  ],
  [
    { postback: { url: 'https://track.example', on: ['delivered', 'queued'] } },
    'postback.on.1: must be one of delivered, rejected, returned',
  ],
  [{ postback: { url: 'https://track.example', on: [] } }, 'postback.on: must not be empty'],
  [{ postback: { url: 'https://track.example', headers: {} } }, 'postback.headers: is not a known field'],
])('the supplier %j is refused with its path', (said, problem) => {
  const found = problems(said);
  expect(found.length).toBeGreaterThan(0);
  expect(found[0]).toContain(`suppliers.0.${problem}`);
});

it.each(['sup_north', 'sup_north/site-17', 'sup_north/Größe 1/b'])(
  'a campaign names the supplier or the site %j',
  (entry) => expect(problems({}, { suppliers: { mode: 'deny', entries: [entry] } })).toEqual([]),
);

it.each(['', 'sup north', 'sup_north/', '/site', 'sup_north/ ', `s/${'x'.repeat(256)}`])(
  'a campaign cannot name %j',
  (entry) => {
    const [problem] = problems({}, { suppliers: { mode: 'allow', entries: [entry] } });
    expect(problem).toContain('campaigns.0.suppliers.entries.0: must be the id of a supplier');
  },
);

it('a campaign names at least one supplier, and says what that means', () => {
  expect(problems({}, { suppliers: { mode: 'only', entries: [] } })).toEqual([
    'campaigns.0.suppliers.mode: must be one of allow, deny',
    expect.stringContaining('campaigns.0.suppliers.entries: ') as string,
  ]);
});

it('an id is used by one supplier only', () => {
  const outcome = readTenantFile({ tenantId: 'demo', name: 'Demo', suppliers: [supplier, supplier] });
  expect(outcome).toMatchObject({ problems: ['suppliers.1.supplierId: is used by an earlier entry'] });
});
