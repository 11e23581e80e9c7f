/** POST /api/v1/sms/send (§4.3): stores the message and leaves sending it to the worker. */
import { sendSms } from '@sluice/contracts';
import { planEffect, quietHoursFor, refuseErased, type PlanEffectDeps } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';
import { found } from '../references/refuse-missing.js';
import { resolveAddressing, type AddressingDeps } from './addressing.js';
import { conversationOf } from './conversation.js';

type Deps = PlanEffectDeps & AddressingDeps;

export const sendSmsRoute = defineRoute(sendSms, async ({ body, tenant, ids }, deps: Deps) => {
  const { stores } = deps;
  const { tenantId } = tenant;
  const mine = stores.forTenant(tenantId);
  const lead = found(await mine.leads.find(body.leadId));
  const now = stores.clock.now();
  const [messageId, eventId, at] = [ids.of('message'), ids.of('event'), now.toISOString()];
  // When a request is continued, its message may already be in flight; its addressing was checked then and is kept.
  const addressed = (await mine.messages.find(messageId)) ?? (await addressNew());
  const { to, from, provider, campaignId = lead.campaignId, interactionId } = addressed;

  const { leadId, lastSubmissionId: submissionId } = lead;
  const { message } = body;
  const sender = from !== undefined && { from };
  await mine.messages.add({
    messageId,
    leadId,
    interactionId,
    campaignId,
    direction: 'outbound',
    provider,
    to,
    ...sender,
    message,
    status: 'queued',
    createdAt: at,
    updatedAt: at,
  });
  // Appended before it is sent, so that no message reaches a phone without showing in the conversation.
  await mine.interactions.append(
    interactionId,
    { timestamp: at, role: 'agent', message, source: 'manual', messageId },
    { provider, messageId, ...(from !== undefined && { phoneNumber: from }) },
    now,
  );
  await refuseErased(deps, lead);
  await planEffect(deps, tenantId, {
    effectId: messageId,
    kind: 'sms',
    eventId,
    submissionId,
    leadId,
    campaignId,
    trigger: 'explicit',
    body: { messageId, interactionId, to, ...sender, message, provider },
  });
  await refuseErased(deps, lead);
  // The worker decides; this says what it will find.
  const { until: sendAt } = await quietHoursFor(deps, { tenantId, leadId, campaignId }, 0);
  return {
    messageId,
    status: 'queued' as const,
    interactionId,
    sendAt: sendAt?.toISOString(),
  };

  async function addressNew() {
    const { campaign, ...addressing } = await resolveAddressing(body, lead, deps);
    const campaignId = campaign?.campaignId ?? lead.campaignId;
    const interactionId = await conversationOf(
      {
        body,
        lead,
        addressing: { ...addressing, campaign },
        newInteractionId: ids.of('interaction'),
      },
      mine,
      now,
    );
    return { ...addressing, campaignId, interactionId };
  }
});
