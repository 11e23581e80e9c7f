import { problemsIn } from '../../../test/problems-in.js';
import { campaignSchema, createCampaignInputSchema } from './campaign.js';
import { readBody } from '../../reading/read-body.js';

const least = { name: 'Acme - Roundup', clientId: 'cli_acme', offerId: 'off_roundup' };

const problems = (fields: Record<string, unknown>) =>
  problemsIn(createCampaignInputSchema, { ...least, ...fields });

describe('creating a campaign', () => {
  it('requires a name, a client and an offer, and the campaign is active by default', () => {
    expect(createCampaignInputSchema.parse(least)).toEqual({ ...least, active: true });
    expect(createCampaignInputSchema.parse({ ...least, active: false }).active).toBe(false);
    expect(readBody(createCampaignInputSchema, {})).toEqual({
      kind: 'invalid',
      problems: ['name: is required', 'clientId: is required', 'offerId: is required'],
    });
  });

  it('refuses a campaign that names itself as a target', () => {
    const itself = {
      campaignId: 'ACMRU',
      fallbackCampaigns: ['BORRU', 'ACMRU'],
      deliveryLimits: [{ cap: 1, action: 'route', routeToCampaignId: 'ACMRU' }],
      deliverySchedule: { action: 'route', routeToCampaignId: 'ACMRU' },
    };
    expect(problems(itself)).toEqual([
      'fallbackCampaigns.1: must not be the campaign itself',
      'deliveryLimits.0.routeToCampaignId: must not be the campaign itself',
      'deliverySchedule.routeToCampaignId: must not be the campaign itself',
    ]);
    expect(problems({ ...itself, campaignId: 'OTHER' })).toEqual([]);
  });

  it.each([
    ['usd', 'USD', []],
    ['USD', 'EUR', ['deliveryLimits.0.currency: must be USD, the currency of the price']],
    ['ZZZ', 'USD', ['price.currency: must be an ISO 4217 currency code']],
    ['USD', 'ZZZ', ['deliveryLimits.0.currency: must be an ISO 4217 currency code']],
  ])('with a price in %s and a budget in %s has the problems %j', (earned, spent, found) => {
    const price = { currency: earned, amount: 40 };
    expect(problems({ price, deliveryLimits: [{ budget: 100, currency: spent }] })).toEqual(found);
  });

  it.each([
    [-1, ['returns.windowDays: must be at least 0']],
    [0, []],
    [365, []],
    [366, ['returns.windowDays: must be at most 365']],
  ])('takes returns for 0 to 365 days, so that %d has the problems %j', (windowDays, found) => {
    expect(problems({ returns: { windowDays } })).toEqual(found);
  });

  it('refuses a milestone that ends before it begins, and takes one of a single day', () => {
    const milestone = (validFrom: string, validTo: string) => ({
      revenueMilestones: [{ leadStatus: 'delivered', amount: 1, validFrom, validTo }],
    });
    expect(problems(milestone('2026-05-02', '2026-05-01'))).toEqual([
      'revenueMilestones.0.validTo: must not be before validFrom',
    ]);
    expect(problems(milestone('2026-05-01', '2026-05-01'))).toEqual([]);
  });

  it('drops unknown and read-only fields', () => {
    const sent = {
      ...least,
      createdAt: 'x',
      clientName: 'x',
      archivedAt: 'x',
      lastLeadReceivedAt: 'x',
      colour: 'red',
    };
    expect(createCampaignInputSchema.parse(sent)).toEqual({ ...least, active: true });
  });

  it('keeps every other field as it was sent when it is already canonical', () => {
    const sent = {
      ...least,
      campaignId: 'ACMRU',
      active: true,
      managerId: 'm1',
      webhooks: {
        url: 'https://hooks.example/in',
        events: { 'lead.delivered': true, 'lead.failed': false },
        headers: { 'X-A': 'b' },
        retryAttempts: 5,
        timeoutSeconds: 15,
        enabled: true,
        inheritFromTenant: false,
      },
      documents: [
        {
          documentId: 'd1',
          documentTemplateId: 't1',
          type: 'retainer',
          name: 'Retainer',
          templateId: 'v1',
          provider: 'docuseal',
          conditions: { logicalOperator: 'AND', subRules: [], isActive: true, name: 'c' },
          fieldMappingOverrides: [
            {
              id: '1',
              providerFieldName: 'n',
              sourceType: 'field_library',
              providerFieldRequired: true,
              autoFill: false,
            },
          ],
          metadataOverrides: { a: 'b' },
          isActive: true,
          required: true,
          autoSend: true,
          expiresInDays: 30,
          order: 1,
        },
      ],
      firstSubmissionAction: {
        enabled: true,
        action: 'voice_ai',
        webhook: {
          url: 'https://hooks.example/first',
          method: 'POST',
          headers: {},
          retries: 3,
          timeoutSeconds: 30,
        },
        humanReview: { reason: 'check', priority: 'high' },
        workflow: { workflowDefinitionId: 'w1' },
      },
      routingRules: [
        {
          routeName: 'West',
          active: true,
          priority: 1,
          logicalOperator: 'AND',
          subRules: [
            {
              logicalOperator: 'OR',
              conditions: [{ field: 'state', operator: 'in', value: ['CA'], valueSetId: 'vs' }],
            },
          ],
          routeTo: { campaignId: 'WEST', clientName: 'Acme', offerName: 'Roundup' },
        },
      ],
      fallbackCampaigns: ['BORRU'],
      deliveryLimits: [
        {
          active: true,
          cap: 50,
          type: 'daily',
          action: 'queue',
          startDate: '2026-01-01',
          endDate: '2026-12-31',
          routeToCampaignId: 'BORRU',
        },
      ],
      deliverySchedule: {
        timezone: 'America/New_York',
        action: 'queue',
        specificDays: [{ active: true, day: 'Monday', startTime: '09:00', endTime: '17:00' }],
        routeToCampaignId: 'BORRU',
      },
      revenueMilestones: [
        {
          leadStatus: 'delivered',
          amount: 250,
          currency: 'USD',
          validFrom: '2026-01-01',
          validTo: '2026-12-31',
          conditions: { logicalOperator: 'AND', subRules: [] },
          notes: 'n',
          active: true,
        },
      ],
      campaignAiAgents: {
        voice: { agentId: 'a', promptTemplateId: 'p', agentVariablesConfigId: 'v' },
        smsTest: {},
      },
      phoneNumberId: 'pho_1',
      questionnaireId: 'q',
      deliveryEndpointId: 'end_1',
      autoDialerConfigId: 'ad',
      postCallPipelineId: 'pc',
      pixelRules: [
        {
          id: 'px1',
          name: 'Qualified',
          active: true,
          triggerPoint: 'lead_qualified',
          pixelId: '123',
          platform: 'facebook',
          eventName: 'Lead',
          actionSource: 'website',
          conditions: { logicalOperator: 'AND', subRules: [] },
          eventValueOverride: 10.5,
          currency: 'USD',
          fireOnce: true,
        },
      ],
      settings: {
        aiQualificationEnabled: false,
        autoRoutingEnabled: true,
        dedupeEnabled: true,
        dedupeWindow: 30,
        dedupeFields: ['phone'],
        integrationOverrides: { voice: 'x', sms: 'twilio', llm: 'y' },
      },
      notes: 'n',
      tags: ['t'],
      externalId: 'e',
    };
    expect(createCampaignInputSchema.parse(sent)).toEqual(sent);
    const times = { createdAt: '2026-01-15T17:20:31.042Z', updatedAt: '2026-01-15T17:20:31.042Z' };
    expect(campaignSchema.parse({ ...sent, ...times })).toEqual({ ...sent, ...times });
  });

  it.each<[string, unknown, string]>([
    ['campaignId', 'acm', 'campaignId: must be 2 to 5 upper-case letters or digits'],
    ['campaignId', 'TOOLONG', 'campaignId: must be 2 to 5 upper-case letters or digits'],
    ['name', '', 'name: must not be empty'],
    ['active', 'true', 'active: must be true or false'],
    ['notes', null, 'notes: must be a string'],
    ['tags', 'a', 'tags: must be an array'],
    ['webhooks', { url: 'http://169.254.169.254/' }, 'webhooks.url: must not point to a private address'],
    ['webhooks', { headers: { host: 'x' } }, 'webhooks.headers.host: may not be set'],
    ['webhooks', { retryAttempts: 11 }, 'webhooks.retryAttempts: must be at most 10'],
    ['webhooks', { retryAttempts: 1.5 }, 'webhooks.retryAttempts: must be a whole number'],
    ['webhooks', { timeoutSeconds: 0 }, 'webhooks.timeoutSeconds: must be at least 1'],
    ['webhooks', { timeoutSeconds: 121 }, 'webhooks.timeoutSeconds: must be at most 120'],
    [
      'webhooks',
      { events: { 'lead.created': 'yes' } },
      'webhooks.events.lead.created: must be true or false',
    ],
    ['settings', { dedupeWindow: 0 }, 'settings.dedupeWindow: must be at least 1'],
    ['settings', { dedupeWindow: 366 }, 'settings.dedupeWindow: must be at most 365'],
    [
      'settings',
      { dedupeScope: 'world' },
      'settings.dedupeScope: must be one of campaign, offer, tenant, client',
    ],
    ['settings', { dedupeFields: [''] }, 'settings.dedupeFields.0: must not be empty'],
    ['fallbackCampaigns', ['BORRU', ''], 'fallbackCampaigns.1: must not be empty'],
    ['documents', [{ expiresInDays: 0 }], 'documents.0.expiresInDays: must be at least 1'],
    [
      'revenueMilestones',
      [{ leadStatus: 'sold', amount: 1 }],
      'revenueMilestones.0.leadStatus: must be one of new, pending, processing, qualified, disqualified, duplicate, pending_action, queued, delivered, rejected, failed, error, contacted, no_answer, voicemail, scheduled_callback, no_contact, document_sent, pending_signature, signed, accepted, returned',
    ],
    ['revenueMilestones', [{ leadStatus: 'delivered' }], 'revenueMilestones.0.amount: is required'],
    [
      'disqualificationConditionals',
      [{ subRules: [{ conditions: [{ field: 'a', operator: 'between', value: [1] }] }] }],
      'disqualificationConditionals.0.subRules.0.conditions.0.value: must hold [min, max] for between',
    ],
  ])('refuses %s %j', (field, value, problem) => {
    expect(problems({ [field]: value })).toEqual([problem]);
  });
});
