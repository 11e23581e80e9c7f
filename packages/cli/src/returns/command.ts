/** `sluice returns`: the returns as CSV, and the import of a buyer's file. */
import { adminGetReturnsCsv, type ImportedPlace } from '@sluice/contracts';
import type { Command } from 'commander';
import { addCsv } from '../admin/operation-command.js';
import { withOperations } from '../admin/with-operations.js';
import { answer } from '../output.js';
import { typedPath } from '../where.js';

interface ImportFlags {
  readonly tenant: string;
  readonly dryRun?: boolean;
  readonly encoding?: string;
  readonly json?: boolean;
}

export function addReturns(program: Command): void {
  const returns = program.command('returns').description('manage returns of sold leads');
  addCsv(returns, 'csv', adminGetReturnsCsv, {});
  returns
    .command('import')
    .argument('<file>', 'CSV with a header row; columns: leadId or reference, reason, note')
    .description('request a return for each row of a file; if repeated, it returns no sale twice')
    .requiredOption('--tenant <tenant>', 'tenant of the leads')
    .option('--dry-run', 'only print what would become of each row')
    .option(
      '--encoding <name>',
      'encoding of the file, e.g. windows-1252 (default: UTF-8, or UTF-16 with its mark)',
    )
    .option('--json', 'print JSON')
    .action(async (file: string, { tenant, dryRun = false, encoding, json }: ImportFlags) => {
      const { importFile } = await import('./import-file.js');
      const options = { tenantId: tenant, file: typedPath(file), encoding, dryRun };
      const results = await withOperations((operate) => importFile(operate, options), { queues: true });
      answer(json, { dryRun, rows: results }, ({ rows }) => resultText(rows, dryRun));
      if (results.some(({ result }) => result === 'refused')) process.exitCode = 1;
    });
}

function resultText(rows: readonly ImportedPlace[], dryRun: boolean): string {
  const count = (of: ImportedPlace['result']) => rows.filter(({ result }) => result === of).length;
  const lines = rows.map(({ place, result, why, returnId = '' }) =>
    `${place}: ${result}${why === undefined ? '' : `: ${why}`} ${returnId}`.trimEnd(),
  );
  const sum = `${count('accepted')} accepted, ${count('duplicate')} duplicate, ${count('refused')} refused`;
  return [...lines, dryRun ? `${sum}; this was a dry run, nothing was written` : sum].join('\n');
}
