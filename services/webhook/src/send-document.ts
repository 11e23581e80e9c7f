/**
 * Sends a document to its vendor for the lead to sign (§2.1.2). The worker takes the effect before it calls, so that no
 * two send it at once; every attempt looks the document up first, so that what a worker that died has sent is found.
 */
import { isDocumentVendor, type DueEffect, type EffectAttempt } from '@sluice/contracts';
import { afterDocumentAttempt, onlyLooks } from '@sluice/domain';
import { fileFailed, noteFile, now, recordEffectResult, type EffectResult } from '@sluice/pipeline';
import {
  attemptOf,
  createDocumentSender,
  DOCUMENT_CALL_TIMEOUT_MS,
  DOCUMENT_CALLS,
  type DocumentSender,
  type DocumentSendOutcome,
  type OutgoingDocument,
} from '@sluice/providers';
import type { StageOutcome } from '@sluice/queue';
import type { WebhookDeps } from './deps.js';
import { documentFor } from './document-for.js';

/** Recording the outcome takes this long at most. */
const BEYOND_THE_CALLS_MS = 5_000;
const LEASE_MS = DOCUMENT_CALLS * DOCUMENT_CALL_TIMEOUT_MS + BEYOND_THE_CALLS_MS;

/** Makes one attempt and records what came of it. */
export async function sendDocument(deps: WebhookDeps, effect: DueEffect<'signature'>): Promise<StageOutcome> {
  const { tenantId, effectId } = effect;
  const { vendor } = effect.body;
  if (!isDocumentVendor(vendor))
    return recordEffectResult(deps, effect, { kind: 'skipped', reason: 'vendor_not_built' });
  const credentials = await deps.stores.tenants.cachedCredentials(tenantId, deps.encryptionKeys);
  const sender = createDocumentSender(vendor, credentials, deps.outbound);
  if (!sender) return recordEffectResult(deps, effect, { kind: 'skipped', reason: 'no_document_provider' });
  const found = await documentFor(deps, effect);
  if (found.kind === 'failed') return giveUp(deps, effect, found);
  if (found.kind !== 'document') return recordEffectResult(deps, effect, found);

  const { takings } = deps.stores.forTenant(tenantId);
  const startedAt = now(deps);
  const until = new Date(startedAt.getTime() + LEASE_MS);
  const taken = await takings.take(effect, { now: startedAt, until });
  if (!taken) {
    const againAt = await takings.takenUntil(effectId);
    return againAt ? { outcome: 'attempt_under_way', againAt } : { outcome: 'nothing_left' };
  }
  // A worker that was frozen must not send what another has sent meanwhile.
  const mayCall = () =>
    !onlyLooks(taken.attempts.length + 1) && now(deps).getTime() + DOCUMENT_CALL_TIMEOUT_MS < until.getTime();
  const outcome = await sender.send(found.document, mayCall);
  const ended = await conclude(deps, taken, sender, { document: found.document, outcome, startedAt });
  await takings.giveBack(effectId, until);
  return ended;
}

/** An attempt that has just ended. */
interface Ended {
  readonly document: OutgoingDocument;
  readonly outcome: DocumentSendOutcome;
  readonly startedAt: Date;
}

async function conclude(
  deps: WebhookDeps,
  effect: DueEffect<'signature'>,
  { url }: DocumentSender,
  { document, outcome, startedAt }: Ended,
): Promise<StageOutcome> {
  const { webhookUrls } = deps.stores.forTenant(effect.tenantId);
  const receiver = { url, headers: {} };
  switch (outcome.kind) {
    case 'sent':
      await webhookUrls.noteSuccess(receiver);
      await noteSent(deps, effect, document, outcome);
      return recordEffectResult(deps, effect, {
        kind: 'done',
        attempt: withoutLink(attempt(outcome.answer, startedAt, 'done', now(deps))),
      });
    case 'unfit':
      return giveUp(deps, effect, { kind: 'failed', reason: outcome.reason });
    case 'too_late': {
      const durationMs = now(deps).getTime() - startedAt.getTime();
      const tried = { at: startedAt, durationMs, error: outcome.reason };
      if (onlyLooks(effect.attempts.length + 1))
        return giveUp(deps, effect, {
          kind: 'failed',
          reason: outcome.reason,
          attempt: { ...tried, outcome: 'failed' },
        });
      return recordEffectResult(deps, effect, {
        kind: 'again',
        at: now(deps),
        attempt: { ...tried, outcome: 'retry' },
      });
    }
    case 'not_sent': {
      const after = afterDocumentAttempt({
        n: effect.attempts.length + 1,
        mayBeSent: outcome.mayBeSent === true,
        answer: outcome.answer,
        now: now(deps),
        random01: Math.random(),
      });
      const tried = (as: EffectAttempt['outcome']) => attempt(outcome.answer, startedAt, as, now(deps));
      // A vendor that refuses one document works.
      if (after.kind === 'failed' && after.reason === 'document_refused')
        await webhookUrls.noteSuccess(receiver);
      else await webhookUrls.noteFailure(receiver, startedAt);
      if (after.kind === 'again')
        return recordEffectResult(deps, effect, { kind: 'again', at: after.at, attempt: tried('retry') });
      return giveUp(deps, effect, { ...after, attempt: tried('failed') });
    }
  }
}

// Given up for good: the file has failed, which operators are told of.
async function giveUp(
  deps: WebhookDeps,
  effect: DueEffect<'signature'>,
  result: Extract<EffectResult, { kind: 'failed' }>,
): Promise<StageOutcome> {
  await fileFailed(deps, effect);
  return recordEffectResult(deps, effect, result);
}

async function noteSent(
  deps: WebhookDeps,
  effect: DueEffect<'signature'>,
  { expiresAt }: OutgoingDocument,
  { documentId, signingUrl }: Extract<DocumentSendOutcome, { kind: 'sent' }>,
): Promise<void> {
  const { leadId, tenantId } = effect;
  const { fileKey } = effect.body;
  const written = await deps.stores.forTenant(tenantId).files.sent(
    { leadId, fileKey },
    {
      ...(documentId !== undefined && { providerDocumentId: documentId }),
      ...(signingUrl !== undefined && { signingUrl }),
      ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    },
    now(deps),
    'sent',
  );
  if (written) await noteFile(deps, effect, written);
}

// Who has the link to sign with signs; it stands in the file alone.
function withoutLink({ answer: _, ...attempted }: EffectAttempt): EffectAttempt {
  return attempted;
}

function attempt(
  answer: Parameters<typeof attemptOf>[0],
  startedAt: Date,
  outcome: EffectAttempt['outcome'],
  endedAt: Date,
): EffectAttempt {
  return {
    ...attemptOf(answer, startedAt, outcome),
    durationMs: endedAt.getTime() - startedAt.getTime(),
  };
}
