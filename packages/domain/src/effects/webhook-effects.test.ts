import type { Decision, Stage } from '@sluice/contracts';
import { campaignOf } from '../../test/builders.js';
import { body, delivered, effects, keys, now, qualified } from '../../test/effects.js';

const trace = [] as const;

describe('webhook events', () => {
  it.each<[Stage, Decision, string[]]>([
    ['qualification', qualified, ['lead.created', 'lead.qualified']],
    ['qualification', { kind: 'disqualified', reason: 'x', trace }, ['lead.created', 'lead.disqualified']],
    ['qualification', { kind: 'duplicate', reason: 'x', trace }, ['lead.created', 'lead.duplicate']],
    [
      'qualification',
      { kind: 'pending_action', reason: 'human_review', trace },
      ['lead.created', 'lead.first_submission_action'],
    ],
    ['qualification', { kind: 'awaiting_action', trace }, ['lead.created', 'lead.first_submission_action']],
    ['qualification', { kind: 'error', reason: 'x', trace }, ['lead.created', 'lead.failed']],
    ['qualification', { kind: 'superseded', by: 'sub_2', trace }, []],
    ['qualification', { kind: 'void', trace }, []],
    ['action', qualified, ['lead.qualified']],
    ['action', { kind: 'pending_action', reason: 'human_review', trace }, []],
    ['routing', { kind: 'routed', campaignId: 'A', clientId: 'c', reservedAt: now, trace }, []],
    [
      'routing',
      { kind: 'held', reason: 'x', campaignId: 'A', until: now, waitsFor: [], trace },
      ['lead.queued'],
    ],
    ['routing', { kind: 'rejected', reason: 'no_capacity', trace }, ['lead.rejected']],
    ['routing', { kind: 'error', reason: 'no_route', trace }, ['lead.failed']],
    ['delivery', delivered, ['lead.delivered']],
    ['delivery', { kind: 'rejected', reason: 'x', trace }, ['lead.rejected']],
    ['delivery', { kind: 'duplicate', reason: 'x', trace }, ['lead.duplicate']],
    ['delivery', { kind: 'failed', reason: 'x', trace }, ['lead.failed']],
    ['delivery', { kind: 'pending_action', reason: 'unknown_outcome', trace }, []],
  ])('of the stage %s for the decision %j are %j', (stage, decision, events) => {
    expect(keys(decision, { stage })).toEqual(events.map((event) => `sub_1.${event}.webhook`));
  });

  it('announce a new lead only once, with its first submission', () => {
    expect(keys(qualified, { submission: { first: false } })).toEqual(['sub_1.lead.qualified.webhook']);
  });

  it('of a repost that skips qualification are only those of its final decision', () => {
    const retry = { kind: 'repost', first: false, retryOf: 'sub_0' } as const;
    expect(keys(qualified, { submission: retry })).toEqual([]);
    expect(keys(delivered, { submission: retry, stage: 'delivery' })).toEqual([
      'sub_1.lead.delivered.webhook',
    ]);
  });

  it('contain the person, the outcome and the buyer, and nothing else of the lead', () => {
    expect(body('sub_1.lead.delivered.webhook', delivered, { stage: 'delivery' })).toEqual({
      message: {
        id: 'evt_1',
        type: 'lead.delivered',
        timestamp: now.toISOString(),
        tenantId: 'demo',
        campaignId: 'ACMRU',
        leadId: 'lead_1',
        submissionId: 'sub_1',
        data: {
          status: 'delivered',
          deliveredTo: { campaignId: 'BORRU', clientId: 'cli_b' },
          price: 40,
          reference: 'r',
          lead: { firstName: 'Ann', email: 'ann@example.com' },
        },
      },
    });
  });

  it("name the lead's supplier and its sub ids, those that are known", () => {
    const subIds = { subId1: 'site-17' };
    const said = (submission: object) =>
      effects(delivered, { stage: 'delivery', submission })[0]?.body as { message: { data: object } };
    expect(said({ supplierId: 'sup_1', sentTo: 'ACMRU', subIds }).message.data).toMatchObject({
      supplierId: 'sup_1',
      subIds,
    });
    expect(said({ subIds }).message.data).not.toHaveProperty('supplierId');
    expect(said({}).message.data).not.toHaveProperty('subIds');
  });

  it('mark test leads', () => {
    expect(effects(delivered, { stage: 'delivery', submission: { isTest: true } })[0]?.body).toMatchObject({
      message: { data: { isTest: true } },
    });
  });

  it('are not created where no receiver is configured for them', () => {
    expect(keys(qualified, { hooks: false })).toEqual([]);
    expect(keys(qualified, { campaign: campaignOf({ webhooks: { enabled: false } }) })).toEqual([]);
    const choosy = campaignOf({ webhooks: { events: { 'lead.qualified': true } } });
    expect(keys(qualified, { campaign: choosy })).toEqual(['sub_1.lead.qualified.webhook']);
  });

  it("are sent to the tenant's receiver even when the campaign is gone", () => {
    expect(keys(qualified, { campaign: undefined })).toContain('sub_1.lead.qualified.webhook');
  });

  it('contain the references of the campaign into other systems, those that are set', () => {
    const referring = campaignOf({
      postCallPipelineId: 'pipe_1',
      autoDialerConfigId: 'dial_1',
      questionnaireId: 'quest_1',
      managerId: '',
      firstSubmissionAction: { action: 'workflow', workflow: { workflowDefinitionId: 'wf_1' } },
    });
    const references = {
      workflowDefinitionId: 'wf_1',
      postCallPipelineId: 'pipe_1',
      autoDialerConfigId: 'dial_1',
      questionnaireId: 'quest_1',
    };
    const workflow = { kind: 'pending_action', reason: 'workflow', trace } as const;
    for (const event of ['lead.created', 'lead.first_submission_action'])
      expect(body(`sub_1.${event}.webhook`, workflow, { campaign: referring })).toMatchObject({
        message: { data: { references } },
      });
    const stage = 'delivery' as const;
    expect(body('sub_1.lead.delivered.webhook', delivered, { stage, campaign: referring })).toMatchObject({
      message: { data: { references, status: 'delivered' } },
    });
  });
});
