/** `sluice ledger reconcile FILE --tenant T [--client C] [--book]`. */
import type { Command } from 'commander';
import { withOperations } from '../admin/with-operations.js';
import { answer } from '../output.js';
import { typedPath } from '../where.js';

interface ReconcileFlags {
  readonly tenant: string;
  readonly client?: string;
  readonly book?: boolean;
  readonly encoding?: string;
  readonly json?: boolean;
}

export function addLedger(program: Command): void {
  program
    .command('ledger')
    .description('compare the ledger with what buyers have')
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
      const [{ reconcileFile }, { isLeft, reconciledText, sumsOf }] = await Promise.all([
        import('./reconcile-file.js'),
        import('./reconciled-text.js'),
      ]);
      const options = { tenantId: tenant, file: typedPath(file), encoding, clientId: client, book };
      const reconciled = await withOperations((operate) => reconcileFile(operate, options));
      const shown = { booked: book, ...reconciled, sums: sumsOf(reconciled) };
      answer(json, shown, () => reconciledText(reconciled, book));
      if (isLeft(reconciled)) process.exitCode = 1;
    });
}
