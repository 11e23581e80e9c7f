/** `sluice attempts resolve --tenant T SUBMISSION_ID --buyer-has-it | --buyer-does-not-have-it`. */
import { adminResolveOutcome } from '@sluice/contracts';
import { Problem } from '@sluice/local';
import type { Command } from 'commander';
import { addOperation } from '../admin/operation-command.js';

export function addAttempts(program: Command): void {
  const attempts = program
    .command('attempts')
    .description('manage delivery attempts with an unknown outcome');
  addOperation(attempts, 'resolve', adminResolveOutcome, {
    queues: true,
    body: async (_given, said) => ({ buyer: saidBy(said) }),
    text: ({ leadId, status }, { tenantId }) => `Tenant ${tenantId}: ${leadId} is ${status}.`,
  })
    .option('--buyer-has-it', 'the lead becomes delivered; its slot is a placement')
    .option('--buyer-does-not-have-it', 'the lead becomes failed and may be reposted; its slot is released');
}

interface Said {
  readonly buyerHasIt?: boolean;
  readonly buyerDoesNotHaveIt?: boolean;
}

function saidBy({ buyerHasIt = false, buyerDoesNotHaveIt = false }: Said): string {
  if (buyerHasIt === buyerDoesNotHaveIt)
    throw new Problem('Give either --buyer-has-it or --buyer-does-not-have-it.', 2);
  return buyerHasIt ? 'has_it' : 'does_not_have_it';
}
