/** Compares a buyer's own list of what it bought with the ledger, in parts that one call of an operation takes. */
import { listedColumns, reconcileList, type Operate } from '@sluice/admin';
import { placedRows } from '@sluice/admin/files';
import { adminListLedger, adminReconcileLedger, type Reconciled } from '@sluice/contracts';
import { allPages } from '../admin/all-pages.js';
import { openTextFile } from '../files/text-file.js';

/** Which file is compared, and how. */
export interface ReconcileOptions {
  readonly tenantId: string;
  readonly file: string;
  readonly encoding?: string | undefined;
  readonly clientId?: string | undefined;
  readonly book: boolean;
}

// A part is answered within seconds.
const ROWS_AT_ONCE = 100;

/** Reads and compares the whole file before anything is booked. @throws Problem if it cannot be read as such a list */
export async function reconcileFile(operate: Operate, options: ReconcileOptions): Promise<Reconciled> {
  const { tenantId, file, encoding, clientId, book } = options;
  const text = await openTextFile(file, { encoding });
  const rows = await placedRows(file, text.chunks(), listedColumns);
  const params = { tenantId };
  const work = {
    compare: async (part: readonly object[], booking: boolean) => {
      const body = { rows: [...part], book: booking, clientId };
      return (await operate.call(adminReconcileLedger, { params, body })).rows;
    },
    entries: (query: Readonly<Record<string, string>>) =>
      allPages(
        (cursor) => operate.call(adminListLedger, { params, query: { limit: '100', ...query, ...cursor } }),
        ({ entries }) => entries,
      ),
  };
  return reconcileList(work, rows, { clientId, book, atOnce: ROWS_AT_ONCE });
}
