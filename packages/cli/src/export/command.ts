/** `sluice export --tenant T`. */
import { adminExportRecords } from '@sluice/contracts';
import type { Command } from 'commander';
import { addStream } from '../admin/operation-command.js';
import { typedPath } from '../where.js';
import { writeExport } from './write-export.js';

export function addExport(program: Command): void {
  addStream(program, 'export', adminExportRecords, {
    // A page of a large store that was not read before comes from disk.
    callTimeoutMs: 5 * 60_000,
    times: ['since', 'until'],
    own: { '--out <file>': 'output file; default: standard output' },
    read: async (lines, { tenantId, out }) => {
      const path = out === undefined ? undefined : typedPath(out);
      const records = await writeExport(lines, path);
      const counts = Object.entries(records).map(([kind, count]) => `${count} ${kind}`);
      // Standard output contains only the export.
      console.error(`Tenant ${tenantId}: exported ${counts.join(', ')}${path ? ` to ${path}` : ''}.`);
    },
  });
}
