/**
 * Retell: places calls and looks them up. It has no idempotency key, so a call carries our ids as metadata, by which it
 * is found again after an answer that was lost.
 */
import { retryAfterMs, type CallIds, type ProviderCredentials, type VoiceCall } from '@sluice/contracts';
import type { OutboundAnswer, OutboundRequest } from '../http/index.js';
import { readObject, text } from '../read-json.js';
import { readCall } from './read-call.js';

/** A tenant's account. */
export interface RetellAccount {
  readonly apiKey: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
}

/** A call to place. */
export interface OrderedCall {
  readonly to: string;
  readonly from: string;
  readonly agentId: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly ids: CallIds;
}

/** How placing a call ended, as far as the vendor said. */
export type PlacingAnswer =
  | { readonly kind: 'placed'; readonly callId: string }
  | { readonly kind: 'not_placed'; readonly reason: string; readonly retryAfterMs?: number }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** The result of a look-up; `failed` if the vendor did not say. */
export type LookedUp =
  | { readonly kind: 'found'; readonly call: VoiceCall }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly reason: string };

/** The longest time that one request takes. */
export const CALL_TIMEOUT_MS = 15_000;
const MOST_RETRY_AFTER_MS = 1_800_000;
/** Nothing of the request was sent, and a later one may be. */
const notReached: ReadonlySet<string> = new Set(['refused', 'dns', 'unreachable', 'tls']);

/** The tenant's account; undefined if it has none. */
export function retellAccount({ retell }: ProviderCredentials): RetellAccount | undefined {
  if (!retell?.apiKey) return undefined;
  const baseUrl = retell.baseUrl || 'https://api.retellai.com';
  return { apiKey: retell.apiKey, baseUrl: baseUrl.replace(/\/+$/, '') };
}

/** The request that places a call. */
export function placeRequest(
  account: RetellAccount,
  { to, from, agentId, variables, ids }: OrderedCall,
): OutboundRequest {
  return post(account, '/v2/create-phone-call', {
    from_number: from,
    to_number: to,
    override_agent_id: agentId,
    metadata: ids,
    retell_llm_dynamic_variables: variables,
  });
}

/** Reads what came of it. A call that may have been placed is `unknown`. */
export function readPlacing(answer: OutboundAnswer): PlacingAnswer {
  if (answer.kind === 'failed') {
    const { reason, mayHaveArrived } = answer;
    if (mayHaveArrived) return { kind: 'unknown', reason };
    return { kind: notReached.has(reason) ? 'not_placed' : 'refused', reason };
  }
  const { status, headers, bodyRead } = answer;
  const reason = `http_${status}`;
  if (status === 429) {
    const askedMs = retryAfterMs(headers, new Date(), MOST_RETRY_AFTER_MS);
    return { kind: 'not_placed', reason, retryAfterMs: askedMs };
  }
  if (status >= 200 && status < 300) {
    const callId = text(readObject(bodyRead)['call_id']);
    return callId === undefined
      ? { kind: 'unknown', reason: 'answer_malformed' }
      : { kind: 'placed', callId };
  }
  return { kind: status >= 500 || status === 408 ? 'unknown' : 'refused', reason };
}

/** The request that looks up the call of this interaction. What it lists has ids, and no transcript. */
export function lookUpRequest(account: RetellAccount, { interactionId }: CallIds): OutboundRequest {
  return post(account, '/v3/list-calls', {
    filter_criteria: { metadata: [{ type: 'string', op: 'eq', key: 'interactionId', value: interactionId }] },
    limit: 10,
  });
}

/** The request for a call by the vendor's id, with everything that is known of it. */
export function callRequest(account: RetellAccount, callId: string): OutboundRequest {
  return request(account, 'GET', `/v2/get-call/${encodeURIComponent(callId)}`);
}

/** Reads the answer to {@link callRequest}. */
export function readFoundCall(answer: OutboundAnswer): VoiceCall | undefined {
  if (answer.kind === 'failed' || answer.status < 200 || answer.status > 299) return undefined;
  return readCall(readObject(answer.bodyRead));
}

/** Reads the answer; a call that carries other ids is not ours, whatever the vendor filtered by. */
export function readLookUp(answer: OutboundAnswer, ids: CallIds): LookedUp {
  if (answer.kind === 'failed') return { kind: 'failed', reason: answer.reason };
  const { status, bodyRead, truncated, bodyProblem } = answer;
  if (status < 200 || status > 299) return { kind: 'failed', reason: `http_${status}` };
  const { items } = readObject(bodyRead);
  // Of a long list only the start is read; whether the call stands in the rest is not known.
  if (truncated || bodyProblem !== undefined || !Array.isArray(items))
    return { kind: 'failed', reason: 'answer_malformed' };
  const call = items.map(readCall).find((one) => one?.ids?.interactionId === ids.interactionId);
  return call ? { kind: 'found', call } : { kind: 'none' };
}

function post(account: RetellAccount, path: string, body: object): OutboundRequest {
  return request(account, 'POST', path, JSON.stringify(body));
}

function request(
  { apiKey, baseUrl }: RetellAccount,
  method: string,
  path: string,
  body?: string,
): OutboundRequest {
  return {
    url: `${baseUrl}${path}`,
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body,
    timeoutMs: CALL_TIMEOUT_MS,
  };
}
