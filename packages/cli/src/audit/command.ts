/** `sluice audit export`. */
import { adminExportAudit } from '@sluice/contracts';
import type { Command } from 'commander';
import { withOperations } from '../admin/with-operations.js';

interface AuditOptions {
  readonly tenant?: string;
  readonly who?: string;
  readonly since?: string;
  readonly until?: string;
}

export function addAudit(program: Command): void {
  program
    .command('audit')
    .description('export the audit')
    .command('export')
    .description('print each entry as one line of JSON, newest first')
    .option('--tenant <tenant>', 'only entries about this tenant')
    .option('--who <name>', 'only entries of this person or admin key')
    .option('--since <iso>', 'only entries at or after this time')
    .option('--until <iso>', 'only entries before this time')
    .action(async ({ tenant: tenantId, who, since, until }: AuditOptions) => {
      const query = Object.fromEntries(
        Object.entries({ tenantId, who, since, until }).filter(([, value]) => value !== undefined),
      );
      await withOperations(async (operate) => {
        const interrupt = new AbortController();
        process.once('SIGINT', () => interrupt.abort());
        for await (const entry of operate.stream(adminExportAudit, { query }, interrupt.signal)) {
          if (interrupt.signal.aborted) break;
          console.log(JSON.stringify(entry));
        }
      });
    });
}
