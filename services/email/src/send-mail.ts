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
  const result = await resultOf(deps, claimed, address, { answer, sentAt });
  return recordEffectResult(deps, effect, result, leaseUntil);
}

async function resultOf(
  deps: EmailDeps,
  { tenantId, attempts }: DueEffect,
  address: string,
  { answer, sentAt }: { readonly answer: MailAnswer; readonly sentAt: Date },
): Promise<EffectResult> {
  const { webhookUrls } = deps.stores.forTenant(tenantId);
  const after = afterMailAttempt({
    n: attempts.length + 1,
    answer,
    now: now(deps),
    random01: Math.random(),
  });
  const receiver = receiverAt(address);
  if (after.kind === 'done') {
    await webhookUrls.noteSuccess(receiver);
    return { kind: 'done', attempt: attemptOf(answer, sentAt, 'done') };
  }
  await webhookUrls.noteFailure(receiver, sentAt);
  if (after.kind === 'again')
    return { kind: 'again', at: after.at, attempt: attemptOf(answer, sentAt, 'retry') };
  if (after.disablesAddress) await webhookUrls.disable(receiver, 'mail_refused', sentAt);
  return { kind: 'failed', reason: after.reason, attempt: attemptOf(answer, sentAt, 'failed') };
}

function attemptOf(answer: MailAnswer, at: Date, outcome: EffectAttempt['outcome']): EffectAttempt {
  const { durationMs } = answer;
  return {
    at,
    durationMs,
    outcome,
    ...('status' in answer && answer.status !== undefined && { status: answer.status }),
    ...(answer.kind === 'failed' && { error: answer.reason }),
    ...(answer.text !== undefined && { answer: answer.text.slice(0, LONGEST_ANSWER) }),
  };
}
