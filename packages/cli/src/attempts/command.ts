/** `sluice attempts resolve --tenant T SUBMISSION_ID --buyer-has-it | --buyer-does-not-have-it`. */
import { adminResolveOutcome } from '@sluice/contracts';
import type { Command } from 'commander';
import { Problem } from '@sluice/local';
import { answer } from '../output.js';
import { withOperations } from '../admin/with-operations.js';

interface ResolveFlags {
  readonly tenant: string;
  readonly buyerHasIt?: boolean;
  readonly buyerDoesNotHaveIt?: boolean;
  readonly json?: boolean;
}

export function addAttempts(program: Command): void {
  program
    .command('attempts')
    .description('manage delivery attempts with an unknown outcome')
    .command('resolve')
    .argument('<submissionId>', 'the submission with the unknown outcome')
    .description('record whether the buyer has the lead, after asking the buyer; safe to repeat')
    .requiredOption('--tenant <tenant>', 'tenant of the submission')
    .option('--buyer-has-it', 'the lead becomes delivered; its slot is a placement')
    .option('--buyer-does-not-have-it', 'the lead becomes failed and may be reposted; its slot is released')
    .option('--json', 'print JSON')
    .action((submissionId: string, flags: ResolveFlags) => resolve(submissionId, flags));
}

async function resolve(submissionId: string, flags: ResolveFlags): Promise<void> {
  const { tenant, buyerHasIt = false, buyerDoesNotHaveIt = false, json } = flags;
  if (buyerHasIt === buyerDoesNotHaveIt)
    throw new Problem('Give either --buyer-has-it or --buyer-does-not-have-it.', 2);
  const said = buyerHasIt ? 'has_it' : 'does_not_have_it';
  const resolution = await withOperations(
    (operate) =>
      operate.call(adminResolveOutcome, {
        params: { tenantId: tenant, submissionId },
        body: { buyer: said },
      }),
    { queues: true },
  );
  answer(json, resolution, (resolved) => `Tenant ${tenant}: ${resolved.leadId} is ${resolved.status}.`);
}
