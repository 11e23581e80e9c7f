/** Items of every kind of a tenant file, valid ones and ones with faults; what refers to another refers to the first of its kind. */
import { SECRET_MARK, type Section } from '@sluice/contracts';

export type Fields = Record<string, unknown>;

const condition = { field: 'injury', operator: 'equals', value: ['no', 'unknown'] };
const conditions = {
  name: 'No',
  isActive: true,
  logicalOperator: 'OR',
  subRules: [
    {
      logicalOperator: 'OR',
      conditions: [condition, { field: 'state', operator: 'in_value_set', valueSetId: 'vs_1' }],
    },
    { logicalOperator: 'AND', conditions: [{ field: 'age', operator: 'between', value: ['1', '17'] }] },
  ],
};
const agent = { agentId: 'agt_1', promptTemplateId: 'prompt', agentVariablesConfigId: 'var_1' };

/** A valid item of each section, with every field that it may have, as far as they go together. */
export const validItems: Readonly<Record<Section, Fields>> = {
  clients: {
    ...{ clientId: 'cli_1', name: 'Acme', abbrev: 'ACM', active: true, tags: ['a', 'b'] },
    ...{ contactName: 'Ada', contactPhone: '+14155550100', contactEmail: 'ada@example.com' },
    address: { street: '1 Main St', city: 'Reno', state: 'NV', zip: '02134', country: 'US' },
    ...{ description: 'Buys much.', externalId: 'x-1' },
    settings: {
      ...{ postingMethod: 'http', defaultPostingUrl: 'https://buyer.example/in', emailFormat: 'json' },
      ...{ notificationEmail: 'ada@example.com', sendDailyReport: true, acceptDuplicates: false },
      ...{ maxLeadsPerDay: 10, maxLeadsPerMonth: 100, maxSpendPerDay: 500, maxSpendPerMonth: 5000.5 },
      ...{ currency: 'USD', timezone: 'America/New_York' },
    },
  },
  offers: {
    ...{ offerId: 'off_1', name: 'Roundup', abbrev: 'RU', category: 'mass_tort', tags: ['a'] },
    ...{
      active: true,
      description: 'Weed.',
      eligibilityCriteria: ['injured', 'not signed'],
      externalId: 'x-2',
    },
  },
  deliveryEndpoints: {
    ...{ deliveryEndpointId: 'end_1', name: 'Acme in', url: 'https://buyer.example/in', method: 'PUT' },
    format: 'form',
    headers: { Authorization: 'Bearer {{ secrets.acme }}', 'X-Key': 'stored-literal' },
    fields: { injury: 'questionnaire.injury' },
    responseRules: [
      {
        ...{ when: { status: '200-299', jsonPath: '$.ok', equals: true }, outcome: 'accepted' },
        ...{ price: '$.price', reference: { jsonPath: '$.id', pattern: 'n(.+)' } },
      },
      { when: { xmlPath: '/answer/text', contains: 'dup' }, outcome: 'duplicate', reason: 'known' },
      { when: { pattern: 'no .+' }, outcome: 'rejected', reason: { pattern: 'no (.+)' } },
    ],
    ...{ timeoutSeconds: 12, retries: 2, onAmbiguous: 'hold', onUnreadable: 'reject' },
  },
  phoneNumbers: {
    ...{ phoneNumberId: 'pho_1', phoneNumber: '+14155550100', sms: true, provider: 'console', position: 2 },
  },
  smsAgents: { agentId: 'agt_1', name: 'Intake', phoneNumberId: 'pho_1' },
  agentVariables: { agentVariablesConfigId: 'var_1', variables: { who: '{{ lead.firstName }}' } },
  suppliers: {
    ...{ supplierId: 'sup_1', name: 'North', status: 'test', campaigns: ['AAA'] },
    limits: [{ type: 'daily', cap: 5 }],
    ...{ cost: { mode: 'per_lead', amount: 2.5, currency: 'USD' }, reverseOnReturn: false },
    ...{ ipAllow: ['192.0.2.0/24'], answerDetail: 'minimal' },
    postback: { url: 'https://t.example/?c={subId1}', method: 'POST', on: ['delivered', 'returned'] },
  },
  suppressionLists: {
    ...{ listId: 'sl_1', name: 'Do not call', kind: 'phone', scope: 'tenant', fromOptOuts: true },
  },
  valueSets: { valueSetId: 'vs_1', name: 'West', values: ['CA', 'OR', 94_607] },
  lookups: {
    ...{ lookupId: 'lk_1', name: 'Do not call', timeoutSeconds: 12 },
    url: 'https://dnc.example/v1?phone={{ phone_national }}&key={{ secrets.dnc_key }}',
    goodWhen: { jsonPath: '$.success', equals: true },
    map: [{ field: 'code', jsonPath: '$[0].ResultCode' }],
  },
  fieldLibrary: {
    ...{ key: 'injury', label: 'Injured?', category: 'question', dataType: 'string', isStandard: false },
    validationRules: { required: true, minLength: 2, maxLength: 9, min: 0, max: 7.5, pattern: '^(yes|no)$' },
    active: true,
  },
  campaigns: {
    ...{ campaignId: 'AAA', name: 'Acme - Roundup', clientId: 'cli_1', offerId: 'off_1', active: true },
    ...{ managerId: 'm-1', tags: ['a'], notes: 'Nice.', externalId: 'x-3', deliveryEndpointId: 'end_1' },
    disqualificationConditionals: [{ ...conditions, public: true }],
    suppliers: { mode: 'deny', entries: ['sup_1/site 13'] },
    settings: {
      ...{ dedupeEnabled: true, dedupeWindow: 30, dedupeFields: ['phone', 'email'] },
      ...{ aiQualificationEnabled: false, aiOnError: 'hold', autoRoutingEnabled: true },
      integrationOverrides: { sms: 'console' },
    },
    firstSubmissionAction: {
      ...{ enabled: true, action: 'webhook' },
      webhook: {
        ...{ url: 'https://hooks.example/first', method: 'PUT', headers: { 'X-A': 'b' } },
        ...{ retries: 2, timeoutSeconds: 5 },
      },
    },
    deliveryLimits: [
      { active: true, type: 'daily', cap: 50, action: 'route', routeToCampaignId: 'BBB' },
      { type: 'weekly', budget: 100.5, currency: 'USD', startDate: '2026-01-01', endDate: '2026-12-31' },
    ],
    deliverySchedule: {
      ...{ timezone: 'America/New_York', action: 'next' },
      specificDays: [
        { day: 'Monday', startTime: '09:00', endTime: '17:00' },
        { day: 'Friday', startTime: '22:00', endTime: '24:00', active: false },
      ],
    },
    maxAgeMinutes: 90,
    distribution: {
      nextOn: ['refused', 'failed'],
      groups: [
        {
          ...{ name: 'buyers', method: 'weighted', minimumPrice: 20, currency: 'USD' },
          members: [{ campaignId: 'BBB', weight: 3 }],
        },
      ],
    },
    routingRules: [
      {
        ...{
          routeName: 'West',
          active: true,
          priority: 1,
          logicalOperator: 'OR',
          subRules: conditions.subRules,
        },
        routeTo: { campaignId: 'BBB', clientName: 'Borden', offerName: 'Roundup' },
      },
    ],
    fallbackCampaigns: ['BBB'],
    price: {
      ...{ currency: 'USD', amount: 45, fromAnswer: 'prefer' },
      rules: [{ when: conditions, amount: 70.25 }],
    },
    returns: { windowDays: 7, reasons: ['wrong_number'], maximumPercent: 12.5, autoApprove: true },
    webhooks: {
      ...{
        url: 'https://hooks.example/in',
        enabled: true,
        inheritFromTenant: false,
        headers: { 'X-A.B': 'c' },
      },
      ...{ events: { 'lead.delivered': false }, retryAttempts: 3, timeoutSeconds: 9 },
    },
    pixelRules: [
      {
        ...{ id: 'px1', name: 'Sold', active: true, triggerPoint: 'lead_delivered', platform: 'tiktok' },
        ...{ pixelId: '0123', eventName: 'Lead', actionSource: 'website', conditions, fireOnce: true },
        ...{ eventValueOverride: 5.5, currency: 'USD' },
      },
    ],
    documents: [
      {
        ...{ documentId: 'd1', type: 'retainer', name: 'Retainer', templateId: '1', provider: 'docuseal' },
        ...{ documentTemplateId: 't-1', conditions, metadataOverrides: { case: 'roundup' } },
        ...{ isActive: true, required: true, autoSend: false, expiresInDays: 7, order: 1 },
        fieldMappingOverrides: [
          {
            ...{ id: 'f1', providerFieldName: 'Full Name', providerFieldId: 'p1', autoFill: true },
            ...{ providerFieldLabel: 'Name', providerFieldType: 'text', fallbackTemplate: '{{ firstName }}' },
            ...{ sourceType: 'field_library', sourceValue: 'injury', sourceLabel: 'Injured?' },
            providerFieldRequired: false,
          },
        ],
      },
    ],
    campaignAiAgents: { voice: agent, voiceTest: agent, sms: agent, smsTest: agent },
    ...{
      phoneNumberId: 'pho_1',
      questionnaireId: 'q-1',
      autoDialerConfigId: 'a-1',
      postCallPipelineId: 'p-1',
    },
    revenueMilestones: [
      {
        ...{ leadStatus: 'signed', amount: 250, currency: 'USD', active: true, notes: 'Pays.' },
        ...{ validFrom: '2026-01-01', validTo: '2026-12-31', conditions },
      },
    ],
  },
};

