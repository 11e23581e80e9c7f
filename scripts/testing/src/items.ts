/** Items of every kind of a tenant file, valid ones and ones with faults; what refers to another refers to the first of its kind. */
import { SECRET_MARK, type Section } from '@sluice/contracts';

export type Fields = Record<string, unknown>;

const condition = { field: 'injury', operator: 'equals', value: ['no'] };
/** Valid items with many fields, by section. */
export const validItems: Readonly<Record<Section, Fields>> = {
  clients: {
    clientId: 'cli_1',
    name: 'Acme',
    abbrev: 'ACM',
    contactEmail: 'ada@example.com',
    address: { city: 'Reno', zip: '89501' },
    settings: { defaultPostingUrl: 'https://buyer.example/in', maxSpendPerDay: 500, currency: 'USD' },
  },
  offers: { offerId: 'off_1', name: 'Roundup', abbrev: 'RU', category: 'mass_tort', tags: ['a'] },
  deliveryEndpoints: {
    deliveryEndpointId: 'end_1',
    url: 'https://buyer.example/in',
    format: 'form',
    headers: { Authorization: 'Bearer {{ secrets.acme }}', 'X-Key': 'stored-literal' },
    fields: { injury: 'questionnaire.injury' },
    responseRules: [{ when: { status: '200-299', jsonPath: '$.ok', equals: true }, outcome: 'accepted' }],
    timeoutSeconds: 12,
  },
  phoneNumbers: { phoneNumberId: 'pho_1', phoneNumber: '+14155550100', sms: true },
  smsAgents: { agentId: 'agt_1', name: 'Intake', phoneNumberId: 'pho_1' },
  agentVariables: { agentVariablesConfigId: 'var_1', variables: { who: '{{ lead.firstName }}' } },
  suppliers: {
    supplierId: 'sup_1',
    name: 'North',
    campaigns: ['AAA'],
    limits: [{ type: 'daily', cap: 5 }],
    cost: { mode: 'per_lead', amount: 2.5, currency: 'USD' },
    ipAllow: ['192.0.2.0/24'],
  },
  valueSets: { valueSetId: 'vs_1', name: 'West', values: ['CA', 'OR', 94_607] },
  fieldLibrary: {
    key: 'injury',
    label: 'Injured?',
    category: 'question',
    validationRules: { pattern: '^(yes|no)$' },
  },
  campaigns: {
    campaignId: 'AAA',
    name: 'Acme - Roundup',
    clientId: 'cli_1',
    offerId: 'off_1',
    deliveryEndpointId: 'end_1',
    disqualificationConditionals: [{ name: 'No', subRules: [{ conditions: [condition] }] }],
    deliveryLimits: [
      { type: 'daily', cap: 50 },
      { type: 'weekly', budget: 100, currency: 'USD' },
    ],
    deliverySchedule: {
      timezone: 'America/New_York',
      specificDays: [{ day: 'Monday', startTime: '09:00', endTime: '17:00' }],
    },
    price: { currency: 'USD', amount: 45 },
    returns: { windowDays: 7 },
    webhooks: { url: 'https://hooks.example/in' },
    fallbackCampaigns: ['BBB'],
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
