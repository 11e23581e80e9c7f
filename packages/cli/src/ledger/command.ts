/** `sluice ledger`: statements of clients, the entries as CSV, and the comparison with a buyer's list. */
import {
  adminGetLedgerCsv,
  adminGetStatement,
  adminGetStatementCsv,
  type Statement,
} from '@sluice/contracts';
import type { Command } from 'commander';
import { addCsv, addOperation } from '../admin/operation-command.js';
import { withOperations } from '../admin/with-operations.js';
import { answer, table } from '../output.js';
import { typedPath } from '../where.js';

interface ReconcileFlags {
  readonly tenant: string;
  readonly client?: string;
  readonly book?: boolean;
  readonly encoding?: string;
  readonly json?: boolean;
}

export function addLedger(program: Command): void {
  const ledger = program
    .command('ledger')
    .description('show what clients owe, and compare the ledger with what buyers have');
  const asked = { isTyped: true, options: { clientId: 'client' } };
  addOperation(ledger, 'statement', adminGetStatement, {
    ...asked,
    text: statementText,
    // The entries are only the first page.
    json: ({ entries: _entries, nextCursor: _cursor, ...statement }) => statement,
    input: 'Prints the sums; statement-csv prints the entries.',
  });
  addCsv(ledger, 'statement-csv', adminGetStatementCsv, asked);
  addCsv(ledger, 'csv', adminGetLedgerCsv, {});
  addReconcile(ledger);
}

function statementText({ clientName, month, timezone, sums }: Statement): string {
  const heading = `${clientName}, ${month} (${timezone})`;
  if (sums.length === 0) return `${heading}: nothing was booked.`;
  const partText = ({ entries, amount }: Statement['sums'][number]['sales']) => `${amount} (${entries})`;
  const rows = sums.map(({ currency, sales, returns, adjustments, milestones, unpriced, due }) => [
    currency,
    ...[sales, returns, adjustments, milestones].map(partText),
    String(due),
    unpriced === 0 ? '' : `${unpriced} sales have no price`,
  ]);
  const columns = ['CURRENCY', 'SALES', 'RETURNS', 'ADJUSTMENTS', 'MILESTONES', 'DUE', ''];
  return `${heading}\n${table([columns, ...rows])}`;
}

function addReconcile(ledger: Command): void {
  ledger
    .command('reconcile')
    .argument(
      '<file>',
      'CSV with a header row; columns: leadId or reference or both, amount, currency, date (YYYY-MM-DD)',
    )
    .description(
      "compare a buyer's own list of what it bought with the ledger; writes nothing without --book",
    )
    .requiredOption('--tenant <tenant>', 'tenant of the leads')
    .option('--client <client>', 'whose list it is; also names the sales of its days that it lacks')
    .option('--book', 'book what is missing here or differs as adjustments; if repeated, none twice')
    .option(
      '--encoding <name>',
      'encoding of the file, e.g. windows-1252 (default: UTF-8, or UTF-16 with its mark)',
    )
    .option('--json', 'print JSON')
    .action(async (file: string, { tenant, client, book = false, encoding, json }: ReconcileFlags) => {
      const [{ reconcileFile }, { isLeft, reconciledText }] = await Promise.all([
        import('./reconcile-file.js'),
        import('./reconciled-text.js'),
      ]);
      const options = { tenantId: tenant, file: typedPath(file), encoding, clientId: client, book };
      const reconciled = await withOperations((operate) => reconcileFile(operate, options));
      const shown = { booked: book, ...reconciled };
      answer(json, shown, () => reconciledText(reconciled, book));
      if (isLeft(reconciled)) process.exitCode = 1;
    });
}
