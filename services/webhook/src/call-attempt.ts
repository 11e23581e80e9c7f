/** One attempt at placing a call: claimed by inserting it, made, concluded under its key. And the look-up of a call. */
import type { CallIds, Campaign, DueEffect, EffectAttempt, VoiceCall } from '@sluice/contracts';
import {
  redactSecrets,
  renderVariables,
  templateReadsFiles,
  type CallOrder,
  type Placing,
} from '@sluice/domain';
import { now, updateInteraction } from '@sluice/pipeline';
import {
  CALL_TIMEOUT_MS,
  callRequest,
  lookUpRequest,
  placeRequest,
  readFoundCall,
  readLookUp,
  readPlacing,
  type LookedUp,
  type OrderedCall,
  type RetellAccount,
} from '@sluice/providers';
import { failpoint } from '@sluice/process';
import type { AttemptOutcome, AttemptsOf, StoredSubmission } from '@sluice/store';
import type { WebhookDeps } from './deps.js';

/** A claimed attempt has ended by then, and another worker may look the call up. */
export const CALL_LEASE_MS = CALL_TIMEOUT_MS + 5_000;
const LONGEST_ANSWER = 2_000;

/** An attempt that was made, or the lease of the worker that makes it. */
export type CallMade =
  | { readonly kind: 'made'; readonly placing: Placing; readonly tried: Omit<EffectAttempt, 'outcome'> }
  | { readonly kind: 'taken'; readonly until: Date };

/** The attempts at a call; a submission is called once. */
export function attemptsAtCall({ effectId }: Pick<DueEffect<'call'>, 'effectId'>): AttemptsOf {
  return { submissionId: effectId, generation: 0 };
}

/** The call with its agent's variables; undefined if one of their templates is broken. */
export async function callWith(
  deps: WebhookDeps,
  { leadId, submissionId, campaignId, data, isTest, acceptedAt }: StoredSubmission,
  { to, from, agentId, agentVariablesConfigId }: CallOrder,
  ids: CallIds,
): Promise<OrderedCall | undefined> {
  const { agentVariables, files } = deps.stores.forTenant(ids.tenantId);
  const configured =
    agentVariablesConfigId === undefined ? undefined : await agentVariables.cached(agentVariablesConfigId);
  const variables: Readonly<Record<string, string>> = configured?.variables ?? {};
  const lead = {
    ...{ leadId, submissionId, campaignId, data, isTest, acceptedAt },
    ...(Object.values(variables).some(templateReadsFiles) && {
      files: await files.ofLead(leadId, now(deps)),
    }),
  };
  const rendered = renderVariables({ variables }, lead);
  return rendered.kind === 'broken' ? undefined : { to, from, agentId, variables: rendered.values, ids };
}

/** Writes the interaction of a call that is about to be placed. Repeatable. */
export async function beginInteraction(
  deps: WebhookDeps,
  { leadId, campaignId }: StoredSubmission,
  campaign: Campaign | undefined,
  { to, from, agentId, ids }: OrderedCall,
): Promise<void> {
  await deps.stores.forTenant(ids.tenantId).interactions.begin(
    {
      interactionId: ids.interactionId,
      leadId,
      campaignId,
      ...(campaign && { clientId: campaign.clientId, offerId: campaign.offerId }),
      type: 'call',
      status: 'in_progress',
      phone: to,
      telephony: { provider: 'retell', phoneNumber: from },
      call: { direction: 'outbound', voiceAI: { provider: 'retell', agentId } },
    },
    now(deps),
  );
}

/** Claims attempt `n` and makes it. */
export async function makeCall(
  deps: WebhookDeps,
  effect: DueEffect<'call'>,
  submission: StoredSubmission,
  account: RetellAccount,
  { n, call }: { readonly n: number; readonly call: OrderedCall },
): Promise<CallMade> {
  const { attempts } = deps.stores.forTenant(effect.tenantId);
  const of = attemptsAtCall(effect);
  const startedAt = now(deps);
  const leaseUntil = new Date(startedAt.getTime() + CALL_LEASE_MS);
  if (!(await attempts.claim(of, { n, url: account.baseUrl, startedAt, leaseUntil })))
    return { kind: 'taken', until: leaseUntil };
  await failpoint('after-attempt-before-call', submission);
  // A worker that was frozen here places no call, because others may already look it up.
  if (now(deps).getTime() + CALL_TIMEOUT_MS > leaseUntil.getTime()) {
    const notSent = { kind: 'retry', reason: 'not_sent', endedAt: now(deps), durationMs: 0 } as const;
    await attempts.conclude(of, n, notSent);
    return {
      kind: 'made',
      placing: { kind: 'not_placed', reason: 'not_sent' },
      tried: { at: startedAt, durationMs: 0 },
    };
  }
  const answer = await deps.outbound.send(placeRequest(account, call));
  await failpoint('after-call-before-outcome', submission);
  const placing = readPlacing(answer);
  const { durationMs } = answer;
  await attempts.conclude(of, n, { ...outcomeOf(placing), endedAt: now(deps), durationMs });
  const redact = redactSecrets([account.apiKey]);
  return {
    kind: 'made',
    placing,
    tried: {
      at: startedAt,
      durationMs,
      ...(answer.kind === 'answered' && {
        status: answer.status,
        answer: redact(answer.body).slice(0, LONGEST_ANSWER),
      }),
    },
  };
}

function outcomeOf(placing: Placing): Pick<AttemptOutcome, 'kind' | 'reason' | 'reference'> {
  switch (placing.kind) {
    case 'placed':
      return { kind: 'accepted', reference: placing.callId };
    case 'not_placed':
      return { kind: 'retry', reason: placing.reason };
    case 'refused':
      return { kind: 'rejected', reason: placing.reason };
    case 'unknown':
      return { kind: 'unknown', reason: placing.reason };
  }
}

/** Asks the vendor for the call that carries these ids. */
export async function lookUp(deps: WebhookDeps, account: RetellAccount, ids: CallIds): Promise<LookedUp> {
  return readLookUp(await deps.outbound.send(lookUpRequest(account, ids)), ids);
}

/** The call with the vendor's id and everything that is known of it; undefined if the vendor does not say. */
export async function callOf(
  deps: WebhookDeps,
  account: RetellAccount,
  callId: string,
): Promise<VoiceCall | undefined> {
  return readFoundCall(await deps.outbound.send(callRequest(account, callId)));
}

/** Shows the vendor's id of a call that was placed. Repeatable. */
export async function showPlaced(deps: WebhookDeps, ids: CallIds, callId: string): Promise<void> {
  await updateInteraction(deps, ids, { call: { voiceAI: { conversationId: callId } } }, `placed.${callId}`);
}
