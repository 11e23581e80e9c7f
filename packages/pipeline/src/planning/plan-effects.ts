/**
 * Planning effects: every effect of a recorded decision is written to the store, then enqueued for its worker. Planning
 * it twice still yields one effect. If its job is lost, the sweep requeues it.
 */
import type { Effect, NewEffect, RecordedDecision, SubmissionRecord } from '@sluice/contracts';
import { effectsOf } from '@sluice/domain';
import { newId } from '@sluice/process';
import type { TenantStores } from '@sluice/store';
import { now, type StoresFor } from '../core.js';
import { bookMilestones } from '../ledger/book-milestones.js';
import { leadFacts } from '../lead/facts.js';
import { planSignature } from './plan-signatures.js';
import { writeEffect, type PlanEffectDeps } from './write-effect.js';

/** What planning effects uses of the core if they carry facts of their lead. */
export type LeadEffectDeps = PlanEffectDeps & StoresFor<'tenants'>;

/** Books the milestones of `recorded`, and plans every effect outside Sluice that is `wanted`. Repeatable. */
export async function planEffects(
  core: LeadEffectDeps,
  submission: SubmissionRecord,
  recorded: RecordedDecision,
  wanted: (effect: NewEffect) => boolean = () => true,
): Promise<void> {
  const effects = (await effectsOfDecision(core, submission, recorded)).filter(wanted);
  await bookMilestones(core, submission, effects, recorded.decidedAt);
  await Promise.all(effects.map((effect) => planEffect(core, submission.tenantId, effect)));
}

/** Every effect of `recorded` outside Sluice, not written yet. */
export async function effectsOfDecision(
  core: StoresFor<'clock' | 'forTenant' | 'tenants'>,
  submission: SubmissionRecord,
  recorded: RecordedDecision,
): Promise<readonly NewEffect[]> {
  const { tenantId } = submission;
  const { campaigns, clients } = core.stores.forTenant(tenantId);
  const { decision, stage, decidedAt } = recorded;
  const placedWith = decision.kind === 'delivered' ? decision.campaignId : undefined;
  const campaign = await campaigns.cached(submission.campaignId);
  const isElsewhere = placedWith !== undefined && placedWith !== submission.campaignId;
  const placement = isElsewhere ? await campaigns.cached(placedWith) : undefined;
  const client = decision.kind === 'delivered' ? await clients.cached(decision.clientId) : undefined;
  const tenant = await core.stores.tenants.cached(tenantId);
  return effectsOf({
    tenantId,
    submission,
    campaign,
    placedWith: placement,
    client,
    tenantSettings: tenant?.settings ?? {},
    facts: await leadFacts(core, submission, [campaign, placement]),
    stage,
    decision,
    mintEventId: () => newId('event'),
    now: decidedAt,
  });
}

/** Writes one effect and enqueues it, unless it was already written. A document is requested as a file of the lead. */
export async function planEffect(core: PlanEffectDeps, tenantId: string, effect: NewEffect): Promise<Effect> {
  const written = await writeEffect(core, tenantId, effect);
  if (written.kind === 'document') {
    await requestDocument(core.stores.forTenant(tenantId).files, written, now(core));
    await planSignature(core, written);
  }
  return written;
}

// If the lead already has a file with that key, that file stays unchanged.
async function requestDocument(
  files: TenantStores['files'],
  { leadId, body: { file } }: Effect<'document'>,
  at: Date,
): Promise<void> {
  // Its person was erased.
  if (!file) return;
  const key = { leadId, fileKey: file.fileKey };
  if (await files.find(key, at)) return;
  const { expiresAt } = file.metadata as { readonly expiresAt?: string };
  const { fileName, fileType, documentUrl, provider, status, metadata } = file;
  await files.upsert(
    key,
    {},
    {
      fileId: newId('file'),
      fileName,
      fileType,
      documentUrl,
      provider,
      status,
      metadata,
      ...(expiresAt !== undefined && { expiresAt }),
    },
    at,
  );
}
