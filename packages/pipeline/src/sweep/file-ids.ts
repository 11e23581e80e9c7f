import type { PendingFile } from '@sluice/store';

/** The ids that identify a file in a log line. */
export function fileIds({ tenantId, file: { leadId, fileKey } }: Pick<PendingFile, 'tenantId' | 'file'>) {
  return { tenantId, leadId, fileKey };
}
