/** POST /api/v1/sms/send (§4.3): keeps the message and leaves sending it to the worker. */
import { sendSms, smsQueue } from '@sluice/contracts';
import { defineRoute, errorFields } from '@sluice/runtime';
import type { Deps } from '../deps.js';
import { found } from '../references/refuse-missing.js';
import { resolveAddressing } from './addressing.js';
import { conversationOf } from './conversation.js';

// By then the sweep takes the message to its queue again.
const SWEEP_AFTER_MS = 20_000;

export const sendSmsRoute = defineRoute(sendSms, async ({ body, tenant, ids, request }, deps: Deps) => {
  const { stores, producer } = deps;
  const { tenantId } = tenant;
  const mine = stores.forTenant(tenantId);
  const lead = found(await mine.leads.find(body.leadId));
  const addressing = await resolveAddressing(body, lead, deps);
  const now = stores.clock.now();
  const interactionId = await conversationOf(body, lead, addressing, ids.of('interaction'), mine, now);

  const { leadId, lastSubmissionId: submissionId } = lead;
  const { to, from, provider, campaign } = addressing;
  const { message } = body;
  const campaignId = campaign?.campaignId ?? lead.campaignId;
  const [messageId, eventId, at] = [ids.of('message'), ids.of('event'), now.toISOString()];
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
  await mine.effects.plan(
    {
      effectId: messageId,
      kind: 'sms',
      eventId,
      submissionId,
      leadId,
      campaignId,
      trigger: 'explicit',
      body: { messageId, interactionId, to, ...sender, message, provider },
    },
    now,
    new Date(now.getTime() + SWEEP_AFTER_MS),
  );
  await mine.interactions.append(
    interactionId,
    { timestamp: at, role: 'agent', message, source: 'manual', messageId },
    { provider, messageId, ...(from !== undefined && { phoneNumber: from }) },
    now,
  );
  await producer
    .add(smsQueue, { tenantId, effectId: messageId, eventId })
    .catch((error: unknown) => request.log.warn('message waits for the sweep', errorFields(error)));
  return { messageId, status: 'queued' as const, interactionId };
});
