/**
 * Setting off effects: every effect of a standing decision is written down, then brought to its worker.
 * Written twice they are one; a lost job is brought again by the sweep.
 */
import type { Effect, NewEffect, StandingDecision, SubmissionRecord } from '@sluice/contracts';
import { effectsOf, type DocumentEffectBody } from '@sluice/domain';
import { failpoint, newId } from '@sluice/runtime';
import type { TenantStores } from '@sluice/store';
import { now, type Core } from './core.js';
import { effectQueueOf, enqueueEffect } from './enqueue.js';
import { leadFacts } from './facts.js';

/** Sets off everything that follows from `standing` in the outside world. Repeatable. */
export async function setOff(
  core: Core,
  submission: SubmissionRecord,
  standing: StandingDecision,
): Promise<void> {
  const { tenantId } = submission;
  const { campaigns } = core.stores.forTenant(tenantId);
  const { decision, stage, decidedAt } = standing;
  const placedWith = decision.kind === 'delivered' ? decision.campaignId : undefined;
  const [campaign, placement, tenant] = await Promise.all([
    campaigns.recent(submission.campaignId),
    placedWith === undefined || placedWith === submission.campaignId
      ? undefined
      : campaigns.recent(placedWith),
    core.stores.tenants.recent(tenantId),
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
  await Promise.all(effects.map((effect) => setOffOne(core, tenantId, effect)));
}

/** Writes one effect and brings it to its worker, unless it was carried out already. */
export async function setOffOne(core: Core, tenantId: string, effect: NewEffect): Promise<Effect> {
  const { effects, files } = core.stores.forTenant(tenantId);
  const at = now(core);
  const dueAt = effectQueueOf(effect.kind)
    ? new Date(at.getTime() + core.stores.sweepTiming.firstLookMs)
    : undefined;
  const { effect: standing, ours } = await effects.plan(effect, at, dueAt);
  await failpoint('after-effect-before-enqueue', standing);
  if (standing.kind === 'document') await requestDocument(files, standing, at);
  // Nobody waits for the queue: what it does not take, the sweep requeues.
  // One that was there already is on its way, or its own time for the sweep comes.
  if (ours && standing.status === 'due') void enqueueEffect(core, standing, at);
  return standing;
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
