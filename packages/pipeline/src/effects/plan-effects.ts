/**
 * Planning effects: every effect of a recorded decision is written down, then enqueued for its worker.
 * Written twice it is one; the sweep requeues it when its job is lost.
 */
import type { Effect, NewEffect, RecordedDecision, SubmissionRecord } from '@sluice/contracts';
import { effectsOf, type DocumentEffectBody } from '@sluice/domain';
import { failpoint, newId, traceContext } from '@sluice/runtime';
import type { TenantStores } from '@sluice/store';
import { now, type Core } from '../core.js';
import { effectQueueOf, enqueueEffect } from '../stage/enqueue.js';
import { leadFacts } from '../stage/facts.js';

/** Plans everything that follows from `recorded` in the outside world. Repeatable. */
export async function planEffects(
  core: Pick<Core, 'stores' | 'producer' | 'log'>,
  submission: SubmissionRecord,
  recorded: RecordedDecision,
): Promise<void> {
  const { tenantId } = submission;
  const { campaigns } = core.stores.forTenant(tenantId);
  const { decision, stage, decidedAt } = recorded;
  const placedWith = decision.kind === 'delivered' ? decision.campaignId : undefined;
  const [campaign, placement, tenant] = await Promise.all([
    campaigns.cached(submission.campaignId),
    placedWith === undefined || placedWith === submission.campaignId
      ? undefined
      : campaigns.cached(placedWith),
    core.stores.tenants.cached(tenantId),
  ]);
  const effects = effectsOf({
    tenantId,
    submission,
    campaign,
    placedWith: placement,
    tenantSettings: tenant?.settings ?? {},
    facts: await leadFacts(core, submission, [campaign, placement]),
    stage,
    decision,
    mintEventId: () => newId('event'),
    now: decidedAt,
  });
  await Promise.all(effects.map((effect) => planEffect(core, tenantId, effect)));
}

/** Writes one effect and enqueues it, unless it was written already. */
export async function planEffect(
  core: Pick<Core, 'stores' | 'producer' | 'log'>,
  tenantId: string,
  effect: NewEffect,
): Promise<Effect> {
  const { effects, files } = core.stores.forTenant(tenantId);
  const at = now(core);
  const dueAt = effectQueueOf(effect.kind)
    ? new Date(at.getTime() + core.stores.sweepTiming.firstLookMs)
    : undefined;
  const { effect: written, ours } = await effects.plan(traced(effect), at, dueAt);
  await failpoint('after-effect-before-enqueue', written);
  if (written.kind === 'document') await requestDocument(files, written, at);
  // Not awaited: what the queue does not take, the sweep requeues.
  // One that was there already is on its way, or its own time for the sweep comes.
  if (ours && written.status === 'due') void enqueueEffect(core, written, at);
  return written;
}

function traced(effect: NewEffect): NewEffect {
  const trace = traceContext();
  return trace ? { ...effect, traceContext: trace } : effect;
}

// The lead may have a file of that key already; it is left as it is.
async function requestDocument(
  files: TenantStores['files'],
  { leadId, body }: Effect,
  at: Date,
): Promise<void> {
  const { file } = body as DocumentEffectBody;
  const key = { leadId, fileKey: file.fileKey };
  if (await files.find(key, at)) return;
  const { expiresAt } = file.metadata as { readonly expiresAt?: string };
  const { fileName, fileType, documentUrl, provider, status, metadata } = file;
  await files.upsert(
    key,
    {},
    {
      ...{ fileId: newId('file'), fileName, fileType, documentUrl, provider, status, metadata },
      ...(expiresAt !== undefined && { expiresAt }),
    },
    at,
  );
}
