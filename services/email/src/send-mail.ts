/**
 * One attempt at a mail. The worker takes the effect before it calls, so that no two send it at once; what a worker that
 * died has sent is not known, so the mail goes again once its time is over, under the same Message-ID.
 */
import type { DueEffect, EffectAttempt } from '@sluice/contracts';
import { afterMailAttempt, messageIdOf, type ReportMail } from '@sluice/domain';
import { now, recordEffectResult, type EffectResult } from '@sluice/pipeline';
import { MAIL_TIMEOUT_MS, type MailAnswer } from '@sluice/providers';
import type { StageOutcome } from '@sluice/queue';
import type { EmailDeps } from './deps.js';
import { receiverAt, type Recipient } from './recipient-of.js';

/** Recording the outcome takes this long at most. */
const BEYOND_THE_CALL_MS = 5_000;
const LONGEST_ANSWER = 1_000;

/** Sends the mail that `write` writes of the sealed effect, and records what came of it. */
export async function sendMail<E extends DueEffect>(
  deps: EmailDeps,
  effect: E,
  recipient: Recipient,
  write: (sealed: E) => Promise<ReportMail>,
): Promise<StageOutcome> {
  const { tenantId, effectId } = effect;
  const { mails, takings } = deps.stores.forTenant(tenantId);
  const sentAt = now(deps);
  const until = new Date(sentAt.getTime() + MAIL_TIMEOUT_MS + BEYOND_THE_CALL_MS);
  const sealed = await mails.take(effect, sentAt, until);
  if (!sealed) {
    const againAt = await takings.takenUntil(effectId);
    return againAt ? { outcome: 'attempt_under_way', againAt } : { outcome: 'nothing_left' };
  }
  const { address, server } = recipient;
  const mail = {
    from: server.from,
    to: address,
    messageId: messageIdOf(effectId),
    date: sealed.createdAt,
    ...(await write(sealed)),
  };
  const answer = await deps.mail.send(server, mail);
  const outcome = await recordEffectResult(
    deps,
    effect,
    await resultOf(deps, sealed, address, { answer, sentAt }),
  );
  await takings.giveBack(effectId, until);
  return outcome;
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
