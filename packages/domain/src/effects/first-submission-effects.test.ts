import { campaignOf } from '../../test/builders.js';
import { body, data, effects, ofKind, quiet } from '../../test/effects.js';

const trace = [] as const;

describe('the first-submission webhook', () => {
  const gated = campaignOf({
    firstSubmissionAction: { action: 'webhook', webhook: { url: 'https://gate.example' } },
  });
  const awaiting = { kind: 'awaiting_action', trace } as const;

  it('is a separate effect that carries the whole lead', () => {
    const [effect] = ofKind('action', effects(awaiting, { ...quiet, campaign: gated }));
    expect(effect).toMatchObject({
      effectId: 'sub_1.lead.first_submission_action.action',
      body: { message: { type: 'lead.first_submission_action', data: { action: 'webhook', lead: data } } },
    });
    expect(effect?.body.message.id).toBe(effect?.eventId);
  });

  it('carries the references of the campaign into other systems', () => {
    const referring = campaignOf({
      managerId: 'mgr_1',
      firstSubmissionAction: { action: 'webhook', webhook: { url: 'https://gate.example' } },
    });
    expect(effects(awaiting, { ...quiet, campaign: referring })[0]).toMatchObject({
      body: { message: { data: { references: { managerId: 'mgr_1' } } } },
    });
  });

  it('is announced to the webhook receiver with the action that was started', () => {
    const reviewed = campaignOf({
      firstSubmissionAction: { action: 'human_review', humanReview: { reason: 'big', priority: 'high' } },
    });
    const decision = { kind: 'pending_action', reason: 'human_review', trace } as const;
    expect(
      body('sub_1.lead.first_submission_action.webhook', decision, { campaign: reviewed }),
    ).toMatchObject({
      message: {
        data: { status: 'pending_action', action: 'human_review', reason: 'big', priority: 'high' },
      },
    });
  });

  it.each([
    [false, { voice: { agentId: 'live' }, voiceTest: { agentId: 'test' } }, 'live'],
    [true, { voice: { agentId: 'live' }, voiceTest: { agentId: 'test' } }, 'test'],
    [true, { voice: { agentId: 'live' } }, undefined],
  ])('names the voice agent for a test lead (%s) of %j: %s', (isTest, campaignAiAgents, agentId) => {
    const campaign = campaignOf({ firstSubmissionAction: { action: 'voice_ai' }, campaignAiAgents });
    const decision = { kind: 'pending_action', reason: 'voice_ai', trace } as const;
    const [sent] = ofKind('webhook', effects(decision, { campaign, submission: { isTest } })).flatMap(
      ({ body: { message }, trigger }) => (trigger === 'lead.first_submission_action' ? [message.data] : []),
    );
    expect([sent?.['action'], sent?.['agentId']]).toEqual(['voice_ai', agentId]);
  });

  it('is announced with the lead as pending while its answer is outstanding', () => {
    const asking = campaignOf({
      firstSubmissionAction: { action: 'webhook', webhook: { url: 'https://crm.example/first' } },
    });
    const decision = { kind: 'awaiting_action', trace } as const;
    expect(body('sub_1.lead.first_submission_action.webhook', decision, { campaign: asking })).toMatchObject({
      message: { data: { status: 'pending', action: 'webhook' } },
    });
  });
});
