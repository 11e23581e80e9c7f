/** The classes under which a supplier is told why a lead was not taken: enough to act on, and nobody's business else. */
import { readOwnReason, type ReasonClass, type SubmissionStatus } from '@sluice/contracts';
import { reasonTexts } from '../reasons/index.js';

/** The class of a submission's reason. Whatever is none of ours is a buyer's answer, of which nothing is told. */
export function reasonClassOf(status: SubmissionStatus, reason: string | undefined): ReasonClass {
  if (status === 'duplicate') return 'duplicate';
  const own = reason === undefined ? undefined : readOwnReason(reason);
  switch (own?.kind) {
    case 'constant':
      return reasonTexts[own.reason].supplier;
    case 'limit_full':
      return 'capped';
    case 'destination':
      return 'error';
    case 'status':
      return status === 'rejected' ? 'not_wanted' : 'error';
    default:
      return reason === undefined ? 'error' : 'not_wanted';
  }
}
