/** `sluice export --tenant T`. */
import { adminExportRecords, exportKinds, type ExportKind } from '@sluice/contracts';
import type { Command } from 'commander';
import { Problem } from '@sluice/local';
import { withOperations } from '../admin/with-operations.js';
import { instantOf } from '../typed-values.js';
import { typedPath } from '../where.js';

interface ExportFlags {
  readonly tenant: string;
  readonly kinds: string;
  readonly since?: string;
  readonly until?: string;
  readonly out?: string;
}

// A page of a large store that was not read before comes from disk.
const CALL_TIMEOUT_MS = 5 * 60_000;

export function addExport(program: Command): void {
  program
    .command('export')
    .description('export records of a tenant as NDJSON, including personal data; changes nothing')
    .requiredOption('--tenant <tenant>', 'tenant of the records')
    .option('--kinds <kinds>', 'only these kinds, separated by commas', exportKinds.join(','))
    .option('--since <iso>', 'only records written at or after this time')
    .option('--until <iso>', 'only records written before this time')
    .option('--out <file>', 'output file; default: standard output')
    .action(async (flags: ExportFlags) => {
      const { tenant, out, since, until } = flags;
      const query = {
        kinds: kindsOf(flags.kinds).join(','),
        since: since === undefined ? undefined : instantOf('--since', since),
        until: until === undefined ? undefined : instantOf('--until', until),
      };
      const path = out === undefined ? undefined : typedPath(out);
      const { writeExport } = await import('./write-export.js');
      const records = await withOperations(
        (operate) => {
          const asked = { params: { tenantId: tenant }, query };
          return writeExport(operate.stream(adminExportRecords, asked, new AbortController().signal), path);
        },
        { callTimeoutMs: CALL_TIMEOUT_MS },
      );
      const counts = Object.entries(records).map(([kind, count]) => `${count} ${kind}`);
      // Standard output contains only the export.
      console.error(`Tenant ${tenant}: exported ${counts.join(', ')}${path ? ` to ${path}` : ''}.`);
    });
}

function kindsOf(named: string): readonly ExportKind[] {
  const names = named.split(',').map((name) => name.trim().toLowerCase());
  const unknown = names.find((name) => !exportKinds.some((kind) => kind === name));
  if (unknown !== undefined)
    throw new Problem(`--kinds ${unknown} is not one of ${exportKinds.join(', ')}.`, 2);
  return exportKinds.filter((kind) => names.includes(kind));
}
