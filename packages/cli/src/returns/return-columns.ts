/** The columns of a file of returns. */
import { namedColumns } from '../files/named-columns.js';

export const returnColumns = namedColumns({
  known: ['leadId', 'reference', 'reason', 'note'],
  lack: (named) => {
    if (!named.has('leadId') && !named.has('reference')) return 'it names neither leadId nor reference';
    return named.has('reason') ? undefined : 'it does not name reason';
  },
  words: 'leadId or reference, reason, note',
  done: 'imported',
});
