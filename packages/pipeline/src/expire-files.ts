/**
 * Requested documents that nobody signed in time: they are read as expired from that instant on, and written and told
 * as such by whoever sweeps.
 */
import type { FileReference, FileStatus, LeadRecord } from '@sluice/contracts';
import { fileEffects } from '@sluice/domain';
import { now, type Core } from './core.js';
import { setOffOne } from './effects.js';
import { leadContext } from './lead-context.js';

const AT_ONCE = 200;

/** A file whose status has changed, and a name of the change by which it is told once. */
export interface ChangedFile {
  readonly file: FileReference;
  readonly statusBefore?: FileStatus | undefined;
  readonly change: string;
}

/** Sets off what the new status of a lead's file brings about. */
export async function setOffFileChange(core: Core, lead: LeadRecord, changed: ChangedFile): Promise<void> {
  if (changed.file.status === changed.statusBefore) return;
  const effects = fileEffects(await leadContext(core, lead), changed);
  await Promise.all(effects.map((effect) => setOffOne(core, lead.tenantId, effect)));
}

/** Expires what is over, and says how many files that were. A file that is written meanwhile stays as it was written. */
export async function expireFiles(core: Core): Promise<number> {
  const expired = await core.stores.due.expiredFiles(AT_ONCE);
  for (const { tenantId, file, expiresAt } of expired) {
    // Told first: whoever dies in between leaves a file that is expired again.
    const { leads, files } = core.stores.forTenant(tenantId);
    const lead = await leads.find(file.leadId);
    const change = `expired.${Date.parse(expiresAt)}`;
    if (lead) await setOffFileChange(core, lead, { file, statusBefore: 'pending', change });
    await files.expire(file, expiresAt, now(core));
  }
  return expired.length;
}
