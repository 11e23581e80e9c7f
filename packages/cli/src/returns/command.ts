/** `sluice returns`: the returns as CSV, and the import of a buyer's file. */
import { adminGetReturnsCsv, adminImportReturns, type ImportedPlace } from '@sluice/contracts';
import type { Command } from 'commander';
import { addCsv, addOperation, type Call, type Given } from '../admin/operation-command.js';

// A part is answered within seconds. A dry run writes nothing, and sees only the rows of its own part.
const ROWS_AT_ONCE = 100;
const ROWS_OF_A_DRY_RUN = 1_000;

export function addReturns(program: Command): void {
  const returns = program.command('returns').description('manage returns of sold leads');
  addCsv(returns, 'csv', adminGetReturnsCsv, {
    options: { campaignId: 'campaign', clientId: 'client', leadId: 'lead' },
  });
  addOperation(returns, 'import', adminImportReturns, {
    queues: true,
    file: 'CSV with a header row; columns: leadId or reference, reason, note',
    calls: importFile,
    text: resultText,
    failure: ({ rows }) => rows.some(({ result }) => result === 'refused'),
  });
}

interface Imported {
  readonly dryRun: boolean;
  /** What became of each row. */
  readonly rows: readonly ImportedPlace[];
}

// Reads the whole file before anything is imported.
async function importFile(call: Call<typeof adminImportReturns>, given: Given): Promise<Imported> {
  const [{ importList, returnedColumns }, { placedRows }, { openTextFile }] = await Promise.all([
    import('@sluice/admin'),
    import('@sluice/admin/files'),
    import('../files/text-file.js'),
  ]);
  const { file = '', encoding } = given;
  const dryRun = given['dryRun'] !== undefined;
  const text = await openTextFile(file, { encoding });
  const rows = await placedRows(file, text.chunks(), returnedColumns);
  const request = async (part: readonly object[]) => (await call({ rows: [...part] })).results;
  return { dryRun, rows: await importList(request, rows, dryRun ? ROWS_OF_A_DRY_RUN : ROWS_AT_ONCE) };
}

function resultText({ dryRun, rows }: Imported): string {
  const count = (of: ImportedPlace['result']) => rows.filter(({ result }) => result === of).length;
  const lines = rows.map(({ place, result, why, returnId = '' }) =>
    `${place}: ${result}${why === undefined ? '' : `: ${why}`} ${returnId}`.trimEnd(),
  );
  const sum = `${count('accepted')} accepted, ${count('duplicate')} duplicate, ${count('refused')} refused`;
  return [...lines, dryRun ? `${sum}; this was a dry run, nothing was written` : sum].join('\n');
}
