/**
 * Telling of files whose status has changed. The news are written with the status, and taken back when every effect of
 * theirs is written down; whoever dies in between leaves them to the sweep.
 */
import type { FileReference, FileStatus, LeadRecord } from '@sluice/contracts';
import { fileEffects } from '@sluice/domain';
import type { UntoldFile, WrittenFile } from '@sluice/store';
import type { Core } from '../core.js';
import { planEffect } from './plan-effects.js';
import { workThrough } from '../sweep/fail-alone.js';
import { leadContext } from './lead-context.js';

const AT_ONCE = 200;

/** A file whose status has changed, and a name of the change by which it is told once. */
interface ChangedFile {
  readonly file: FileReference;
  readonly statusBefore?: FileStatus | undefined;
  readonly change: string;
}

/** Plans the effects of the new status of a lead's file. */
export async function planFileEffects(core: Core, lead: LeadRecord, changed: ChangedFile): Promise<void> {
  const effects = fileEffects(await leadContext(core, lead), changed);
  await Promise.all(effects.map((effect) => planEffect(core, lead.tenantId, effect)));
}

/** Tells the news of a lead's file. Repeatable. */
export async function tellFileNews(core: Core, lead: LeadRecord, { file, news }: WrittenFile): Promise<void> {
  if (news.length === 0) return;
  for (const { change, status, statusBefore } of news) {
    await planFileEffects(core, lead, { file: { ...file, status }, statusBefore, change });
  }
  await core.stores.forTenant(lead.tenantId).files.told(file, news);
}

/** Tells what others should have told and did not, and says of how many files that was. */
export async function tellUntoldFiles(core: Core): Promise<number> {
  const { due } = core.stores;
  const read = (limit: number, passOver: number) => due.untoldFiles(limit, passOver);
  return workThrough(core, 'file_news', AT_ONCE, read, (untold) => tellUntold(core, untold), fileIds);
}

async function tellUntold(core: Core, { tenantId, file, news }: UntoldFile): Promise<void> {
  const { leads, files } = core.stores.forTenant(tenantId);
  const lead = await leads.find(file.leadId);
  if (lead) await tellFileNews(core, lead, { file, news });
  else await files.told(file, news);
}

/** By which a log line names a file. */
export function fileIds({ tenantId, file: { leadId, fileKey } }: Pick<UntoldFile, 'tenantId' | 'file'>) {
  return { tenantId, leadId, fileKey };
}
