/** Tries a campaign's delivery or webhook with one real call, marked as a test, behind the outbound guard. */
import {
  ApiError,
  adminTestDelivery,
  adminTestWebhook,
  type CallView,
  type LeadData,
  type ReadSettings,
} from '@sluice/contracts';
import {
  buildRequest,
  explainTrace,
  ownWords,
  answerTerms,
  readAnswer,
  readFailure,
  secretNamesOfDestination,
  sentence,
  webhookMessage,
  webhookTarget,
  type AttemptResult,
  type DeliveryRequest,
  type Redact,
  type Sentence,
  type Unbuildable,
} from '@sluice/domain';
import {
  destinationFor,
  fillTarget,
  now,
  unsealSecrets,
  type SecretDeps,
  type StoresFor,
} from '@sluice/pipeline';
import {
  createOutboundClient,
  redactAnswer,
  sendWebhook,
  type OutboundAnswer,
  type OutboundClient,
} from '@sluice/providers';
import { newId } from '@sluice/process';
import type { Stores } from '@sluice/store';
import { campaignOf } from '../campaign-view/campaign-of.js';
import { refuseUnreadable } from '../credentials/refuse-unreadable.js';
import type { AdminDeps } from '../deps.js';
import { maskedBody, maskedHeaders, maskedUrl } from '../lead-timeline/mask-secrets.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { tenantOf } from '../tenants/tenant-of.js';

type Deps = StoresFor<'activeHolds' | 'clock' | 'forTenant' | 'secrets' | 'tenants'> &
  Pick<AdminDeps, 'encryptionKeys' | 'reads'>;

/** Not a real person: the number belongs to a range reserved for fiction. */
const testLead: LeadData = {
  firstName: 'Test',
  lastName: 'Lead',
  email: 'test.lead@example.com',
  phone: '+12125550100',
  address: { street: '1 Test Street', city: 'Testville', state: 'NY', zip: '10001' },
  country: 'US',
  questionnaire: {},
};

const testDelivery = defineAdminRoute(
  adminTestDelivery,
  async ({ params: { tenantId, campaignId } }, deps: Deps) => {
    const { settings } = await tenantOf(deps.stores, tenantId);
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
    const ids = testIds();
    const lead = { ...ids, campaignId, data: testLead, isTest: true, acceptedAt: now(deps) };
    const names = secretNamesOfDestination(destination);
    const { values, redact } = await unsealSecrets(secretsWith(deps), tenantId, names).catch(
      refuseUnreadable(tenantId),
    );
    const [request, shown] = [buildRequest(destination, lead, values), buildRequest(destination, lead)];
    if (request.kind === 'impossible' || shown.kind === 'impossible')
      throw new ApiError('INVALID_STATE', { message: noRequest(request, shown) });
    const at = now(deps);
    const { timeoutMs, responseRules } = destination;
    const answer = await called((outbound) => outbound.send({ ...request, timeoutMs }), redact, deps.reads);
    const read =
      answer.kind === 'answered'
        ? readAnswer(
            responseRules,
            { ...answer, bodyText: answer.bodyRead },
            now(deps),
            destination.onUnreadable,
            answerTerms(campaign, client ?? {}),
          )
        : readFailure(answer);
    const result = { ...read, ...(read.reason !== undefined && { reason: redact(read.reason) }) };
    const zone = settings.timezone ?? 'UTC';
    return {
      what: deliverySentence(result, explainTrace(result.trace, { zone, reveal: true })),
      call: callOf(at, shown, answer, result.kind),
    };
  },
);

const testWebhook = defineAdminRoute(
  adminTestWebhook,
  async ({ params: { tenantId, campaignId } }, deps: Deps) => {
    const { settings } = await tenantOf(deps.stores, tenantId);
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

// A hold forbids every call to a receiver, e.g. after a restore, and a test calls a real one.
async function refuseWhileOnHold(
  { activeHolds }: Pick<Stores, 'activeHolds'>,
  tenantId: string,
): Promise<void> {
  const { installation, tenants } = await activeHolds.read();
  if (installation || tenants.has(tenantId))
    throw new ApiError('INVALID_STATE', { message: 'Outbound calls are on hold' });
}

// Calls by hand are rare, so each has a client of its own, under this process's outbound guard.
async function called(
  send: (outbound: OutboundClient) => Promise<OutboundAnswer>,
  redact: Redact,
  { outboundAllow }: ReadSettings,
): Promise<OutboundAnswer> {
  const outbound = createOutboundClient({ allowedCidrs: outboundAllow });
  try {
    return redactAnswer(await send(outbound), redact);
  } finally {
    outbound.close();
  }
}

// A process without keys unseals no secrets; the refusal says so.
function secretsWith({ stores, encryptionKeys = [] }: Deps): SecretDeps {
  return { stores, encryptionKeys };
}

function noRequest(...attempts: readonly (DeliveryRequest | Unbuildable)[]): string {
  const reason =
    attempts.flatMap((one) => (one.kind === 'impossible' ? (one.reason ?? []) : []))[0] ?? 'impossible';
  return `No request can be made: ${ownWords(reason) ?? reason}`;
}

function testIds() {
  const rest = newId('lead').slice('lead_TEST'.length);
  return { leadId: `lead_TEST${rest}`, submissionId: `sub_TEST${rest}` };
}

const wouldEnd = {
  accepted: ['The buyer would accept it', 'good'],
  rejected: ['The buyer would refuse it', 'bad'],
  duplicate: ['The buyer says that it already has it', 'warn'],
  retry: ['It would be retried', 'bad'],
  unknown: ['It would be unknown whether the buyer has it', 'bad'],
  failed: ['It could not be delivered', 'bad'],
  impossible: ['No request could be made', 'bad'],
} as const;

function deliverySentence({ kind, reason }: AttemptResult, of: readonly Sentence[]): Sentence {
  const [text, tone] = wouldEnd[kind];
  const why = reason === undefined ? '' : `: ${ownWords(reason) ?? reason}`;
  return sentence(`${text}${why}.`, tone, of);
}

function endWords(answer: OutboundAnswer): string {
  return answer.kind === 'answered'
    ? `it answered ${answer.status}`
    : (ownWords(answer.reason) ?? answer.reason);
}

function callOf(
  at: Date,
  { method, url, headers, body }: Omit<DeliveryRequest, 'kind'>,
  answer: OutboundAnswer,
  outcome: string,
): CallView {
  return {
    n: 1,
    at: at.toISOString(),
    durationMs: answer.durationMs,
    outcome,
    ...(answer.kind === 'answered' && {
      status: answer.status,
      answer: { characters: answer.body.length, body: maskedBody(answer.body) },
    }),
    request: {
      method,
      url: maskedUrl(url),
      headers: maskedHeaders(headers),
      body: maskedBody(body),
      note: 'Sent as shown.',
    },
  };
}

export const tryOutRoutes: readonly AdminRoute<AdminDeps>[] = [testDelivery, testWebhook];
