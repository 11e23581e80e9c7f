import type { Campaign, Client, PhoneNumber, Supplier, TrustedForm } from '@sluice/contracts';
import { configurationProblems } from './configuration-problems.js';
import type { TenantConfiguration } from './tenant-configuration.js';

const times = { createdAt: '2026-01-15T12:00:00.000Z', updatedAt: '2026-01-15T12:00:00.000Z' };
const client: Client = {
  clientId: 'cli_1',
  name: 'Acme',
  abbrev: 'ACM',
  active: true,
  settings: { defaultPostingUrl: 'https://acme.example/leads' },
  ...times,
};
const campaign = (changes: Partial<Campaign> = {}): Campaign => ({
  campaignId: 'ACMRU',
  name: 'Acme',
  active: true,
  clientId: 'cli_1',
  offerId: 'off_1',
  clientName: 'Acme',
  offerName: 'Roundup',
  ...times,
  ...changes,
});
const configuration = (changes: Partial<TenantConfiguration> = {}): TenantConfiguration => ({
  tenant: { tenantId: 'demo', name: 'Demo', settings: {} },
  campaigns: [campaign()],
  clients: [client],
  offers: [
    { offerId: 'off_1', name: 'Roundup', abbrev: 'RU', active: true, category: 'mass_tort', ...times },
  ],
  deliveryEndpoints: [],
  phoneNumbers: [],
  smsAgents: [],
  valueSets: [],
  lookups: [],
  suppliers: [],
  suppliersWithKey: new Set(['sup_north']),
  credentials: {},
  ...changes,
});
const problems = (changes: Partial<TenantConfiguration>): string[] =>
  configurationProblems(configuration(changes)).map(({ problem }) => problem.replace('Tenant demo, ', ''));

const group = {
  logicalOperator: 'AND' as const,
  subRules: [
    {
      logicalOperator: 'AND' as const,
      conditions: [{ field: 'state', operator: 'in_value_set' as const, value: [], valueSetId: 'west' }],
    },
  ],
};
const rule = { logicalOperator: 'AND' as const, subRules: [] };

