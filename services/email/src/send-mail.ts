/**
 * One attempt at a mail. What a worker that died has sent is not known, so the mail goes again once that worker's lease
 * has ended, under the same Message-ID.
 */
import type { DueEffect, EffectAttempt } from '@sluice/contracts';
import { afterMailAttempt, messageIdOf, type ReportMail } from '@sluice/domain';
import {
  claimedCall,
  effectClaim,
  now,
  recordEffectResult,
  uncalled,
  type EffectResult,
} from '@sluice/pipeline';
import { errorFields } from '@sluice/process';
import { MAIL_TIMEOUT_MS, type MailAnswer } from '@sluice/providers';
import type { StageOutcome } from '@sluice/queue';
import type { EmailDeps } from './deps.js';
import { receiverAt, type Recipient } from './recipient-of.js';

const LONGEST_ANSWER = 1_000;

/** Sends the mail that `write` writes of the sealed effect, and records what came of it. */
export async function sendMail<E extends DueEffect>(
  deps: EmailDeps,
  effect: E,
  recipient: Recipient,
  write: (sealed: E) => Promise<ReportMail>,
): Promise<StageOutcome> {
  const { takings } = deps.stores.forTenant(effect.tenantId);
  const { address, server } = recipient;
  const called = await claimedCall(deps, effectClaim(takings, effect, { 'body.sealed': true }), {
    timeoutMs: MAIL_TIMEOUT_MS,
    about: effect,
    prepare: async (sealed) => {
      const mail = {
        from: server.from,
        to: address,
        messageId: messageIdOf(effect.effectId),
        date: sealed.createdAt,
        ...(await write(sealed)),
      };
      return () => deps.mail.send(server, mail);
    },
  });
  if (called.kind !== 'answered') return uncalled(deps, effect, called);
  const { answer, startedAt: sentAt, claimed, leaseUntil } = called;
  const after = afterMailAttempt({
    n: claimed.attempts.length + 1,
    answer,
    now: now(deps),
    random01: Math.random(),
  });
  const outcome = await recordEffectResult(deps, effect, resultOf(after, answer, sentAt), leaseUntil);
  // An account's address is no receiver of a tenant's, and is written to whatever an earlier mail met.
  if (!('client' in recipient)) return outcome;
  // After it, because a mail that the server took goes again if this cannot be written.
  await noteReceiver(deps, effect.tenantId, address, { after, sentAt }).catch((error: unknown) =>
    deps.log.debug('how a mail server does was not noted', errorFields(error)),
  );
  return outcome;
}

type AfterMail = ReturnType<typeof afterMailAttempt>;

function resultOf(after: AfterMail, answer: MailAnswer, sentAt: Date): EffectResult {
  if (after.kind === 'done') return { kind: 'done', attempt: attemptOf(answer, sentAt, 'done') };
  if (after.kind === 'again')
    return { kind: 'again', at: after.at, attempt: attemptOf(answer, sentAt, 'retry') };
  return { kind: 'failed', reason: after.reason, attempt: attemptOf(answer, sentAt, 'failed') };
}

async function noteReceiver(
  deps: EmailDeps,
  tenantId: string,
  address: string,
  { after, sentAt }: { readonly after: AfterMail; readonly sentAt: Date },
): Promise<void> {
  const { webhookUrls } = deps.stores.forTenant(tenantId);
  const receiver = receiverAt(address);
  if (after.kind === 'done') return webhookUrls.noteSuccess(receiver);
  await webhookUrls.noteFailure(receiver, sentAt);
  if (after.kind === 'failed' && after.disablesAddress)
    await webhookUrls.disable(receiver, 'mail_refused', sentAt);
}

function attemptOf(answer: MailAnswer, at: Date, outcome: EffectAttempt['outcome']): EffectAttempt {
  const { durationMs } = answer;
  return {
    at,
    durationMs,
    outcome,
    status: 'status' in answer ? answer.status : undefined,
    error: answer.kind === 'failed' ? answer.reason : undefined,
    answer: answer.text?.slice(0, LONGEST_ANSWER),
  };
}
