/** How the status of a file follows its vendor, which reports late, twice and in any order. */
import type { FileReference, FileStatus } from '@sluice/contracts';

/** The statuses that a vendor reports. */
export type ReportedStatus = Extract<
  FileStatus,
  'viewed' | 'in_progress' | 'signed' | 'declined' | 'expired'
>;

/** In the order in which a document passes them. One that was given up may have reached the vendor all the same. */
const unfinished: readonly FileStatus[] = ['pending', 'failed', 'viewed', 'in_progress'];

/** The statuses that a file may have before it takes a reported one; a signed, declined or expired file keeps its own. */
export function statusesBefore(reported: ReportedStatus): readonly FileStatus[] {
  return reported === 'viewed' || reported === 'in_progress'
    ? unfinished.slice(0, unfinished.indexOf(reported))
    : unfinished;
}

/** What an earlier attempt has left of a file that is to be sent. */
export function sendingState(
  file: Pick<FileReference, 'provider' | 'providerDocumentId' | 'signingUrl' | 'status' | 'documentUrl'>,
  vendor: string,
): 'unsent' | 'sent' | 'not_sendable' {
  if (file.provider !== vendor) return 'not_sendable';
  const isUnfinished = unfinished.includes(file.status);
  // The vendor knows the document, by our attempt or by its own report.
  if (file.providerDocumentId !== undefined)
    return isUnfinished && file.signingUrl === undefined ? 'unsent' : 'sent';
  return isUnfinished && file.status !== 'failed' && file.documentUrl === '' ? 'unsent' : 'not_sendable';
}
