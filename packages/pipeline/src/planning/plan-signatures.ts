/**
 * Sends requested documents to their vendor when it is their turn: those of the lowest order at once, the others when
 * the files before them are signed. Repeatable: the key of a signature follows from that of its document.
 */
import type { Effect, FileReference } from '@sluice/contracts';
import { isSigned, signatureEffect, waitsForFile } from '@sluice/domain';
import { newId } from '@sluice/process';
import { now } from '../core.js';
import { writeEffect, type PlanEffectDeps } from './write-effect.js';

/** Plans the signature of a requested document, if it is its turn. */
export async function planSignature(core: PlanEffectDeps, requested: Effect<'document'>): Promise<void> {
  const { tenantId, leadId, body } = requested;
  const { order } = body;
  if (!order) return;
  const { files } = core.stores.forTenant(tenantId);
  const before = order.after.length === 0 ? [] : await files.ofLead(leadId, now(core));
  const effect = signatureEffect(requested, before, () => newId('event'));
  if (effect) await writeEffect(core, tenantId, effect);
}

/** Plans the signatures of the lead's documents that waited for this file, if it is signed. */
export async function planNextSignatures(
  core: PlanEffectDeps,
  tenantId: string,
  { leadId, fileKey, status }: Pick<FileReference, 'leadId' | 'fileKey' | 'status'>,
): Promise<void> {
  if (!isSigned(status)) return;
  const once = await core.stores.forTenant(tenantId).effects.onceForLead(leadId);
  for (const effect of once) if (waitsForFile(effect, fileKey)) await planSignature(core, effect);
}
