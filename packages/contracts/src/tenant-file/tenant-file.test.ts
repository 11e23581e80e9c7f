import { readSettings } from '../reading/read-settings.js';
import { readTenantFile } from './tenant-file.js';

const sink = 'http://127.0.0.1:4800';

// Created anew for each test, as from a parser.
function demo() {
  return {
    tenantId: 'demo',
    name: 'Demo Legal Leads',
    settings: {
      timezone: 'America/Los_Angeles',
      defaultSmsProvider: 'console',
      webhooks: { url: `${sink}/webhooks`, enabled: true, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    },
    providers: {
      twilio: { accountSid: '', authToken: '', baseUrl: 'https://api.twilio.com' },
      facebook: { accessToken: '', baseUrl: 'https://graph.facebook.com', apiVersion: 'v24.0' },
    },
    clients: [
      {
        clientId: 'cli_acme',
        name: 'Acme Injury Law',
        abbrev: 'ACM',
        settings: {
          defaultPostingUrl: `${sink}/buyers/acme`,
          postingMethod: 'http',
          maxLeadsPerDay: 100_000,
        },
      },
    ],
    offers: [
      { offerId: 'off_mva', name: 'motor vehicle accident', abbrev: 'mva', category: 'personal_injury' },
    ],
    deliveryEndpoints: [
      {
        deliveryEndpointId: 'end_acme',
        url: `${sink}/buyers/acme-form`,
        format: 'form',
        fields: { injury: 'questionnaire.injury' },
        responseRules: [
          {
            when: { status: '200-299', jsonPath: '$.accepted', equals: true },
            outcome: 'accepted',
            price: '$.price',
          },
        ],
      },
    ],
    phoneNumbers: [{ phoneNumberId: 'pho_1', phoneNumber: '+14155550100', provider: 'console', sms: true }],
    smsAgents: [{ agentId: 'agt_1', name: 'Intake', phoneNumberId: 'pho_1' }],
    valueSets: [{ valueSetId: 'vs_west', name: 'Western states', values: ['CA', 'OR'] }],
    fieldLibrary: [
      { key: 'injury', label: 'Injured?', category: 'question', validationRules: { required: true } },
    ],
    campaigns: [{ campaignId: 'ACMVA', name: 'Acme', clientId: 'cli_acme', offerId: 'off_mva' }],
  };
}

const allowsLoopback = readSettings({ outboundAllow: ['127.0.0.0/8'] });

function problems(change: (file: ReturnType<typeof demo>) => unknown): string[] {
  const file = demo();
  const changed = change(file) ?? file;
  const read = readTenantFile(changed, allowsLoopback);
  return read.kind === 'invalid' ? read.problems : [];
}

describe('tenant files', () => {
  it('are read with defaults filled in and spellings made canonical', () => {
    const read = readTenantFile(demo(), allowsLoopback);
    if (read.kind === 'invalid') throw new Error(read.problems.join('\n'));
    expect(read.value.offers[0]).toMatchObject({
      name: 'Motor Vehicle Accident',
      abbrev: 'MVA',
      active: true,
    });
    expect(read.value.fieldLibrary[0]).toMatchObject({ dataType: 'string', isStandard: false, active: true });
    expect(read.value.deliveryEndpoints[0]).toMatchObject({
      method: 'POST',
      timeoutSeconds: 10,
      onAmbiguous: 'retry',
    });
    expect(read.value.campaigns[0]).toMatchObject({ campaignId: 'ACMVA', active: true });
  });

  it('are valid with a tenant only', () => {
    expect(readTenantFile({ tenantId: 'demo', name: 'Demo' })).toEqual({
      kind: 'valid',
      value: {
        tenantId: 'demo',
        name: 'Demo',
        settings: {},
        providers: {},
        secrets: {},
        clients: [],
        offers: [],
        deliveryEndpoints: [],
        phoneNumbers: [],
        smsAgents: [],
        agentVariables: [],
        suppliers: [],
        suppressionLists: [],
        valueSets: [],
        lookups: [],
        fieldLibrary: [],
        campaigns: [],
      },
    });
  });

  it('report every misspelled key with its path, at any depth', () => {
    const file = demo();
    Object.assign(file, { campains: [] });
    Object.assign(file.settings.webhooks, { secrets: 'x' });
    Object.assign(file.providers.twilio, { token: 'x' });
    Object.assign(file.clients[0]?.settings ?? {}, { maxLeadsPerday: 5 });
    Object.assign(file.deliveryEndpoints[0]?.responseRules[0]?.when ?? {}, { jsonpath: '$.x' });
    Object.assign(file.campaigns[0] ?? {}, { deliveryLimits: [{ cap: 5, activ: true }] });
    expect(readTenantFile(file, allowsLoopback)).toEqual({
      kind: 'invalid',
      problems: [
        'settings.webhooks.secrets: is not a known field',
        'providers.twilio.token: is not a known field',
        'clients.0.settings.maxLeadsPerday: is not a known field',
        'deliveryEndpoints.0.responseRules.0.when.jsonpath: is not a known field',
        'campaigns.0.deliveryLimits.0.activ: is not a known field',
        'campains: is not a known field',
      ],
    });
  });

  it('may use each identifier once per section', () => {
    expect(
      problems((file) => {
        file.clients.push(...demo().clients);
        file.fieldLibrary.push(...demo().fieldLibrary);
        file.campaigns.push(...demo().campaigns);
      }),
    ).toEqual([
      'clients.1.clientId: is used by an earlier entry',
      'fieldLibrary.1.key: is used by an earlier entry',
      'campaigns.1.campaignId: is used by an earlier entry',
    ]);
  });

  it('require identifiers, so that a second apply finds the same objects', () => {
    expect(
      problems(() => ({
        tenantId: 'demo',
        name: 'Demo',
        clients: [{ name: 'A', abbrev: 'A' }],
        offers: [{ name: 'A', abbrev: 'A', category: 'other' }],
        campaigns: [{ name: 'A', clientId: 'a', offerId: 'b' }],
      })),
    ).toEqual([
      'clients.0.clientId: is required',
      'offers.0.offerId: is required',
      'campaigns.0.campaignId: is required',
    ]);
  });

  it.each<[string, (file: ReturnType<typeof demo>) => unknown, string]>([
    [
      'tenantId',
      (f) => (f.tenantId = 'De/mo'),
      'tenantId: must be 1 to 32 lower-case letters, digits or hyphens',
    ],
    [
      'secret',
      (f) => (f.settings.webhooks.secret = 'whsec_short'),
      'settings.webhooks.secret: must be whsec_ and the base64 of 24 to 64 bytes',
    ],
    [
      'time zone',
      (f) => (f.settings.timezone = 'Pacific'),
      'settings.timezone: must be an IANA time zone name',
    ],
    [
      'vendor',
      (f) => (f.settings.defaultSmsProvider = 'pigeon'),
      'settings.defaultSmsProvider: must be one of twilio, telnyx, console',
    ],
    [
      'api version',
      (f) => (f.providers.facebook.apiVersion = '24'),
      'providers.facebook.apiVersion: must be a version such as v24.0',
    ],
    [
      'vendor URL',
      (f) => (f.providers.twilio.baseUrl = ''),
      'providers.twilio.baseUrl: must be an http or https URL',
    ],
    [
      'posting URL',
      (f) => Object.assign(f.clients[0]?.settings ?? {}, { defaultPostingUrl: 'http://10.0.0.1' }),
      'clients.0.settings.defaultPostingUrl: must not point to a private address',
    ],
    [
      'posting method',
      (f) => Object.assign(f.clients[0]?.settings ?? {}, { postingMethod: 'carrier' }),
      'clients.0.settings.postingMethod: must be one of http, email',
    ],
    [
      'number',
      (f) => Object.assign(f.phoneNumbers[0] ?? {}, { phoneNumber: '415' }),
      'phoneNumbers.0.phoneNumber: must be an E.164 number such as +14155550132',
    ],
    [
      'pattern',
      (f) => Object.assign(f.fieldLibrary[0]?.validationRules ?? {}, { pattern: '(?=x)' }),
      'fieldLibrary.0.validationRules.pattern: must not use lookahead or lookbehind',
    ],
  ])('refuse a malformed %s', (_what, change, problem) => {
    expect(
      problems((file) => {
        change(file);
      }),
    ).toEqual([problem]);
  });

  it("have prices in the currency of the client's budget, which a budget has to have", () => {
    const pricedWith = (settings: object) =>
      problems((file) => {
        Object.assign(file.clients[0]?.settings ?? {}, settings);
        Object.assign(file.campaigns[0] ?? {}, { price: { currency: 'USD', amount: 40 } });
      });
    expect(pricedWith({ maxSpendPerDay: 100, currency: 'EUR' })).toEqual([
      "campaigns.0.price.currency: must be EUR, the currency of its client's budget",
    ]);
    expect(pricedWith({ maxSpendPerDay: 100 })).toEqual([
      'clients.0.settings.currency: is required by maxSpendPerDay',
    ]);
    expect(pricedWith({ maxSpendPerDay: 100, currency: 'USD' })).toEqual([]);
  });

  it.each([null, [], 'text', 5])('are refused when the whole file is %j', (document) => {
    expect(problems(() => ({ document }).document ?? 0)).toEqual(['body: must be an object']);
  });
});
