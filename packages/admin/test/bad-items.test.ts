/** What a form may be sent that is wrong: each is refused where it is wrong, in the words of the interface. */
import { adminSaveSettings, type Section } from '@sluice/contracts';
import { duringTests } from '@sluice/testing';
import { openAdminApi } from './admin-api.js';
import { itemCalls, itemsFile, type Fields } from './item-calls.js';

const world = duringTests(openAdminApi);
const { apply, check, get, history, save } = itemCalls(world);
beforeAll(async () => {
  await apply('other', { clients: [{ clientId: 'cli_theirs', name: 'Theirs', abbrev: 'T' }], campaigns: [] });
  const clients = [
    { clientId: 'cli_1', name: 'Acme', abbrev: 'ACM', settings: { currency: 'EUR', maxSpendPerDay: 5 } },
  ];
  await apply('bad', { clients });
}, 60_000);

const campaign = { ...itemsFile('').campaigns[0], campaignId: 'BBB' };
const endpoint = { deliveryEndpointId: 'end_2' };
const day = { day: 'someday', startTime: '09:00', endTime: '10:00' };
const when = (operator: string, value: unknown) => ({
  disqualificationConditionals: [{ subRules: [{ conditions: [{ field: 'zip', operator, value }] }] }],
});
const bad: readonly (readonly [what: string, section: Section, item: Fields, problem: RegExp])[] = [
  [
    'what does not exist',
    'campaigns',
    { ...campaign, clientId: 'cli_none' },
    /^clientId: there is no client/,
  ],
  ["another tenant's", 'campaigns', { ...campaign, clientId: 'cli_theirs' }, /^clientId: there is no client/],
  ['its own fallback', 'campaigns', { ...campaign, fallbackCampaigns: ['BBB'] }, /^fallbackCampaigns\.0: /],
  [
    'a number of 17 digits',
    'campaigns',
    { ...campaign, ...when('in', [Number('12345678901234567')]) },
    /^disqualificationConditionals\..*rounded/,
  ],
  [
    'two currencies',
    'campaigns',
    { ...campaign, price: { amount: 5, currency: 'USD' } },
    /^price\.currency: /,
  ],
  ['a cap below 0', 'campaigns', { ...campaign, deliveryLimits: [{ cap: -1 }] }, /^deliveryLimits\.0\.cap: /],
  [
    'a budget finer than cents',
    'campaigns',
    { ...campaign, deliveryLimits: [{ budget: 0.001, currency: 'EUR' }] },
    /^deliveryLimits\.0\.budget: /,
  ],
  [
    'an unknown weekday',
    'campaigns',
    { ...campaign, deliverySchedule: { specificDays: [day] } },
    /^deliverySchedule\./,
  ],
  ...[String.raw`^(a+)+\1$`, '((a{0,30}b){0,30}c){0,30}'].map(
    (pattern) =>
      [
        `the pattern ${pattern}, which might never end,`,
        'campaigns',
        { ...campaign, ...when('matches', [pattern]) },
        /^disqualificationConditionals\.0\.subRules\.0\.conditions\.0\.value/,
      ] as const,
  ),
  ["another tenant's id in the body", 'campaigns', { ...campaign, tenantId: 'other' }, /^tenantId: /],
  [
    'a literal credential',
    'deliveryEndpoints',
    { ...endpoint, url: 'https://b.example/', headers: { 'X-Api-Key': 'typed' } },
    /^headers\.X-Api-Key: /,
  ],
  ...[
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '[::ffff:10.0.0.1]',
    'localhost',
    '169.254.169.254',
  ].map(
    (host) =>
      [
        `the address ${host}`,
        'deliveryEndpoints',
        { ...endpoint, url: `http://${host}/in` },
        /^url: /,
      ] as const,
  ),
];

it.each(bad)('%s is refused where it stands', async (_, section, item, problem) => {
  const { status, error } = await check('bad', section, item);
  expect([status, error?.details]).toEqual([400, [expect.stringMatching(problem) as string]]);
});

it('a code that is taken is refused beside the code, checked or saved, with who has taken it, and the item that has it stays', async () => {
  const before = await get('bad', 'campaigns', 'AAA');
  const item = { ...campaign, campaignId: 'AAA', notes: 'x' };
  for (const { status, error } of [
    await check('bad', 'campaigns', item, null),
    await save('bad', 'campaigns', 'AAA', item, null),
  ]) {
    expect([status, error?.code]).toEqual([409, 'INVALID_STATE']);
    expect(error?.message).toBe('The campaign AAA exists already; nothing was saved');
    expect(error?.details).toEqual(['campaignId: is taken', expect.stringMatching(/: new$/) as string]);
  }
  expect((await get('bad', 'campaigns', 'AAA')).data).toEqual(before.data);
});

it('a text of digits keeps its leading zero, and the same form sent twice is saved once', async () => {
  const item = { ...campaign, ...when('in', ['01234', '12345678901234567']) };
  const [first, second] = [
    await save('bad', 'campaigns', 'BBB', item, null),
    await save('bad', 'campaigns', 'BBB', item, null),
  ];
  expect(second).toMatchObject({ status: 200, data: first.data });
  expect(JSON.stringify((await get('bad', 'campaigns', 'BBB')).data.item)).toContain(
    '["01234","12345678901234567"]',
  );
  expect(await history('bad', 'campaigns', 'BBB')).toHaveLength(1);
}, 60_000);

it('what is based on the etag of nothing is refused, and nothing is saved', async () => {
  const { campaignId: _, ...nameless } = campaign;
  const item = { ...nameless, campaignId: 'CCC' };
  const answers = [
    await save('bad', 'campaigns', 'CCC', item, 'none'),
    await check('bad', 'campaigns', item, 'none'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([409, 409]);
  const { error } = await check('bad', 'campaigns', nameless, 'none');
  expect(error?.details).toEqual([expect.stringMatching(/^campaignId: /)]);
  expect((await get('bad', 'campaigns', 'CCC')).status).toBe(404);
});

it("settings with another tenant's id are refused", async () => {
  const params = { tenantId: 'bad', id: 'bad' };
  const { data } = await get('bad', 'tenant', 'bad');
  const body = { item: { ...data.item, tenantId: 'other' }, basedOn: data.etag };
  const { status, error } = await world.call(adminSaveSettings, { params, body });
  expect([status, error?.details]).toEqual([
    400,
    [expect.stringMatching(/^tenantId: must be bad/) as string],
  ]);
});

it('a weekday that is there twice keeps both of its hours', async () => {
  const specificDays = [
    { day: 'Monday', startTime: '09:00', endTime: '12:00' },
    { day: 'Monday', startTime: '13:00', endTime: '17:00' },
  ];
  const item = { ...campaign, campaignId: 'DDD', deliverySchedule: { specificDays } };
  const { data } = await save('bad', 'campaigns', 'DDD', item, null);
  expect(data.item).toMatchObject({ deliverySchedule: { specificDays } });
});

it('a body that breaks off is refused', async () => {
  const answer = await fetch(`${world.url}/admin/v1/tenants/bad/items/offers/check`, {
    method: 'POST',
    headers: { 'X-Admin-Key': world.keys.administer, 'Content-Type': 'application/json' },
    body: '{"item":{"offerId":"off_',
  });
  expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
    400,
    'VALIDATION_ERROR',
  ]);
});
