/** Hands the request of an attempt over: to the buyer over HTTP, or to a mail server. */
import {
  withoutDestination,
  type DeliveryRequest,
  type Destination,
  type NoDestination,
} from '@sluice/domain';
import type { StoresFor } from '@sluice/pipeline';
import { mailServer, type MailAnswer, type MailServer, type OutboundAnswer } from '@sluice/providers';
import type { DeliveryDeps } from './deps.js';

type Deps = StoresFor<'secrets'> &
  Pick<DeliveryDeps, 'encryptionKeys' | 'installation' | 'mail' | 'outbound'>;

const LONGEST_REPLY = 1_000;

/** Makes one call; never rejects because of the receiver, and never takes longer than `timeoutMs`. */
export type Send = (timeoutMs: number) => Promise<OutboundAnswer>;

/** Prepares the call of a request: what has to be read for it is read now, and not while the attempt's lease runs out. */
export async function sendOf(
  deps: Deps,
  tenantId: string,
  { url, method, headers, body, mail }: DeliveryRequest,
): Promise<Send> {
  if (!mail) return (timeoutMs) => deps.outbound.send({ url, method, headers, body, timeoutMs });
  const server = await serverOf(deps, tenantId);
  return async (timeoutMs) => {
    // It was there a moment ago, when the destination was chosen.
    if (!server) return { kind: 'failed', reason: 'unreachable', mayHaveArrived: false, durationMs: 0 };
    return asAnswer(await deps.mail.send(server, { from: server.from, ...mail }, timeoutMs));
  };
}

/** The destination, unless it is a mailbox and the tenant has no mail server. */
export async function withMailServer(
  deps: Deps,
  tenantId: string,
  destination: Destination | NoDestination,
): Promise<Destination | NoDestination> {
  if (destination.kind !== 'email' || (await serverOf(deps, tenantId))) return destination;
  return withoutDestination(destination.trace, 'no_email_provider');
}

async function serverOf(
  { stores, encryptionKeys, installation }: Omit<Deps, 'mail' | 'outbound'>,
  tenantId: string,
): Promise<MailServer | undefined> {
  const { smtp } = await stores.secrets.cachedCredentials(tenantId, encryptionKeys);
  return mailServer(smtp, installation);
}

// A final reply of a mail server is an answer with its status; another one is a failure that may pass.
function asAnswer(answer: MailAnswer): OutboundAnswer {
  const { durationMs } = answer;
  if (answer.kind === 'failed') {
    const { reason, mayHaveArrived } = answer;
    return { kind: 'failed', reason, mayHaveArrived, durationMs };
  }
  const body = answer.text.slice(0, LONGEST_REPLY);
  const read = { headers: {}, body, bodyRead: body, truncated: false, durationMs };
  return answer.kind === 'accepted'
    ? { kind: 'answered', status: ACCEPTED, ...read }
    : { kind: 'answered', status: answer.status, ...read, isRefusal: true };
}

const ACCEPTED = 250;
