/** Sends the notifications about files that a process wrote as pending and then did not send, because it died. */
import type { PendingFile } from '@sluice/store';
import type { Core, StoresFor } from '../core.js';
import { notifyFileChanges } from '../effects/notify-file-changes.js';
import { workThrough } from './fail-alone.js';
import { fileIds } from './file-ids.js';
import type { LeadEffectDeps } from '../planning/plan-effects.js';

const AT_ONCE = 200;

/** Plans overdue notifications that a process wrote before it died, and returns the number of files. */
export async function notifyPendingFiles(
  core: LeadEffectDeps & StoresFor<'due'> & Pick<Core, 'metrics'>,
): Promise<number> {
  const { due } = core.stores;
  const read = (limit: number, passOver: number) => due.filesToNotify(limit, passOver);
  const work = (pending: PendingFile) => notifyPending(core, pending);
  return workThrough(core, { part: 'pending_notifications', atOnce: AT_ONCE, read, work, idsOf: fileIds });
}

async function notifyPending(
  core: LeadEffectDeps,
  { tenantId, file, notifications }: PendingFile,
): Promise<void> {
  const { leads, files } = core.stores.forTenant(tenantId);
  const lead = await leads.find(file.leadId);
  if (lead) await notifyFileChanges(core, lead, { file, notifications });
  else await files.notified(file, notifications);
}