describe("the doctor's check of a tenant's configuration", () => {
  describe('names documents of a campaign that nobody sends', () => {
    const sentBy = (provider: 'docuseal' | 'docusign', docuseal: object = {}) =>
      problems({
        campaigns: [campaign({ documents: [{ provider, templateId: '41' }] })],
        credentials: { docuseal },
      });

    it('where the vendor has no credentials or half of them, or is not built', () => {
      const missing = 'its documents need docuseal, which has no credentials';
      expect(sentBy('docuseal')).toEqual([expect.stringContaining(missing)]);
      const half = 'vendor docuseal: its credentials are incomplete, webhookSecret is missing';
      expect(sentBy('docuseal', { apiKey: 'k' })).toEqual([expect.stringContaining(half)]);
      expect(sentBy('docuseal', { apiKey: 'k', webhookSecret: 's' })).toEqual([]);
      expect(sentBy('docusign')).toEqual([expect.stringContaining('to which nothing is sent')]);
    });
  });

  describe('names clients that want e-mail', () => {
    const wanting = (settings: object, more: Partial<TenantConfiguration> = {}) =>
      problems({ clients: [{ ...client, settings: { ...client.settings, ...settings } }], ...more });
    const notificationEmail = 'a@acme.example';

    it.each([
      ['notices', { notificationEmail }],
      ['notices and daily reports', { notificationEmail, sendDailyReport: true }],
      ['its leads', { notificationEmail, postingMethod: 'email' }],
    ])('where no mail server is set: %s', (what, settings) => {
      const missing = [`client cli_1: it wants ${what} by e-mail, and no mail server is set.`];
      expect(wanting(settings, { hasMailServer: false })).toEqual(missing);
      expect(wanting(settings, { hasMailServer: true })).toEqual([]);
      expect(wanting(settings)).toEqual([]);
      const smtp = { host: 'mail.example', from: 'b@acme.example' };
      expect(wanting(settings, { hasMailServer: false, credentials: { smtp } })).toEqual([]);
    });

    it('and have no address', () => {
      expect(wanting({ sendDailyReport: true })).toEqual([
        'client cli_1: it wants daily reports by e-mail, and has no address.',
      ]);
      expect(wanting({ postingMethod: 'email' })).toEqual([
        'campaign ACMRU: its leads have no destination.',
        'client cli_1: it wants its leads by e-mail, and has no address.',
      ]);
    });

    it('but no archived one', () => {
      const archived = { ...client, settings: { notificationEmail }, archivedAt: times.createdAt };
      expect(problems({ campaigns: [], clients: [archived], hasMailServer: false })).toEqual([]);
    });
  });

  it('names a campaign whose price and milestone both count for a delivered lead', () => {
    const price = { currency: 'USD', amount: 40, fromAnswer: 'prefer' as const };
    const at = (leadStatus: 'delivered' | 'qualified', active = true) => ({
      price,
      revenueMilestones: [{ leadStatus, amount: 250, currency: 'USD', active }],
    });
    expect(problems({ campaigns: [campaign(at('delivered'))] })).toEqual([
      'campaign ACMRU: a delivered lead earns both its price and a milestone.',
    ]);
    expect(problems({ campaigns: [campaign(at('qualified'))] })).toEqual([]);
    expect(problems({ campaigns: [campaign(at('delivered', false))] })).toEqual([]);
  });

  describe('names a campaign that takes no lead, because a budget counts another currency than its leads earn', () => {
    const budget = { type: 'daily', action: 'queue', budget: 500, currency: 'EUR' } as const;
    const price = (currency: string) => ({ price: { currency, amount: 40, fromAnswer: 'prefer' as const } });
    const found = (ofCampaign: Partial<Campaign>, settings: object = {}) =>
      problems({
        campaigns: [campaign(ofCampaign)],
        clients: [{ ...client, settings: { ...client.settings, ...settings } }],
      });
    const missed = ['campaign ACMRU: its leads earn USD, and a budget is in EUR: it takes no lead.'];

    it('its own budget, by its price, or by the currency of its client where it has none', () => {
      expect(found({ deliveryLimits: [budget] })).toEqual(missed);
      expect(found({ deliveryLimits: [budget], ...price('USD') })).toEqual(missed);
      expect(found({ deliveryLimits: [budget], ...price('EUR') })).toEqual([]);
      expect(found({ deliveryLimits: [budget] }, { currency: 'EUR' })).toEqual([]);
      expect(found({ deliveryLimits: [{ ...budget, active: false }] })).toEqual([]);
    });

    it("its client's", () => {
      expect(found(price('USD'), { maxSpendPerDay: 100, currency: 'EUR' })).toEqual(missed);
      expect(found(price('USD'), { currency: 'EUR' })).toEqual([]);
      expect(found({}, { maxSpendPerDay: 100, currency: 'EUR' })).toEqual([]);
    });
  });

  it('finds nothing when every reference exists', () => {
    expect(problems({})).toEqual([]);
  });

  it.each<[string, Partial<Campaign>, string]>([
    [
      'client',
      { clientId: 'cli_2', deliveryEndpointId: 'end' },
      'clientId names client cli_2, which does not exist',
    ],
    ['offer', { offerId: 'off_2' }, 'offerId names offer off_2, which does not exist'],
    [
      'fallback',
      { fallbackCampaigns: ['ACMRU', 'GONE'] },
      'fallbackCampaigns.1 names campaign GONE, which does not exist',
    ],
    [
      'endpoint',
      { deliveryEndpointId: 'end_1' },
      'deliveryEndpointId names delivery endpoint end_1, which does not exist',
    ],
    ['number', { phoneNumberId: 'pho_1' }, 'phoneNumberId names phone number pho_1, which does not exist'],
    [
      'agent',
      { campaignAiAgents: { sms: { agentId: 'agt_1' } } },
      'campaignAiAgents.sms.agentId names SMS agent agt_1, which does not exist',
    ],
    [
      'campaign of a limit',
      { deliveryLimits: [{ cap: 5, type: 'daily', action: 'route', routeToCampaignId: 'GONE' }] },
      'deliveryLimits.0.routeToCampaignId names campaign GONE, which does not exist',
    ],
    [
      'campaign of a schedule',
      { deliverySchedule: { action: 'route', specificDays: [], routeToCampaignId: 'GONE' } },
      'deliverySchedule.routeToCampaignId names campaign GONE, which does not exist',
    ],
    [
      'campaign of a rule',
      { routingRules: [{ ...rule, routeTo: { campaignId: 'GONE' } }] },
      'routingRules.0.routeTo.campaignId names campaign GONE, which does not exist',
    ],
    [
      'campaign that a rule means by names',
      {
        routingRules: [
          { ...rule, routeTo: { clientName: 'acme', offerName: 'ROUNDUP' } },
          { ...rule, routeTo: { clientName: 'Borden', offerName: 'Roundup' } },
        ],
      },
      'routingRules.1.routeTo names client Borden and offer Roundup, which have no active campaign',
    ],
    ['target of a rule', { routingRules: [rule] }, 'routingRules.0.routeTo names no campaign'],
    [
      'value set',
      { disqualificationConditionals: [group] },
      'disqualificationConditionals.0.subRules.0.conditions.0.valueSetId names value set west, which does not exist',
    ],
  ])('reports a missing %s', (_what, change, problem) => {
    expect(problems({ campaigns: [campaign(change)] })).toContain(`campaign ACMRU: ${problem}.`);
  });

  it('asks for no destination of a campaign whose client is archived', () => {
    const archived = { ...client, settings: {}, archivedAt: times.updatedAt };
    expect(problems({ clients: [archived] })).toEqual([]);
    expect(problems({ clients: [{ ...client, settings: {} }] })).toEqual([
      'campaign ACMRU: its leads have no destination.',
    ]);
  });

  describe('names, of suppliers that send leads,', () => {
    const supplier = (changes: Partial<Supplier> = {}): Supplier => ({
      supplierId: 'sup_north',
      name: 'North',
      status: 'active',
      reverseOnReturn: true,
      answerDetail: 'reason',
      ...times,
      ...changes,
    });
    const south = { supplierId: 'sup_south' };

    it('campaigns that nobody has, whether or not they have a key', () => {
      const campaigns = ['ACMRU', 'GONE'];
      const unknown = 'supplier sup_north: its campaigns name GONE, which does not exist.';
      expect(problems({ suppliers: [supplier({ campaigns })] })).toEqual([unknown]);
      const onTest = supplier({ campaigns, status: 'test' });
      expect(problems({ suppliers: [onTest], suppliersWithKey: new Set() })).toEqual([unknown]);
      expect(problems({ suppliers: [supplier(), supplier({ campaigns: ['ACMRU'] })] })).toEqual([]);
    });

    it('those that are active and have no key', () => {
      const missing = 'supplier sup_south: it is active, and no key of it works.';
      expect(problems({ suppliers: [supplier(), supplier(south)] })).toEqual([missing]);
      expect(problems({ suppliers: [supplier({ ...south, status: 'test' })] })).toEqual([]);
    });

    it('nothing of those that are paused', () => {
      const idle = { ...south, campaigns: ['GONE'] };
      const paused = supplier({ ...idle, status: 'paused' });
      const archived = supplier({ ...idle, archivedAt: times.createdAt });
      expect(problems({ suppliers: [paused, archived] })).toEqual([]);
    });

    it('those that are paid for each lead of a campaign whose consent ends leads that have qualified', () => {
      const credentials = { trustedform: { apiKey: 'k' } };
      const before = { retain: 'before_delivery', onFailure: 'disqualify' } as const;
      const suppliers = [supplier({ cost: { mode: 'per_lead', amount: 12, currency: 'USD' } })];
      const asking = (changes: Partial<TrustedForm>, taking: Partial<Campaign> = {}) => {
        const trustedForm = {
          field: 'cert',
          required: true,
          onError: 'hold' as const,
          ...before,
          ...changes,
        };
        const campaigns = [campaign({ consent: { trustedForm }, ...taking })];
        return problems({ suppliers, credentials, campaigns });
      };
      const paid =
        'campaign ACMRU: a lead of supplier sup_north that has no good certificate of consent costs its price all the same, because it has qualified by then.';
      expect([asking({}), asking({ onFailure: 'skip' })]).toEqual([[paid], [paid]]);
      expect(asking({ onFailure: 'flag' })).toEqual([]);
      expect(asking({ retain: 'at_qualification' })).toEqual([]);
      expect(asking({}, { suppliers: { mode: 'deny', entries: ['sup_north'] } })).toEqual([]);
    });

    it('entries of campaigns whose supplier nobody has, and no others', () => {
      const entries = ['sup_north', 'sup_north/site-1', 'sup_gone/site-1/a'];
      const suppliers = [supplier()];
      expect(
        problems({ suppliers, campaigns: [campaign({ suppliers: { mode: 'deny', entries } })] }),
      ).toEqual(['campaign ACMRU: suppliers.entries.2 names supplier sup_gone, which does not exist.']);
    });
  });

  it('reports a rule whose client and offer have only an archived campaign', () => {
    const archived = campaign({ campaignId: 'OLDRU', clientId: 'cli_2', archivedAt: times.updatedAt });
    const routingRules = [{ ...rule, routeTo: { clientName: 'Borden', offerName: 'Roundup' } }];
    expect(
      problems({
        campaigns: [campaign({ routingRules }), archived],
        clients: [client, { ...client, clientId: 'cli_2', name: 'Borden' }],
      }),
    ).toEqual([
      'campaign ACMRU: routingRules.0.routeTo names client Borden and offer Roundup, which have no active campaign.',
    ]);
  });

  it('reports a campaign whose leads have no destination', () => {
    const { settings: _settings, ...withoutUrl } = client;
    expect(problems({ clients: [withoutUrl] })).toEqual(['campaign ACMRU: its leads have no destination.']);
  });

  describe('asks for a destination of a campaign with groups', () => {
    const { settings: _settings, ...withoutUrl } = client;
    const all = (members: readonly string[]) =>
      campaign({
        campaignId: 'ALL',
        clientId: 'cli_2',
        distribution: {
          groups: [
            {
              name: 'a',
              method: 'priority',
              currency: 'USD',
              members: members.map((campaignId) => ({ campaignId, weight: 1 })),
            },
          ],
        },
      });
    const reported = (one: Campaign, other: Campaign = campaign()) =>
      problems({
        campaigns: [one, other],
        clients: [client, { ...withoutUrl, clientId: 'cli_2', name: 'Network' }],
      });
    const missing = ['campaign ALL: its leads have no destination.'];
    const toNetwork = { ...rule, routeTo: { clientName: 'network ', offerName: 'Roundup' } };

    it('not where it only hands its leads to others', () => {
      expect(reported(all(['ACMRU']))).toEqual([]);
      expect(reported(all(['ACMRU']), campaign({ active: false, fallbackCampaigns: ['ALL'] }))).toEqual([]);
    });

    it('where a group of its own or another campaign offers it leads', () => {
      expect(reported(all(['ACMRU', 'ALL']))).toEqual(missing);
      expect(reported(all(['ACMRU']), campaign({ fallbackCampaigns: ['ALL'] }))).toEqual(missing);
      expect(reported(all(['ACMRU']), campaign({ routingRules: [toNetwork] }))).toEqual(missing);
    });
  });

  it('reports pixel rules and messages whose vendor has no credentials', () => {
    const pixelRules: Campaign['pixelRules'] = [
      { triggerPoint: 'lead_qualified', pixelId: '1', platform: 'facebook', eventName: 'Lead' },
      { triggerPoint: 'lead_qualified', pixelId: '1', platform: 'tiktok', eventName: 'Lead', active: false },
    ];
    const reported = ['campaign ACMRU: its pixel rules need facebook, which has no access token.'];
    expect(problems({ campaigns: [campaign({ pixelRules })] })).toEqual(reported);
    expect(
      problems({ campaigns: [campaign({ pixelRules })], credentials: { facebook: { accessToken: 't' } } }),
    ).toEqual([]);
    expect(problems({ campaigns: [campaign({ pixelRules })], credentials: undefined })).toEqual([]);

    const settings = { integrationOverrides: { sms: 'twilio' } };
    expect(problems({ campaigns: [campaign({ settings })] })).toEqual([
      'campaign ACMRU: its messages use twilio, which has no credentials.',
    ]);
    const credentials = { twilio: { accountSid: 'AC', authToken: 't' } };
    expect(problems({ campaigns: [campaign({ settings })], credentials })).toEqual([]);
  });

  it('reports credentials of which a part is missing, and no vendor of which only the base URL is known', () => {
    const baseUrl = 'https://vendor.example';
    const none = {
      twilio: { accountSid: '', authToken: '', baseUrl },
      facebook: { baseUrl, apiVersion: 'v24.0' },
    };
    expect(problems({ credentials: none })).toEqual([]);
    expect(problems({ credentials: { ...none, twilio: { accountSid: 'AC', baseUrl } } })).toEqual([
      'vendor twilio: its credentials are incomplete, authToken is missing.',
    ]);
    const settings = { integrationOverrides: { sms: 'twilio' } };
    expect(problems({ campaigns: [campaign({ settings })], credentials: none })).toEqual([
      'campaign ACMRU: its messages use twilio, which has no credentials.',
    ]);
  });

  it('reports an agent without its number, and webhooks without a secret', () => {
    const smsAgents = [{ agentId: 'agt_1', phoneNumberId: 'pho_1' }];
    expect(problems({ smsAgents })).toEqual([
      'SMS agent agt_1: phoneNumberId names phone number pho_1, which does not exist.',
    ]);
    const phoneNumbers: PhoneNumber[] = [
      { phoneNumberId: 'pho_1', phoneNumber: '+14155550100', provider: 'console', sms: true },
    ];
    expect(problems({ smsAgents, phoneNumbers })).toEqual([]);
    expect(problems({ campaigns: [campaign({ webhooks: { url: 'https://x.example' } })] })).toEqual([
      'its webhooks have no signing secret.',
    ]);
  });

  it('does not report an incomplete campaign that is inactive', () => {
    expect(problems({ campaigns: [campaign({ active: false, deliveryEndpointId: 'end_1' })] })).toEqual([]);
  });
});
