/** One attempt at placing a call, and the look-up of a call. */
import { leadSourceOf, type CallIds, type Campaign, type DueEffect, type VoiceCall } from '@sluice/contracts';
import { renderVariables, templateReadsFiles, type CallOrder, type Placing } from '@sluice/domain';
import { attemptedCall, now, RECORDING_MS, updateInteraction, type AttemptedCall } from '@sluice/pipeline';
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
  type OutboundAnswer,
  type RetellAccount,
} from '@sluice/providers';
import type { AttemptOutcome, StoredSubmission } from '@sluice/store';
import { attemptsAtCall } from '../attempts-at-call.js';
import type { WebhookDeps } from '../deps.js';

/** A claimed attempt has ended by then, and another worker may look the call up. */
export const CALL_LEASE_MS = CALL_TIMEOUT_MS + RECORDING_MS;

/** What the vendor answered to an attempt, and what that means. */
interface Placed {
  readonly answer: OutboundAnswer;
  readonly placing: Placing;
}

/** The call with its agent's variables; undefined if one of their templates is broken. */
export async function callWith(
  deps: WebhookDeps,
  submission: StoredSubmission,
  { to, from, agentId, agentVariablesConfigId }: CallOrder,
  ids: CallIds,
): Promise<OrderedCall | undefined> {
  const { leadId, submissionId, campaignId, data, isTest, acceptedAt } = submission;
  const { agentVariables, files } = deps.stores.forTenant(ids.tenantId);
  const configured =
    agentVariablesConfigId === undefined ? undefined : await agentVariables.cached(agentVariablesConfigId);
  const variables: Readonly<Record<string, string>> = configured?.variables ?? {};
  const lead = {
    ...{ leadId, submissionId, campaignId, data, isTest, acceptedAt, ...leadSourceOf(submission) },
    files: Object.values(variables).some(templateReadsFiles)
      ? await files.ofLead(leadId, now(deps))
      : undefined,
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

/** Makes attempt `n`, unless it was made. */
export async function makeCall(
  deps: WebhookDeps,
  effect: DueEffect<'call'>,
  submission: StoredSubmission,
  account: RetellAccount,
  { n, call }: { readonly n: number; readonly call: OrderedCall },
): Promise<AttemptedCall<Placed>> {
  const { attempts } = deps.stores.forTenant(effect.tenantId);
  return attemptedCall<Placed>(
    deps,
    attempts,
    { of: attemptsAtCall(effect), n, url: account.baseUrl },
    {
      timeoutMs: CALL_TIMEOUT_MS,
      about: submission,
      prepare: async () => async () => {
        const answer = await deps.outbound.send(placeRequest(account, call));
        return { answer, placing: readPlacing(answer) };
      },
      read: ({ answer: { durationMs }, placing }, endedAt) => ({
        ...outcomeOf(placing),
        endedAt,
        durationMs,
      }),
    },
  );
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
