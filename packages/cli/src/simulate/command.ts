/** `sluice simulate --tenant T --campaign C FILE`. */
import { adminSimulateLead } from '@sluice/contracts';
import type { Command } from 'commander';
import { addOperation } from '../admin/operation-command.js';
import { simulationText } from './simulation-text.js';

export function addSimulate(program: Command): void {
  addOperation(program, 'simulate', adminSimulateLead, {
    file: 'a made-up lead as JSON, in the format of a submission',
    options: { campaignId: 'campaign', supplierId: 'supplier' },
    made: {
      lead: async ({ file = '', campaignId = '', encoding }) => {
        const { madeUpLead } = await import('./made-up-lead.js');
        return madeUpLead(file, campaignId, { encoding });
      },
    },
    text: simulationText,
  });
}
