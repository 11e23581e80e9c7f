/** `sluice audit export`. */
import { adminExportAudit } from '@sluice/contracts';
import type { Command } from 'commander';
import { addStream, printLines } from '../admin/operation-command.js';

export function addAudit(program: Command): void {
  const audit = program.command('audit').description('export the audit');
  addStream(audit, 'export', adminExportAudit, {
    isTyped: true,
    options: { leadId: 'lead' },
    times: ['since', 'until'],
    read: printLines,
  });
}
