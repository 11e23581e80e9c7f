/** `sluice report --tenant T --by day,campaign --from 2026-11-01 --to 2026-11-30`. */
import { adminLeadReport } from '@sluice/contracts';
import type { Command } from 'commander';
import { addOperation } from '../admin/operation-command.js';

export function addReport(program: Command): void {
  const report = program.command('report').description('report leads and money');
  addOperation(report, 'leads', adminLeadReport, {
    isTyped: true,
    isDefault: true,
    input: '`leads` may be left out.',
    options: {
      groupBy: 'by',
      campaignIds: 'campaigns',
      clientIds: 'clients',
      offerIds: 'offers',
      supplierIds: 'suppliers',
    },
    own: { '--csv': 'print CSV', '--bom': 'begin the CSV with a byte order mark, for Excel' },
    calls: async (call, given) => {
      const [found, { reportText }] = await Promise.all([call(), import('./report-text.js')]);
      return { found, text: reportText(found, given) };
    },
    json: ({ found }) => found,
    text: ({ text }) => text,
  });
}
