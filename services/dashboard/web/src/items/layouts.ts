/**
 * The forms made by hand: in which parts their fields stand, and how those are shown whose name says too little. What is in no
 * part stands in the last one, so a field that is new on the server is never out of reach.
 */
import type { Section } from '@sluice/contracts/words';
import type { Look, Looks } from './looks.js';

/** A part of a form; the first is open. */
export interface Part {
  readonly title: string;
  /** What is in it, in one sentence. */
  readonly about: string;
  /** The places of its fields, e.g. `settings.timezone`. */
  readonly fields: readonly string[];
}

export interface Layout {
  readonly parts: readonly Part[];
  readonly looks: Looks;
}

const label = (text: string): Look => ({ label: text });

const campaign: Layout = {
  parts: [
    {
      title: 'Who buys',
      about: 'The client, the offer, and what the campaign is called.',
      fields: ['clientId', 'offerId', 'name', 'campaignId', 'active', 'managerId', 'tags', 'notes'],
    },
    {
      title: 'Which leads',
      about:
        'Conditions, duplicates, consent, look-ups, the language model, and what is done before a lead is routed.',
      fields: [
        'disqualificationConditionals',
        'suppliers',
        'settings.dedupeEnabled',
        'settings.dedupeWindow',
        'settings.dedupeFields',
        'settings.dedupeMatch',
        'settings.dedupeScope',
        'settings.sameRequestSeconds',
        'settings.aiQualificationEnabled',
        'settings.aiOnError',
        'consent',
        'lookups',
        'firstSubmissionAction',
      ],
    },
    {
      title: 'How many and when',
      about: 'Caps and budgets, hours, and how old a lead may be.',
      fields: ['deliveryLimits', 'deliverySchedule', 'maxAgeMinutes'],
    },
    {
      title: 'Where to',
      about: 'The endpoint, other buyers, and when the next one is asked.',
      fields: [
        'deliveryEndpointId',
        'distribution',
        'settings.autoRoutingEnabled',
        'routingRules',
        'fallbackCampaigns',
      ],
    },
    {
      title: 'Price and returns',
      about: 'What a lead costs, by rules if it depends, and on what terms it may be returned.',
      fields: ['price', 'returns'],
    },
    {
      title: 'What happens after',
      about: 'Webhook, pixels, documents, agents, milestones and references.',
      fields: [
        'webhooks',
        'pixelRules',
        'documents',
        'campaignAiAgents',
        'phoneNumberId',
        'revenueMilestones',
        'settings.integrationOverrides',
        ...['questionnaireId', 'autoDialerConfigId', 'postCallPipelineId', 'externalId'],
      ],
    },
  ],
  looks: {
    'campaignAiAgents.sms.agentId': { as: 'pick', of: 'smsAgents' },
    'campaignAiAgents.smsTest.agentId': { as: 'pick', of: 'smsAgents' },
    'deliverySchedule.specificDays': { as: 'hours' },
    'deliverySchedule.action': label('Outside these hours'),
    'deliveryLimits.action': label('When it is full'),
    'deliveryLimits.startDate': label('From'),
    'deliveryLimits.endDate': label('Until'),
    'distribution.groups.name': label('Name'),
    'distribution.groups.method': label('Who is asked first'),
    'suppliers.entries': label('Suppliers, or sites as SUPPLIER/SITE'),
    'suppliers.mode': label('Take their leads'),
    'lookups.when': label('Only about leads'),
    'settings.integrationOverrides': label('Vendors of this campaign'),
  },
};

const client: Layout = {
  parts: [
    {
      title: 'Who it is',
      about: 'The client and whom to speak to.',
      fields: [
        ...['name', 'abbrev', 'clientId', 'active', 'contactName', 'contactPhone', 'contactEmail'],
        ...['address', 'description', 'tags', 'externalId'],
      ],
    },
    {
      title: 'How it gets leads',
      about: 'Where leads go when a campaign names no endpoint.',
      fields: [
        'settings.postingMethod',
        'settings.defaultPostingUrl',
        'settings.notificationEmail',
        'settings.emailFormat',
        'settings.acceptDuplicates',
      ],
    },
    {
      title: 'How much it takes',
      about: 'Leads and spending over all its campaigns, and the zone in which days turn.',
      fields: [
        'settings.maxLeadsPerDay',
        'settings.maxLeadsPerMonth',
        'settings.maxSpendPerDay',
        'settings.maxSpendPerMonth',
        'settings.currency',
        'settings.timezone',
      ],
    },
    { title: 'Notices', about: 'What it is told by e-mail.', fields: ['settings.sendDailyReport'] },
  ],
  looks: {
    'settings.defaultPostingUrl': label('Posting address'),
    'settings.notificationEmail': label('E-mail address for leads or notices'),
  },
};