/** What is put in the place of something: some of it fits, most does not. */
export const oddValues: readonly unknown[] = [
  null,
  0,
  -1,
  0.001,
  1e17,
  true,
  '',
  ' ',
  'x'.repeat(30_000),
  'cli_none',
  'off_1',
  'AAA',
  'EUR',
  '25:00',
  '17:00',
  '(a+)+$(',
  '${',
  '{% if x %}',
  '{{ secrets.Not Good }}',
  'Bearer sk_live_abcdef0123456789abcdef',
  'http://127.0.0.1/in',
  'http://0x7f.1/in',
  'http://[::1]:80/',
  'https://user:pass@buyer.example/',
  SECRET_MARK,
  [],
  {},
  ['AAA', 'AAA'],
  [{}],
  { a: { b: 1 } },
];
/** Names that a fault adds. */
export const oddNames = [
  'currency',
  'cap',
  'tenantId',
  'archived',
  'active',
  'settings',
  'activ',
  '$where',
  'price',
  'id',
];

/** The places of a value, itself left out. */
function placesIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [
    [...path, name],
    ...placesIn(each, [...path, name]),
  ]);
}

function holderOf(item: Fields, path: readonly string[]): Fields {
  return path.slice(0, -1).reduce((holder, name) => holder[name] as Fields, item);
}

/** What is done to an item. */
export interface Fault {
  /** Counts the places in the item, over and over. */
  readonly place: number;
  readonly does: 'replace' | 'remove' | 'add';
  readonly value: unknown;
  readonly name: string;
}

/** The valid item of a section with these faults, one after the other. */
export function itemWith(section: Section, made: readonly Fault[]): Fields {
  const item = structuredClone(validItems[section]);
  for (const { place, does, value, name } of made) {
    const places = placesIn(item);
    const path = places[place % places.length] ?? [];
    const holder = holderOf(item, path);
    const last = path.at(-1);
    if ((does === 'add' || last === undefined) && !Array.isArray(holder))
      holder[name] = structuredClone(value);
    else if (last === undefined) continue;
    else if (does === 'remove' && !Array.isArray(holder)) delete holder[last];
    else holder[last] = structuredClone(value);
  }
  return item;
}
