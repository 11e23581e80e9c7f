/** `sluice leads show LEAD_ID --tenant T`. */
import type { Command } from 'commander';
import { Problem } from '@sluice/local';
import { answer } from '../output.js';
import { withStores } from '../where.js';
import { journeyText } from './journey-text.js';

export function addLeads(program: Command): void {
  program
    .command('leads')
    .description('what happened to leads')
    .command('show')
    .argument('<leadId>', 'the lead')
    .description('the journey of a lead, every decision with its trace')
    .requiredOption('--tenant <tenant>', 'whose lead')
    .option('--json', 'answer as JSON')
    .action((leadId: string, { tenant, json }: { tenant: string; json?: boolean }) =>
      withStores(async (stores) => {
        const { journeyOf } = await import('@sluice/store');
        const of = stores.forTenant(tenant);
        const [journey, erasure] = await Promise.all([journeyOf(of, leadId), of.erasure.of(leadId)]);
        if (!journey) throw new Problem(`Tenant ${tenant} has no lead ${leadId}.`);
        answer(json, { ...journey, ...(erasure && { erasedAt: erasure.at }) }, journeyText);
      }),
    );
}
