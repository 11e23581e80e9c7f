/** Compares a buyer's own list of what it bought with the ledger, in parts that one call of an operation takes. */
import { listedColumns, reconcileList, type Operate } from '@sluice/admin';
import { placedRows } from '@sluice/admin/files';
import { adminListLedger, type adminReconcileLedger, type Reconciled } from '@sluice/contracts';
import type { Call, Given } from '../admin/operation-command.js';
import { pagesOf } from '../admin/pages.js';
import { openTextFile } from '../files/text-file.js';

// A part is answered within seconds.
const ROWS_AT_ONCE = 100;

/** Reads and compares the whole file before anything is booked. @throws Problem if it cannot be read as such a list */
export async function reconcileFile(
  call: Call<typeof adminReconcileLedger>,
  { tenantId = '', file = '', encoding, clientId, book }: Given,
  operate: Operate,
): Promise<Reconciled> {
  const text = await openTextFile(file, { encoding });
  const rows = await placedRows(file, text.chunks(), listedColumns);
  async function* entries(query: Readonly<Record<string, string>>) {
    const pages = pagesOf(adminListLedger, (page) =>
      operate.call(adminListLedger, { params: { tenantId }, query: { ...query, ...page.query } }),
    );
    for await (const page of pages) yield* page.entries;
  }
  const compare = async (part: readonly object[], booking: boolean) =>
    (await call({ rows: [...part], book: booking })).rows;
  return reconcileList({ compare, entries }, rows, {
    clientId,
    book: book !== undefined,
    atOnce: ROWS_AT_ONCE,
  });
}
