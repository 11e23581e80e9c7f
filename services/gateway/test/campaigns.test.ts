import { readSettings } from '@sluice/contracts';
import { patternProblem } from '@sluice/domain';
import { duringTests, eventually } from '@sluice/testing';
import { aLead, openGateway, type Gateway } from './gateway.js';

const world = duringTests(openGateway);

const minimal = () => ({
  name: 'Acme - Roundup',
  clientId: world.alpha.client.clientId,
  offerId: world.alpha.offer.offerId,
});

describe('POST /campaigns', () => {
  it('creates a campaign with the given code and fills in the names of client and offer', async () => {
    const { status, data } = await world.call('createCampaign', {
      body: { ...minimal(), campaignId: 'NEW1' },
    });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      campaignId: 'NEW1',
      active: true,
      clientName: 'Acme Injury Law',
      clientAbbrev: 'ACM',
      offerName: 'Roundup',
      offerAbbrev: 'RU',
    });
    expect(data.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const { data: got } = await world.call('getCampaign', { params: { campaignId: 'NEW1' } });
    expect(got).toEqual(data);
  });

  it('generates a code from the abbreviations when none is given, and another when that is in use', async () => {
    const first = await world.call('createCampaign', { body: minimal() });
    const second = await world.call('createCampaign', { body: minimal() });
    // Every test begins with a campaign named ACMRU, so that code is in use.
    expect([first.data.campaignId, second.data.campaignId]).toEqual(['ACMR2', 'ACMR3']);
  });

  it('never generates a code that the campaign itself names as where its leads go next', async () => {
    const body = {
      ...minimal(),
      fallbackCampaigns: ['ACMR2'],
      deliveryLimits: [{ cap: 1, action: 'route', routeToCampaignId: 'ACMR3' }],
      deliverySchedule: { action: 'route', routeToCampaignId: 'ACMR4' },
    };
    const { status, data } = await world.call('createCampaign', { body });
    expect([status, data.campaignId]).toEqual([201, 'ACMR5']);
  });

  it('gives campaigns that are created at the same moment different codes', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, () => world.call('createCampaign', { body: minimal() })),
    );
    expect(new Set(made.map(({ data }) => data.campaignId)).size).toBe(8);
  });

  it('returns every nested shape as it was sent', async () => {
    const group = {
      name: 'Not injured',
      isActive: true,
      logicalOperator: 'AND',
      subRules: [
        {
          logicalOperator: 'OR',
          conditions: [{ field: 'injury', operator: 'equals', value: ['no', 1, true] }],
        },
      ],
    };
    const body = {
      ...minimal(),
      campaignId: 'NEST',
      active: false,
      managerId: 'mgr_1',
      webhooks: {
        url: 'https://hooks.example/in',
        events: { 'lead.delivered': true, 'lead.failed': false },
        headers: { 'X-Own': 'yes' },
        retryAttempts: 3,
        timeoutSeconds: 20,
        enabled: true,
        inheritFromTenant: false,
      },
      documents: [
        {
          documentId: 'doc_1',
          documentTemplateId: 'tpl_1',
          type: 'retainer',
          name: 'Retainer',
          templateId: 'v_1',
          provider: 'docuseal',
          conditions: group,
          fieldMappingOverrides: [
            {
              id: 'm1',
              providerFieldName: 'first',
              sourceType: 'field_library',
              sourceValue: 'firstName',
              autoFill: true,
            },
          ],
          metadataOverrides: { a: 'b' },
          isActive: true,
          required: true,
          autoSend: false,
          expiresInDays: 14,
          order: 1,
        },
      ],
      firstSubmissionAction: {
        enabled: true,
        action: 'voice_ai',
        webhook: {
          url: 'https://hooks.example/first',
          method: 'POST',
          headers: { A: 'b' },
          retries: 2,
          timeoutSeconds: 9,
        },
        humanReview: { reason: 'look', priority: 'high' },
        workflow: { workflowDefinitionId: 'wf_1' },
      },
      disqualificationConditionals: [group],
      routingRules: [
        {
          routeName: 'West',
          active: true,
          priority: 1,
          logicalOperator: 'OR',
          subRules: group.subRules,
          routeTo: { campaignId: 'LATER', clientName: 'Acme', offerName: 'Roundup' },
        },
      ],
      fallbackCampaigns: ['LATER'],
      deliveryLimits: [
        {
          active: true,
          cap: 10,
          type: 'daily',
          action: 'route',
          startDate: '2026-01-01',
          endDate: '2026-02-01',
          routeToCampaignId: 'LATER',
        },
      ],
      deliverySchedule: {
        timezone: 'America/New_York',
        action: 'queue',
        specificDays: [{ active: true, day: 'Monday', startTime: '09:00', endTime: '17:00' }],
      },
      revenueMilestones: [
        {
          leadStatus: 'delivered',
          amount: 12.5,
          currency: 'USD',
          validFrom: '2026-01-01',
          validTo: '2026-12-31',
          conditions: group,
          notes: 'n',
          active: true,
        },
      ],
      campaignAiAgents: {
        voice: { agentId: 'a', promptTemplateId: 'b', agentVariablesConfigId: 'c' },
        voiceTest: { agentId: 'a' },
        sms: { agentId: 'agt_1' },
        smsTest: {},
      },
      phoneNumberId: 'pho_1',
      questionnaireId: 'qst_1',
      deliveryEndpointId: 'end_1',
      autoDialerConfigId: 'adc_1',
      postCallPipelineId: 'pcp_1',
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
          conditions: group,
          eventValueOverride: 3,
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
        integrationOverrides: { voice: 'v', sms: 'twilio', llm: 'l' },
      },
      notes: 'n',
      tags: ['a', 'b'],
      externalId: 'ext',
    };
    const { data } = await world.call('createCampaign', { body });
    expect(data).toMatchObject(body);
  });

  it('reports both references that do not exist', async () => {
    const { status, error } = await world.call('createCampaign', {
      body: { name: 'x', clientId: 'cli_none', offerId: 'off_none' },
    });
    expect(status).toBe(400);
    expect(error).toEqual({
      code: 'VALIDATION_ERROR',
      message: 'Invalid input data',
      details: ['clientId: does not exist', 'offerId: does not exist'],
    });
  });

  it('refuses a code that is in use', async () => {
    const { error } = await world.call('createCampaign', { body: { ...minimal(), campaignId: 'ACMRU' } });
    expect(error?.details).toEqual(['campaignId: already in use']);
  });

  it('reports every problem of a body at once and creates nothing', async () => {
    const { status, error } = await world.call('createCampaign', {
      body: { campaignId: 'toolong', name: '', offerId: 7, webhooks: { url: 'ftp://x' }, active: 'yes' },
    });
    expect(status).toBe(400);
    expect(error?.details?.map((line) => line.split(':')[0]).sort()).toEqual([
      'active',
      'campaignId',
      'clientId',
      'name',
      'offerId',
      'webhooks.url',
    ]);
  });

  it('refuses URLs that point into a private network, in any spelling', async () => {
    for (const url of [
      'http://127.0.0.1/',
      'http://2130706433/',
      'http://0x7f.1/',
      'http://[::ffff:127.0.0.1]/',
      'http://169.254.169.254/',
      'http://user:pw@public.example/',
    ]) {
      const { status, error } = await world.call('createCampaign', {
        body: { ...minimal(), webhooks: { url } },
      });
      expect({ url, status, at: error?.details?.[0]?.split(':')[0] }).toEqual({
        url,
        status: 400,
        at: 'webhooks.url',
      });
    }
  });

  it('accepts and refuses by the settings of the gateway, not by those of another in the same process', async () => {
    const reads = readSettings({ outboundAllow: ['127.0.0.0/8'], patternProblem });
    const other = await openGateway({ reads });
    const matching = (value: readonly string[]) => ({
      disqualificationConditionals: [
        { subRules: [{ conditions: [{ field: 'a', operator: 'matches', value }] }] },
      ],
    });
    const atHome = { webhooks: { url: 'http://127.0.0.1:4800/' } };
    const unknownClass = matching(['\\p{Nonsense}']);
    const tooMany = matching(Array.from({ length: 90 }, (_, n) => `\\pL{0,240}${n}`));
    const answers = async (at: Gateway, changes: object) => {
      const { clientId } = at.alpha.client;
      const { offerId } = at.alpha.offer;
      const body = { name: 'n', clientId, offerId, ...changes };
      const { status, error } = await at.call('createCampaign', { body });
      return [status, error?.details.join()];
    };
    try {
      expect(await answers(other, atHome)).toEqual([201, undefined]);
      expect(await answers(world, atHome)).toEqual([400, expect.stringContaining('private address')]);
      expect(await answers(other, unknownClass)).toEqual([400, expect.stringContaining('RE2 syntax')]);
      expect(await answers(world, unknownClass)).toEqual([201, undefined]);
      for (const at of [world, other])
        expect(await answers(at, tooMany)).toEqual([400, expect.stringContaining('one pattern too many')]);
    } finally {
      await other.close();
    }
  });

  it('refuses headers that would frame the request', async () => {
    for (const headers of [{ Host: 'x' }, { 'X-A': 'a\r\nB: c' }, { 'Content-Length': '3' }]) {
      const { status } = await world.call('createCampaign', {
        body: { ...minimal(), webhooks: { url: 'https://hooks.example', headers } },
      });
      expect(status).toBe(400);
    }
  });
});

describe('GET /campaigns/{campaignId}', () => {
  it('answers NOT_FOUND alike for an unknown code and for a code of another tenant', async () => {
    const nobody = await world.call('getCampaign', { params: { campaignId: 'NONE' } });
    const others = await world.call('getCampaign', {
      params: { campaignId: world.beta.campaign.campaignId },
    });
    expect(nobody.status).toBe(404);
    expect(others.text).toBe(nobody.text);
  });

  it('returns when the campaign last received a lead', async () => {
    await world.call('submitLead', { body: aLead() });
    const receivedAt = async () =>
      (await world.call('getCampaign', { params: { campaignId: 'ACMRU' } })).data.lastLeadReceivedAt;
    // The date is written after the lead's answer.
    const at = await eventually('the date is written', async () => (await receivedAt()) ?? undefined, 5_000);
    expect(Date.now() - Date.parse(at)).toBeLessThan(10_000);
  });
});
