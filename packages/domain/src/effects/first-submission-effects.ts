/** The action on a lead's first submission (§2.1.3): the event that reports it, and the call it may make. */
import type { NewEffect } from '@sluice/contracts';
import { leadBody } from '../delivery/lead-body.js';
import { firstSubmissionCall } from '../webhooks/first-submission-webhook.js';
import { effectOf, type EffectContext } from './effect-context.js';
import { submissionKey } from './effect-key.js';
import { contactData, messageOf, webhookEffects } from './webhook-effects.js';

const event = 'lead.first_submission_action';

/**
 * The effects of a campaign's first-submission action; `status` is the lead's status meanwhile. The call carries the
 * whole lead, the event only the contact.
 */
export function firstSubmissionEffects(
  context: EffectContext,
  status: 'pending' | 'pending_action',
): NewEffect[] {
  const action = actionData(context);
  const { submissionId, leadCampaignId, facts } = context;
  const notifications = webhookEffects(context, {
    event,
    data: () => ({ status, ...action, lead: contactData(facts.data) }),
  });
  if (!firstSubmissionCall(context.campaign)) return notifications;
  const eventId = context.mintEventId();
  const lead = leadBody({ submissionId, campaignId: leadCampaignId, leadId: facts.leadId, data: facts.data });
  const message = messageOf(context, { event, data: { ...action, lead } }, eventId);
  const effectId = firstSubmissionCallId(submissionId);
  return [
    effectOf(context, { effectId, kind: 'action', trigger: event, eventId, body: { message } }),
    ...notifications,
  ];
}

/** The id of the effect that makes the call for which a submission waits. */
export function firstSubmissionCallId(submissionId: string): string {
  return submissionKey(submissionId, event, 'action');
}

function actionData({ campaign, facts }: EffectContext): Record<string, unknown> {
  const { action, humanReview, workflow } = campaign?.firstSubmissionAction ?? {};
  const { voice, voiceTest } = campaign?.campaignAiAgents ?? {};
  const particulars = {
    human_review: { reason: humanReview?.reason, priority: humanReview?.priority },
    workflow: { workflowDefinitionId: workflow?.workflowDefinitionId },
    voice_ai: { agentId: (facts.isTest ? voiceTest : voice)?.agentId },
    webhook: {},
  };
  const said = { action, ...(action && particulars[action]) };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}
