/** Imports a buyer's file of returns in parts, and says what became of each row. */
import type { ImportedPlace, ImportedReturn } from '@sluice/contracts';
import { namedColumns } from '../files/named-columns.js';
import { answersInParts, type PlacedRow } from '../files/placed-rows.js';

/** The columns of such a file. */
export const returnedColumns = namedColumns({
  known: ['leadId', 'reference', 'reason', 'note'],
  lack: (named) => {
    if (!named.has('leadId') && !named.has('reference')) return 'it names neither leadId nor reference';
    return named.has('reason') ? undefined : 'it does not name reason';
  },
  words: 'leadId or reference, reason, note',
  done: 'imported',
});

/** What became of each row, in their order; `request` is called with at most `atOnce` rows. */
export function importList(
  request: (rows: readonly PlacedRow['row'][]) => Promise<readonly ImportedReturn[]>,
  rows: readonly PlacedRow[],
  atOnce: number,
): Promise<readonly ImportedPlace[]> {
  return answersInParts<ImportedReturn>(rows, atOnce, request, (why) => ({ result: 'refused', why }));
}