const endpoint: Layout = {
  parts: [
    {
      title: 'Address and format',
      about: 'Where leads are posted, and as what.',
      fields: ['name', 'deliveryEndpointId', 'url', 'method', 'format', 'contentType', 'template'],
    },
    {
      title: 'Mapping',
      about: 'What the buyer calls each of our fields, and the headers of its requests.',
      fields: ['fields', 'headers'],
    },
    {
      title: 'Answers',
      about: 'What its answers mean: the first rule that matches decides.',
      fields: ['responseRules', 'onAmbiguous', 'onUnreadable'],
    },
    {
      title: 'Timeouts',
      about: 'How long to wait for an answer, and how often to try.',
      fields: ['timeoutSeconds', 'retries'],
    },
  ],
  looks: {
    fields: { sides: ["The buyer's name", 'Our field'], of: 'fieldLibrary' },
    'responseRules.when': label('If the answer has'),
    'responseRules.outcome': label('The lead is'),
  },
};

const lookup: Layout = {
  parts: [
    {
      title: 'Who is asked',
      about: 'The vendor, and what it is sent of a lead.',
      fields: ['name', 'lookupId', 'active', 'url', 'method', 'headers', 'body', 'timeoutSeconds'],
    },
    {
      title: 'What it answers',
      about: 'When an answer is good, what is kept of it, and for how long it answers for other leads.',
      fields: ['goodWhen', 'map', 'cacheDays'],
    },
    { title: 'Which leads', about: 'What becomes of them.', fields: ['onError', 'testToo'] },
  ],
  looks: {
    'goodWhen.equals': label('Has to be'),
    'goodWhen.jsonPath': label('Value of the answer'),
    'map.field': label('Called'),
    onError: label('Without an answer'),
    testToo: label('Test leads too'),
  },
};

const supplier: Layout = {
  parts: [
    {
      title: 'Who it is',
      about: 'The supplier, and whether it may send leads.',
      fields: ['name', 'supplierId', 'status'],
    },
    {
      title: 'What it may send',
      about: 'To which campaigns, how many, and from where.',
      fields: ['campaigns', 'limits', 'ipAllow', 'duplicateCheck'],
    },
    { title: 'What it costs', about: 'For what it is paid.', fields: ['cost', 'reverseOnReturn'] },
    {
      title: 'What it is told',
      about: 'In answers, and by a call of its tracker.',
      fields: ['answerDetail', 'postback'],
    },
  ],
  looks: {
    campaigns: {
      as: 'all-or-these',
      of: 'campaigns',
      many: true,
      hint: 'Where it may send leads to: nowhere while none is picked.',
    },
    ipAllow: { hint: 'Addresses or ranges such as 203.0.113.0/24; any if there is none.' },
    limits: { label: 'Limits', hint: 'How many leads are taken of it.' },
  },
};

const suppressionList: Layout = {
  parts: [
    {
      title: 'Whom it lists',
      about: 'People of whom no lead is sold, or none to one client. Its entries are imported.',
      fields: ['name', 'listId', 'kind', 'scope', 'clientId', 'active', 'fromOptOuts'],
    },
    {
      title: 'Its form',
      about: 'How its values are written; it stays while the list has entries.',
      fields: ['hashed', 'phones', 'country'],
    },
  ],
  looks: { clientId: { as: 'pick', of: 'clients' } },
};

/** By the section of the tenant file; the others show their fields in the order of the schema. */
export const layouts: Readonly<Partial<Record<Section, Layout>>> = {
  campaigns: campaign,
  clients: client,
  deliveryEndpoints: endpoint,
  suppliers: supplier,
  lookups: lookup,
  suppressionLists: suppressionList,
};
