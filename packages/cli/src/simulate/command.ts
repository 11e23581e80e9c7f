/** `sluice simulate --tenant T --campaign C FILE`. */
import type { Command } from 'commander';
import { Problem } from '@sluice/local';
import { answer } from '../output.js';
import { typedPath, withStores } from '../where.js';
import { simulationText } from './simulation-text.js';

interface SimulateFlags {
  readonly tenant: string;
  readonly campaign: string;
  readonly json?: boolean;
}

export function addSimulate(program: Command): void {
  program
    .command('simulate')
    .argument('<file>', 'a made-up lead as JSON, as it would be submitted')
    .description('what would happen to a lead and why, touching nothing')
    .requiredOption('--tenant <tenant>', 'whose campaign')
    .requiredOption('--campaign <code>', 'the campaign the lead would be submitted to')
    .option('--json', 'answer as JSON')
    .action((file: string, { tenant, campaign, json }: SimulateFlags) =>
      withStores(async (stores) => {
        const [{ madeUpLead }, { simulateLead }] = await Promise.all([
          import('./made-up-lead.js'),
          import('@sluice/pipeline'),
        ]);
        const of = stores.forTenant(tenant);
        if (!(await of.campaigns.find(campaign)))
          throw new Problem(`Tenant ${tenant} has no campaign ${campaign}.`);
        const lead = await madeUpLead(typedPath(file), campaign, of, stores.clock.now());
        answer(json, await simulateLead(stores, lead), simulationText);
      }),
    );
}
