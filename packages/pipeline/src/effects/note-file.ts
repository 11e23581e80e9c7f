/** What a vendor does with a lead's file: written into the file, then notified. Repeatable. */
import type { DueEffect, LeadRecord } from '@sluice/contracts';
import type { FileKey, WrittenFile } from '@sluice/store';
import { now } from '../core.js';
import { eraseAgain } from '../lead/erase-again.js';
import { notifyFileChanges } from './notify-file-changes.js';
import type { LeadEffectDeps } from '../planning/plan-effects.js';

/**
 * Notifies of what was written into a file. If the process dies before, the sweep does it; if the lead was erased
 * meanwhile, what was written is removed.
 */
export async function noteFile(
  core: LeadEffectDeps,
  { tenantId, leadId }: Pick<LeadRecord, 'tenantId' | 'leadId'>,
  written: WrittenFile,
): Promise<void> {
  const lead = await core.stores.forTenant(tenantId).leads.find(leadId);
  if (!lead) return;
  await notifyFileChanges(core, lead, written);
  await eraseAgain(core, lead);
}

/** The document of this effect could not be sent: its file has failed, unless the vendor has reported on it. */
export async function fileFailed(core: LeadEffectDeps, effect: DueEffect<'signature'>): Promise<void> {
  const { files } = core.stores.forTenant(effect.tenantId);
  const key: FileKey = { leadId: effect.leadId, fileKey: effect.body.fileKey };
  const written = await files.follow(
    key,
    { status: 'failed' },
    { from: ['pending'], change: 'not_sent' },
    now(core),
  );
  if (written) await noteFile(core, effect, written);
}
