/**
 * Expires requested documents that were not signed in time. They are read as expired from that instant on; the sweep
 * stores the status and plans the notification.
 */
import type { ExpiredFile } from '@sluice/store';
import { now, type Core, type StoresFor } from '../core.js';
import { workThrough } from './fail-alone.js';
import { fileIds } from './file-ids.js';
import { planFileEffects } from '../effects/notify-file-changes.js';
import type { LeadEffectDeps } from '../planning/plan-effects.js';

const AT_ONCE = 200;

/**
 * Expires files that are past their time and returns their number. A file that is written meanwhile keeps what was
 * written.
 */
export async function expireFiles(
  core: LeadEffectDeps & StoresFor<'due'> & Pick<Core, 'metrics'>,
): Promise<number> {
  const { due } = core.stores;
  const read = (limit: number, passOver: number) => due.expiredFiles(limit, passOver);
  const work = (expired: ExpiredFile) => expire(core, expired);
  return workThrough(core, { part: 'expired_files', atOnce: AT_ONCE, read, work, idsOf: fileIds });
}

async function expire(core: LeadEffectDeps, { tenantId, file, expiresAt }: ExpiredFile): Promise<void> {
  // Notified first: if the process dies in between, the next sweep expires the file.
  const { leads, files } = core.stores.forTenant(tenantId);
  const lead = await leads.find(file.leadId);
  const change = `expired.${Date.parse(expiresAt)}`;
  if (lead) await planFileEffects(core, lead, { file, statusBefore: 'pending', change });
  await files.expire(file, expiresAt, now(core));
}
