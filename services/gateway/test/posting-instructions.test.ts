/** What a supplier reads under its link, and what nobody reads there. */
import type { PostingInstructions } from '@sluice/domain';
import type { Supplier } from '@sluice/contracts';
import { aStoredCampaign, aStoredClient, aStoredOffer, duringTests, putItem } from '@sluice/testing';
import { openGateway } from './gateway.js';
import { aSupplier } from './suppliers.js';

const world = duringTests(openGateway);

/** A link of a new supplier to this campaign, and its page. */
async function aLink({
  campaignId = 'ACMRU',
  expiresAt,
  ...said
}: Partial<Supplier> & { campaignId?: string; expiresAt?: Date } = {}) {
  const { supplierId, key } = await aSupplier(world, said);
  const link = { tenantId: 'alpha', supplierId, campaignId };
  const token = await world.stores.postingLinks.add(link, new Date(), expiresAt);
  return { ...link, key, token };
}
const page = (token: string, init: RequestInit = {}) => fetch(`${world.url}/post/${token}`, init);
const json = async (token: string) => (await (await page(`${token}.json`)).json()) as PostingInstructions;

describe('posting instructions', () => {
  it('are found by no search engine, kept by no cache, told to no other site, and run nothing', async () => {
    const { token } = await aLink();
    for (const [ending, type] of [
      ['', 'text/html'],
      ['.json', 'application/json'],
    ] as const) {
      const { status, headers } = await page(token + ending);
      expect([status, headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`]);
      expect(headers.get('x-robots-tag')).toBe('noindex');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    }
    const html = await (await page(token)).text();
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toMatch(/<script|<img|<form|<link|<a /);
    expect((await page(token, { method: 'HEAD' })).status).toBe(200);
    expect((await page(token, { method: 'POST' })).status).toBe(405);
  });

  it('say on the page what they say as JSON', async () => {
    const { token } = await aLink();
    const [html, told] = [unescaped(await (await page(token)).text()), await json(token)];
    expect(told.url).toBe('http://gateway.example/api/v1/leads/submit');
    for (const { name } of [...told.fields, ...told.headers]) expect(html).toContain(`<code>${name}</code>`);
    for (const { status } of told.answers) expect(html).toContain(`<td>${status}</td>`);
    expect(html).toContain(told.example.curl);
    expect(html).toContain(told.outcome.curl);
  });

  it('name no client, buyer, price, key, other campaign or supplier, nor what the campaign is called', async () => {
    const { stores } = world.alpha;
    const marked = (word: string) => `MARKED-${word}`;
    await putItem(
      stores.clients,
      'MARKED-cli',
      aStoredClient({ clientId: marked('cli'), name: marked('client'), abbrev: marked('abbrev') }),
    );
    await putItem(
      stores.offers,
      'MARKED-off',
      aStoredOffer({
        offerId: marked('off'),
        name: marked('offer'),
        abbrev: 'MARKED',
        eligibilityCriteria: ['Was hurt'],
      }),
    );
    await putItem(stores.valueSets, 'MARKED-set', { valueSetId: 'MARKED-set', values: ['94607'] });
    const condition = (field: string, value: string) => ({
      field,
      operator: 'equals' as const,
      value: [value],
    });
    const groupOf = (conditions: object[], said: object) => ({
      name: marked('group'),
      logicalOperator: 'AND' as const,
      subRules: [{ logicalOperator: 'AND' as const, conditions }],
      ...said,
    });
    await putItem(
      stores.campaigns,
      'MARKD',
      aStoredCampaign({
        campaignId: 'MARKD',
        name: marked('campaign'),
        clientId: marked('cli'),
        offerId: marked('off'),
        clientName: marked('client'),
        fallbackCampaigns: ['MARKED-other'],
        deliveryEndpointId: marked('endpoint'),
        notes: marked('notes'),
        price: { currency: 'USD', amount: 71_717, fromAnswer: 'ignore' },
        disqualificationConditionals: [
          groupOf([condition('state', marked('secret'))], {}),
          groupOf([condition('state', 'NV')], { public: true }),
          groupOf([{ field: 'zip', operator: 'in_value_set', value: [], valueSetId: 'MARKED-set' }], {
            public: true,
          }),
        ] as never,
      }),
    );
    await aSupplier(world, { supplierId: 'MARKED-sup', name: marked('supplier') });
    const { key, supplierId, token } = await aLink({
      campaignId: 'MARKD',
      name: marked('own'),
      cost: { mode: 'per_lead', amount: 71_717, currency: 'USD' },
    });
    const bodies = [await (await page(token)).text(), await (await page(`${token}.json`)).text()];
    for (const body of bodies) {
      expect(body).toContain('Was hurt');
      expect(body).toContain('A lead is not taken when state is “NV”.');
      expect(body).toContain('94607');
      for (const word of [
        'MARKED',
        '71717',
        '71,717',
        key,
        key.slice(0, 8),
        supplierId,
        world.alpha.key.slice(0, 8),
        'ACMRU',
        'alpha',
      ])
        expect([word, body.includes(word)]).toEqual([word, false]);
    }
  });

  it('hold whatever stands in a name, a pattern or a criterion as text', async () => {
    const hostile = `</code><script>alert("1")</script>'&\u{202e}<img src=x>`;
    const { stores } = world.alpha;
    const at = '2026-01-01T00:00:00.000Z';
    const entry = {
      key: 'hostile',
      label: hostile,
      category: 'question',
      dataType: 'string',
      isStandard: false,
      active: true,
      createdAt: at,
      updatedAt: at,
    } as const;
    await putItem(stores.fieldLibrary, 'hostile', {
      ...entry,
      validationRules: { required: true, pattern: `<b>'"&\`|${hostile}` },
    });
    await putItem(
      stores.offers,
      'off_hostile',
      aStoredOffer({ offerId: 'off_hostile', eligibilityCriteria: [hostile] }),
    );
    const public_ = {
      logicalOperator: 'AND',
      public: true,
      subRules: [
        { logicalOperator: 'AND', conditions: [{ field: hostile, operator: 'equals', value: [hostile] }] },
      ],
    } as const;
    await putItem(
      stores.campaigns,
      'HOSTI',
      aStoredCampaign({
        campaignId: 'HOSTI',
        offerId: 'off_hostile',
        disqualificationConditionals: [public_ as never],
      }),
    );
    const { token } = await aLink({ campaignId: 'HOSTI' });
    const html = await (await page(token)).text();
    expect(html).not.toMatch(/<script|<img|<b>/);
    expect(unescaped(html).split(hostile).length).toBeGreaterThanOrEqual(4);
    expect((await json(token)).eligibilityCriteria).toEqual([hostile]);
  });

  it('are the same 404 for a link that never was, was revoked, has expired, and shows what its supplier may not do', async () => {
    const revoked = await aLink();
    await world.stores.postingLinks.revoke(revoked);
    const expired = await aLink({ expiresAt: new Date(Date.now() - 3_600_000) });
    const elsewhere = await aLink({ campaigns: ['GONE1'] });
    const answers = await Promise.all(
      ['A'.repeat(22), 'no token', revoked.token, expired.token, elsewhere.token].flatMap((token) =>
        ['', '.json'].map(async (ending) => {
          const { status, headers, text } = await page(token + ending).then(async (answer) => ({
            status: answer.status,
            headers: [...answer.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date'),
            text: await answer.text(),
          }));
          return JSON.stringify({ status, headers, text });
        }),
      ),
    );
    expect(answers).toHaveLength(10);
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^\{"status":404.*noindex.*NOT_FOUND/);
  });

  it('have their token in no line of the log', async () => {
    const { token } = await aLink();
    await page(token);
    await page(`${token}.json`);
    expect(world.logged.filter(({ route }) => route === '/post/{token}').length).toBeGreaterThan(1);
    expect(JSON.stringify(world.logged)).not.toContain(token);
  });

  it('are looked up for an address that guesses only so often', async () => {
    const guess = async (n: number) => {
      const answer = await page(String(n).padStart(22, 'g'));
      await answer.text();
      return answer.status;
    };
    // A minute may end meanwhile, and counting begins anew.
    const statuses = [await guess(0)];
    while (statuses.at(-1) === 404 && statuses.length < 300) statuses.push(await guess(statuses.length));
    expect([statuses[0], statuses.at(-1)]).toEqual([404, 429]);
  });
});

const signs: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** What a browser reads. */
function unescaped(html: string): string {
  return html.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (sign) => signs[sign] ?? sign);
}
