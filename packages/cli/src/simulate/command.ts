/** `sluice simulate --tenant T --campaign C FILE`. */
import { adminSimulateLead } from '@sluice/contracts';
import type { Command } from 'commander';
import { withOperations } from '../admin/with-operations.js';
import { answer } from '../output.js';
import { typedPath } from '../where.js';
import { madeUpLead } from './made-up-lead.js';
import { simulationText } from './simulation-text.js';

interface SimulateFlags {
  readonly tenant: string;
  readonly campaign: string;
  readonly encoding?: string;
  readonly refuses?: string;
  readonly json?: boolean;
}

export function addSimulate(program: Command): void {
  program
    .command('simulate')
    .argument('<file>', 'a made-up lead as JSON, in the format of a submission')
    .description('show what would happen to a lead, and why; changes nothing')
    .requiredOption('--tenant <tenant>', 'tenant of the campaign')
    .requiredOption('--campaign <code>', 'campaign of the lead')
    .option('--encoding <name>', 'encoding of the file (default: UTF-8, or UTF-16 with its mark)')
    .option('--refuses <codes>', 'campaigns whose buyers are taken to refuse it, separated by commas')
    .option('--json', 'print JSON')
    .action(async (file: string, { tenant, campaign, encoding, refuses, json }: SimulateFlags) => {
      const lead = madeUpLead(typedPath(file), campaign, { encoding });
      const simulation = await withOperations((operate) =>
        operate.call(adminSimulateLead, {
          params: { tenantId: tenant },
          body: { campaignId: campaign, lead, ...(refuses !== undefined && { refuses: codesIn(refuses) }) },
        }),
      );
      answer(json, simulation, simulationText);
    });
}

function codesIn(list: string): string[] {
  return list
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');
}
