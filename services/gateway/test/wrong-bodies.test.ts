/** What is wrong with a body is said at once, references that do not exist included. */
import { duringTests } from '@sluice/testing';
import { aLead, openGateway, type OperationId } from './gateway.js';

const world = duringTests(openGateway);
let leadId: string;
beforeAll(async () => {
  leadId = (await world.call('createLead', { body: aLead() })).data.leadId;
});

const contact = ['firstName', 'lastName', 'email', 'phone'];
const NUL = 'a\u0000b';

/** The fields that each wrong body has problems with. */
const wrongBodies: readonly [OperationId, string, object, readonly string[]][] = [
  ['submitLead', 'a country and nothing else', { country: 'usa' }, ['campaignId', 'country', ...contact]],
  ['submitLead', 'a NUL', { campaignId: 'ACMRU', notes: NUL }, ['notes', ...contact]],
  [
    'submitLead',
    'a forbidden key',
    { campaignId: 'ACMRU', customFields: { $a: 1 } },
    ['customFields.$a', ...contact],
  ],
  ['submitLead', 'an unknown campaign', { campaignId: 'NONE', phone: 'x' }, ['campaignId', ...contact]],
  ['submitLead', 'two unknown things', { campaignId: 'NONE', leadId: 'lead_none' }, ['campaignId', 'leadId']],
  [
    'submitLead',
    'an unknown lead',
    { campaignId: 'ACMRU', leadId: 'lead_none', country: 'x' },
    ['leadId', 'country'],
  ],
  [
    'createLead',
    'an unknown campaign',
    { campaignId: 'NONE', email: 'x', dateOfBirth: 'x' },
    ['campaignId', 'dateOfBirth', ...contact],
  ],
  [
    'bulkUpdateLeads',
    'wrong updates',
    { leadIds: [], updates: { status: 'asleep', country: 'usa', typo: 1, notes: NUL }, more: 1 },
    ['leadIds', 'updates.status', 'updates.country', 'updates.typo', 'updates.notes', 'more'],
  ],
  [
    'repostLead',
    'a wrong payload',
    { modifiedPayload: { country: 'usa', email: NUL }, deliveryInfo: { method: 'GET' } },
    [
      'modifiedPayload.country',
      'modifiedPayload.email',
      'deliveryInfo.url',
      'deliveryInfo.method',
      'campaignId',
    ],
  ],
  [
    'repostLead',
    'an unknown campaign',
    { campaignId: 'NONE', deliveryInfo: {} },
    ['campaignId', 'deliveryInfo.url'],
  ],
  ['deliverLead', 'nothing', {}, ['campaignId']],
  ['moveLeadToCampaign', 'a NUL', { campaignId: NUL }, ['campaignId']],
  [
    'createCampaign',
    'what is taken and what is missing',
    { campaignId: 'ACMRU', clientId: 'nobody', offerId: 'nothing' },
    ['campaignId', 'clientId', 'offerId', 'name'],
  ],
  [
    'createCampaign',
    'wrong rules',
    {
      name: 'x',
      clientId: 'cli_alpha',
      offerId: 'nothing',
      campaignId: 'AAAAA',
      deliveryLimits: [{ cap: 1.5, action: 'route' }],
      fallbackCampaigns: ['AAAAA'],
      pixelRules: [{ id: 'a' }],
    },
    [
      ...['offerId', 'deliveryLimits.0.cap', 'deliveryLimits.0.routeToCampaignId', 'fallbackCampaigns.0'],
      ...['triggerPoint', 'pixelId', 'platform', 'eventName'].map((field) => `pixelRules.0.${field}`),
    ],
  ],
  [
    'createOffer',
    'a taken id',
    { offerId: 'off_alpha', abbrev: 'x'.repeat(11) },
    ['offerId', 'name', 'abbrev', 'category'],
  ],
  ['updateOffer', 'a typo', { nmae: 'x', abbrev: '', archivedAt: 'soon' }, ['nmae', 'abbrev', 'archivedAt']],
  [
    'upsertFile',
    'an unknown lead',
    { leadId: 'lead_none', fileKey: 'A', signedAt: 'soon' },
    ['leadId', 'fileKey', 'fileName', 'fileType', 'documentUrl', 'signedAt'],
  ],
  [
    'recordInteraction',
    'an unknown lead',
    { leadId: 'lead_none', campaignId: 'NONE', type: 'sms', call: { recordingUrl: 'x', duration: -1 } },
    ['leadId', 'campaignId', 'type', 'call.recordingUrl', 'call.duration'],
  ],
  [
    'sendSms',
    'an unknown campaign',
    { leadId: 'x', message: '', to: '5', campaignId: 'NONE' },
    ['message', 'to', 'campaignId'],
  ],
  [
    'firePixel',
    'a currency',
    { currency: 'Q', eventValue: NUL },
    ['leadId', 'pixelId', 'platform', 'eventName', 'currency', 'eventValue'],
  ],
];

it.each(wrongBodies)(
  '%s with %s names exactly the fields that are wrong or missing',
  async (operation, _what, body, fields) => {
    const sent: readonly Record<string, string>[] = [{}, { 'Idempotency-Key': `problems of ${operation}` }];
    for (const headers of sent) {
      const { status, error } = await world.call(operation, {
        params: { leadId, offerId: 'off_alpha' },
        body,
        headers,
      });
      expect([status, error?.code]).toEqual([400, 'VALIDATION_ERROR']);
      const named = error!.details.map((line) => line.slice(0, line.indexOf(': ')));
      expect([...new Set(named)].toSorted()).toEqual([...new Set(fields)].toSorted());
    }
  },
);

it('a reference is looked up among the tenant’s own things only', async () => {
  const { error } = await world.call('createCampaign', {
    body: { campaignId: 'BETA1', clientId: 'cli_beta', offerId: 'off_beta' },
  });
  expect(error?.details.toSorted()).toEqual([
    'clientId: does not exist',
    'name: is required',
    'offerId: does not exist',
  ]);
});
