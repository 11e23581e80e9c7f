/**
 * Sends a document to its vendor for the lead to sign (§2.1.2). Every attempt looks the document up first, so that what a
 * worker that died has sent is found; one worker at a time does both.
 */
import { isDocumentVendor, type DueEffect, type EffectAttempt, type OwnReason } from '@sluice/contracts';
import { afterDocumentAttempt, onlyLooks } from '@sluice/domain';
import {
  claimedCall,
  effectClaim,
  fileFailed,
  noteFile,
  now,
  recordEffectResult,
  uncalled,
  type EffectResult,
} from '@sluice/pipeline';
import {
  attemptOf,
  createDocumentSender,
  DOCUMENT_CALL_TIMEOUT_MS,
  DOCUMENT_LOOK_UPS,
  type DocumentSender,
  type DocumentSendOutcome,
  type OutgoingDocument,
} from '@sluice/providers';
import type { StageOutcome } from '@sluice/queue';
import type { WebhookDeps } from '../deps.js';
import { documentFor } from './document-for.js';

/** How an attempt ended; `not_found`: it only looked. */
type Outcome = DocumentSendOutcome | { readonly kind: 'not_found' };

/** Makes one attempt and records what came of it. */
export async function sendDocument(deps: WebhookDeps, effect: DueEffect<'signature'>): Promise<StageOutcome> {
  const { tenantId } = effect;
  const { vendor } = effect.body;
  if (!isDocumentVendor(vendor))
    return recordEffectResult(deps, effect, { kind: 'skipped', reason: 'vendor_not_built' });
  const credentials = await deps.stores.secrets.cachedCredentials(tenantId, deps.encryptionKeys);
  const sender = createDocumentSender(vendor, credentials, deps.outbound);
  if (!sender) return recordEffectResult(deps, effect, { kind: 'skipped', reason: 'no_document_provider' });
  const found = await documentFor(deps, effect);
  if (found.kind === 'failed') await fileFailed(deps, effect);
  if (found.kind !== 'document') return recordEffectResult(deps, effect, found);

  const { document } = found;
  const { takings } = deps.stores.forTenant(tenantId);
  const called = await claimedCall(deps, effectClaim(takings, effect), {
    timeoutMs: DOCUMENT_CALL_TIMEOUT_MS,
    preparingMs: DOCUMENT_LOOK_UPS * DOCUMENT_CALL_TIMEOUT_MS,
    about: effect,
    prepare: async ({ attempts }): Promise<() => Promise<Outcome>> => {
      const prepared = await sender.prepare(document);
      if (typeof prepared !== 'function') return async () => prepared;
      return onlyLooks(attempts.length + 1) ? async () => ({ kind: 'not_found' }) : prepared;
    },
  });
  if (called.kind !== 'answered') return uncalled(deps, effect, called);
  const { answer: outcome, claimed, startedAt, leaseUntil } = called;
  const result = await follow(deps, claimed, sender, { document, outcome, startedAt });
  if (result.kind === 'failed') await fileFailed(deps, effect);
  return recordEffectResult(deps, effect, result, leaseUntil);
}

/** An attempt that has just ended. */
interface Ended {
  readonly document: OutgoingDocument;
  readonly outcome: Outcome;
  readonly startedAt: Date;
}

async function follow(
  deps: WebhookDeps,
  effect: DueEffect<'signature'>,
  { url }: DocumentSender,
  { document, outcome, startedAt }: Ended,
): Promise<EffectResult> {
  const { webhookUrls } = deps.stores.forTenant(effect.tenantId);
  const receiver = { url, headers: {} };
  const at = now(deps);
  const durationMs = at.getTime() - startedAt.getTime();
  switch (outcome.kind) {
    case 'sent': {
      await webhookUrls.noteSuccess(receiver);
      await noteSent(deps, effect, document, outcome);
      // Who has the link to sign with signs; it stands in the file alone.
      const { answer: _, ...attempted } = attemptOf(outcome.answer, startedAt, 'done');
      return { kind: 'done', attempt: { ...attempted, durationMs } };
    }
    case 'unfit':
      return { kind: 'failed', reason: outcome.reason };
    case 'not_found': {
      const error = 'not_sent' satisfies OwnReason;
      const attempt: EffectAttempt = { at: startedAt, durationMs, outcome: 'failed', error };
      return { kind: 'failed', reason: error, attempt };
    }
    case 'not_sent': {
      const after = afterDocumentAttempt({
        n: effect.attempts.length + 1,
        mayBeSent: outcome.mayBeSent === true,
        answer: outcome.answer,
        now: at,
        random01: Math.random(),
      });
      // A vendor that refuses one document works.
      if (after.kind === 'failed' && after.reason === 'document_refused')
        await webhookUrls.noteSuccess(receiver);
      else await webhookUrls.noteFailure(receiver, startedAt);
      const as = after.kind === 'again' ? 'retry' : 'failed';
      const attempt = { ...attemptOf(outcome.answer, startedAt, as), durationMs };
      return after.kind === 'again' ? { kind: 'again', at: after.at, attempt } : { ...after, attempt };
    }
  }
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
