/** Tries a campaign's delivery or webhook with one real call, marked as a test, behind the outbound guard. */
import { ApiError, adminTestDelivery, adminTestWebhook } from '@sluice/contracts';
import { answerTerms, explainTrace, ownWords, sentence, webhookMessage, webhookTarget } from '@sluice/domain';
import { destinationFor, fillTarget, now, type StoresFor } from '@sluice/pipeline';
import { sendWebhook, type OutboundAnswer } from '@sluice/providers';
import { newId } from '@sluice/process';
import { campaignOf } from '../campaign-view/campaign-of.js';
import { refuseUnreadable } from '../credentials/refuse-unreadable.js';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { zoneOf } from '../tenants/tenant-of.js';
import {
  called,
  callOf,
  deliverySentence,
  outgoingTest,
  refuseWhileOnHold,
  secretsWith,
  sendTest,
  shownRequest,
  testIds,
  testLead,
  type TestCallDeps,
} from './test-call.js';

type Deps = TestCallDeps & StoresFor<'forTenant' | 'tenants'>;

const testDelivery = defineAdminRoute(
  adminTestDelivery,
  async ({ tenant, params: { tenantId, campaignId } }, deps: Deps) => {
    const zone = zoneOf(tenant);
    await refuseWhileOnHold(deps.stores, tenantId);
    const of = deps.stores.forTenant(tenantId);
    const campaign = await campaignOf(of, campaignId);
    const [destination, client] = await Promise.all([
      destinationFor(of, campaign, { read: 'find' }),
      of.clients.find(campaign.clientId),
    ]);
    if (destination.kind === 'none')
      throw new ApiError('INVALID_STATE', { message: `Campaign ${campaignId} has no destination` });
    if (destination.kind === 'email')
      throw new ApiError('INVALID_STATE', {
        message: `Campaign ${campaignId} delivers by e-mail; submit a test lead to try it out`,
      });
    const lead = outgoingTest(campaignId, testLead, now(deps));
    const shown = shownRequest(destination, lead);
    const terms = answerTerms(campaign, client ?? {});
    const { at, answer, result } = await sendTest(deps, tenantId, { destination, lead, terms });
    return {
      what: deliverySentence(result, explainTrace(result.trace, { zone, reveal: true })),
      call: callOf(at, shown, answer, result.kind),
    };
  },
);

const testWebhook = defineAdminRoute(
  adminTestWebhook,
  async ({ tenant: { settings }, params: { tenantId, campaignId } }, deps: Deps) => {
    await refuseWhileOnHold(deps.stores, tenantId);
    const campaign = await campaignOf(deps.stores.forTenant(tenantId), campaignId);
    const target = webhookTarget(campaign, settings);
    if (target.kind === 'none')
      throw new ApiError('INVALID_STATE', {
        message: `Campaign ${campaignId} has no webhook: ${target.because.replaceAll('_', ' ')}`,
      });
    const at = now(deps);
    const message = webhookMessage({
      eventId: `evt_TEST${newId('event').slice(8)}`,
      event: 'lead.delivered',
      at,
      tenantId,
      campaignId,
      ...testIds(),
      data: { test: true, lead: testLead },
    });
    const { secret, previousSecret } = settings.webhooks ?? {};
    const { timeoutMs } = target;
    const { url, headers, lacksSecret, redact } = await fillTarget(secretsWith(deps), tenantId, target).catch(
      refuseUnreadable(tenantId),
    );
    if (lacksSecret)
      throw new ApiError('INVALID_STATE', {
        message: `No request can be made: ${ownWords('secret_missing')}`,
      });
    const secrets = [secret, previousSecret].filter((each) => each !== undefined);
    const answer = await called(
      (outbound) => sendWebhook(outbound, { url, headers, timeoutMs, secrets, message, sentAt: at }),
      redact,
      deps.reads,
    );
    const took = answer.kind === 'answered' && answer.status >= 200 && answer.status < 300;
    const request = {
      method: 'POST',
      url: target.url,
      headers: target.headers,
      body: JSON.stringify(message),
    };
    return {
      what: sentence(
        `The receiver ${took ? 'accepted the event' : 'did not accept the event'}: ${endWords(answer)}.`,
        took ? 'good' : 'bad',
      ),
      call: callOf(at, request, answer, took ? 'done' : 'failed'),
    };
  },
);

function endWords(answer: OutboundAnswer): string {
  return answer.kind === 'answered'
    ? `it answered ${answer.status}`
    : (ownWords(answer.reason) ?? answer.reason);
}

export const tryOutRoutes: readonly AdminRoute<AdminDeps>[] = [testDelivery, testWebhook];
