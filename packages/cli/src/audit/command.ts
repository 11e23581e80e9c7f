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
    .description('who did what, when, from where')
    .command('export')
    .description('every entry as one line of JSON, newest first')
    .option('--tenant <tenant>', 'only about this tenant')
    .option('--who <name>', 'only of this person or admin key')
    .option('--since <iso>', 'not before this instant')
    .option('--until <iso>', 'before this instant')
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
