/**
 * Notifications about files whose status has changed. A notification is written as pending together with the status,
 * and removed once its effects are planned. If a process dies in between, the sweep sends the notification.
 */
import type { FileReference, FileStatus, LeadRecord } from '@sluice/contracts';
import { fileEffects } from '@sluice/domain';
import type { WrittenFile } from '@sluice/store';
import { planEffect, type LeadEffectDeps } from '../planning/plan-effects.js';
import { leadContext } from '../planning/lead-context.js';
import { planNextSignatures } from '../planning/plan-signatures.js';

/** A file whose status has changed, and the id of that change, so that each change is notified once. */
interface ChangedFile {
  readonly file: FileReference;
  readonly statusBefore?: FileStatus | undefined;
  readonly change: string;
}

/** Plans the effects of the new status of a lead's file: who is told, and which documents go next. */
export async function planFileEffects(
  core: LeadEffectDeps,
  lead: LeadRecord,
  changed: ChangedFile,
): Promise<void> {
  const effects = fileEffects(await leadContext(core, lead), changed);
  await Promise.all(effects.map((effect) => planEffect(core, lead.tenantId, effect)));
  await planNextSignatures(core, lead.tenantId, changed.file);
}

/** Plans the effects of a file's pending notifications, and removes the notifications. Repeatable. */
export async function notifyFileChanges(
  core: LeadEffectDeps,
  lead: LeadRecord,
  { file, notifications }: WrittenFile,
): Promise<void> {
  if (notifications.length === 0) return;
  for (const { change, status, statusBefore } of notifications) {
    await planFileEffects(core, lead, { file: { ...file, status }, statusBefore, change });
  }
  await core.stores.forTenant(lead.tenantId).files.notified(file, notifications);
}
