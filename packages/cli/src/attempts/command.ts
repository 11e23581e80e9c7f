/** `sluice attempts resolve --tenant T SUBMISSION_ID --buyer-has-it | --buyer-does-not-have-it`. */
import { adminResolveOutcome } from '@sluice/contracts';
import { Problem } from '@sluice/local';
import type { Command } from 'commander';
import { addOperation, type Given } from '../admin/operation-command.js';

export function addAttempts(program: Command): void {
  const attempts = program
    .command('attempts')
    .description('manage delivery attempts with an unknown outcome');
  addOperation(attempts, 'resolve', adminResolveOutcome, {
    queues: true,
    made: { buyer: saidBy },
    own: {
      '--buyer-has-it': 'the lead becomes delivered; its slot is a placement',
      '--buyer-does-not-have-it': 'the lead becomes failed and may be reposted; its slot is released',
    },
    text: ({ leadId, status }, { tenantId }) => `Tenant ${tenantId}: ${leadId} is ${status}.`,
  });
}

function saidBy({ buyerHasIt, buyerDoesNotHaveIt }: Given): string {
  if ((buyerHasIt === undefined) === (buyerDoesNotHaveIt === undefined))
    throw new Problem('Give either --buyer-has-it or --buyer-does-not-have-it.', 2);
  return buyerHasIt === undefined ? 'does_not_have_it' : 'has_it';
}
