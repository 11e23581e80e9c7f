/** A real call to a buyer outside any lead, marked as a test, behind the outbound guard; and how its answer is read. */
import {
  ApiError,
  type CallView,
  type LeadData,
  type PriceTerms,
  type ReadSettings,
} from '@sluice/contracts';
import {
  buildRequest,
  ownWords,
  readAnswer,
  readFailure,
  secretNamesOfDestination,
  sentence,
  type AttemptResult,
  type DeliveryRequest,
  type HttpDestination,
  type OutgoingLead,
  type Redact,
  type Sentence,
  type Unbuildable,
} from '@sluice/domain';
import { now, unsealSecrets, type SecretDeps, type StoresFor } from '@sluice/pipeline';
import {
  createOutboundClient,
  redactAnswer,
  type OutboundAnswer,
  type OutboundClient,
} from '@sluice/providers';
import { newId } from '@sluice/process';
import type { Stores } from '@sluice/store';
import { refuseUnreadable } from '../credentials/refuse-unreadable.js';
import type { AdminDeps } from '../deps.js';
import { maskedBody, maskedHeaders, maskedUrl } from '../lead-timeline/mask-secrets.js';

/** What a test call needs. */
export type TestCallDeps = StoresFor<'activeHolds' | 'clock' | 'secrets'> &
  Pick<AdminDeps, 'encryptionKeys' | 'reads'>;

/** Not a real person: the number belongs to a range reserved for fiction. */
export const testLead: LeadData = {
  firstName: 'Test',
  lastName: 'Lead',
  email: 'test.lead@example.com',
  phone: '+12125550100',
  address: { street: '1 Test Street', city: 'Testville', state: 'NY', zip: '10001' },
  country: 'US',
  questionnaire: {},
};

/** A made-up lead as it is sent to a buyer. */
export function outgoingTest(campaignId: string, data: LeadData, acceptedAt: Date) {
  return { ...testIds(), campaignId, data, isTest: true, acceptedAt };
}

type OutgoingTest = ReturnType<typeof outgoingTest>;

/** The request with references to secrets in place of their values: so it may be shown. @throws ApiError INVALID_STATE */
export function shownRequest(destination: HttpDestination, lead: OutgoingLead): DeliveryRequest {
  return possible(buildRequest(destination, lead));
}

/** What a test call came to. */
export interface TestCall {
  readonly at: Date;
  readonly answer: OutboundAnswer;
  readonly result: AttemptResult;
}

/**
 * Sends a made-up lead once, and reads the answer by the rules of the destination; a price counts on these terms.
 * @throws ApiError INVALID_STATE while calls are on hold, or if no request can be made
 */
export async function sendTest(
  deps: TestCallDeps,
  tenantId: string,
  { destination, lead, terms }: { destination: HttpDestination; lead: OutgoingTest; terms?: PriceTerms },
): Promise<TestCall> {
  await refuseWhileOnHold(deps.stores, tenantId);
  const names = secretNamesOfDestination(destination);
  const { values, redact } = await unsealSecrets(secretsWith(deps), tenantId, names).catch(
    refuseUnreadable(tenantId),
  );
  const request = possible(buildRequest(destination, lead, values));
  const at = now(deps);
  const { timeoutMs, responseRules, onUnreadable } = destination;
  const answer = await called((outbound) => outbound.send({ ...request, timeoutMs }), redact, deps.reads);
  if (answer.kind !== 'answered') return { at, answer, result: readFailure(answer) };
  // Everything that is read is shown, so no rule may find a secret that the buyer has quoted.
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, redact(value)] as const);
  const quoted = { ...answer, headers: Object.fromEntries(headers), bodyText: redact(answer.bodyRead) };
  return { at, answer, result: readAnswer(responseRules, quoted, now(deps), onUnreadable, terms) };
}

function possible(request: DeliveryRequest | Unbuildable): DeliveryRequest {
  if (request.kind === 'request') return request;
  const reason = request.reason ?? 'impossible';
  const because = request.trace.at(-1)?.because;
  const why = because === undefined || because === reason ? '' : `: ${because}`;
  throw new ApiError('INVALID_STATE', {
    message: `No request can be made: ${ownWords(reason) ?? reason}${why}`,
  });
}

// A hold forbids every call to a receiver, e.g. after a restore, and a test calls a real one.
export async function refuseWhileOnHold(
  { activeHolds }: Pick<Stores, 'activeHolds'>,
  tenantId: string,
): Promise<void> {
  const { installation, tenants } = await activeHolds.read();
  if (installation || tenants.has(tenantId))
    throw new ApiError('INVALID_STATE', { message: 'Outbound calls are on hold' });
}

// Calls by hand are rare, so each has a client of its own, under this process's outbound guard.
export async function called(
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
export function secretsWith({
  stores,
  encryptionKeys = [],
}: Pick<TestCallDeps, 'encryptionKeys'> & StoresFor<'secrets'>): SecretDeps {
  return { stores, encryptionKeys };
}

export function testIds() {
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

/** The result of a test in a sentence. */
export function deliverySentence({ kind, reason }: AttemptResult, of: readonly Sentence[]): Sentence {
  const [text, tone] = wouldEnd[kind];
  const why = reason === undefined ? '' : `: ${ownWords(reason) ?? reason}`;
  return sentence(`${text}${why}.`, tone, of);
}

/** A call as it is shown, without credentials. */
export function callOf(
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
