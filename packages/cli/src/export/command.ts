/** `sluice export --tenant T`. */
import { exportKinds, type ExportKind } from '@sluice/contracts';
import type { Command } from 'commander';
import { Problem } from '@sluice/local';
import { typedPath, withStores } from '../where.js';

interface ExportFlags {
  readonly tenant: string;
  readonly kinds: string;
  readonly since?: string;
  readonly until?: string;
  readonly out?: string;
}

// A page of a large store that is read for the first time comes from its disk.
const CALL_TIMEOUT_MS = 5 * 60_000;

export function addExport(program: Command): void {
  program
    .command('export')
    .description('write records of a tenant as NDJSON, personal data included; changes nothing')
    .requiredOption('--tenant <tenant>', 'whose records')
    .option('--kinds <kinds>', 'some of them, with commas', exportKinds.join(','))
    .option('--since <iso>', 'only what was written then or later')
    .option('--until <iso>', 'only what was written before')
    .option('--out <file>', 'where to; without it, standard output')
    .action(async (flags: ExportFlags) => {
      const { tenant, out } = flags;
      const [since, until] = [instantOf('--since', flags.since), instantOf('--until', flags.until)];
      const range = {
        tenantId: tenant,
        kinds: kindsOf(flags.kinds),
        ...(since && { since }),
        ...(until && { until }),
      };
      await withStores(
        async (stores) => {
          const [{ audited }, { writeExport }] = await Promise.all([
            import('../with-core.js'),
            import('./write-export.js'),
          ]);
          if (!(await stores.tenants.find(tenant))) throw new Problem(`There is no tenant ${tenant}.`);
          const path = out === undefined ? undefined : typedPath(out);
          const what = `export ${tenant} ${range.kinds.join(',')}`;
          const records = await audited({ stores }, what, () =>
            writeExport(stores.exportRecords(range), path),
          );
          const counts = Object.entries(records).map(([kind, count]) => `${count} ${kind}`);
          // Standard output is the export's.
          console.error(`Tenant ${tenant}: exported ${counts.join(', ')}${path ? ` to ${path}` : ''}.`);
        },
        { callTimeoutMs: CALL_TIMEOUT_MS },
      );
    });
}

function kindsOf(named: string): readonly ExportKind[] {
  const names = named.split(',').map((name) => name.trim().toLowerCase());
  const unknown = names.find((name) => !exportKinds.some((kind) => kind === name));
  if (unknown !== undefined) throw new Problem(`--kinds ${unknown} is none of ${exportKinds.join(', ')}.`, 2);
  return exportKinds.filter((kind) => names.includes(kind));
}

function instantOf(flag: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new Problem(`${flag} ${text} is not an ISO 8601 instant.`, 2);
  return at;
}
