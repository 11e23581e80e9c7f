/** `sluice attempts resolve --tenant T SUBMISSION_ID --buyer-has-it | --buyer-does-not-have-it`. */
import type { Resolution } from '@sluice/pipeline';
import type { Command } from 'commander';
import { Problem } from '@sluice/local';
import { answer } from '../output.js';
import { withStores } from '../where.js';

interface ResolveFlags {
  readonly tenant: string;
  readonly buyerHasIt?: boolean;
  readonly buyerDoesNotHaveIt?: boolean;
  readonly json?: boolean;
}

export function addAttempts(program: Command): void {
  program
    .command('attempts')
    .description('delivery attempts of which nobody knows what the buyer did')
    .command('resolve')
    .argument('<submissionId>', 'the submission of unknown outcome')
    .description('say whether the buyer has the lead, once you have asked; safe to repeat')
    .requiredOption('--tenant <tenant>', 'whose submission')
    .option('--buyer-has-it', 'the lead is delivered, its slot is a placement')
    .option('--buyer-does-not-have-it', 'the lead is failed and may be reposted, its slot is given back')
    .option('--json', 'answer as JSON')
    .action((submissionId: string, flags: ResolveFlags) => resolve(submissionId, flags));
}

async function resolve(submissionId: string, flags: ResolveFlags): Promise<void> {
  const { tenant, buyerHasIt = false, buyerDoesNotHaveIt = false, json } = flags;
  if (buyerHasIt === buyerDoesNotHaveIt)
    throw new Problem('Say either --buyer-has-it or --buyer-does-not-have-it.', 2);
  const said = buyerHasIt ? 'has_it' : 'does_not_have_it';
  await withStores(async (stores, { redisUrl }) => {
    const [{ audited, withCore }, { resolveOutcome }] = await Promise.all([
      import('../with-core.js'),
      import('@sluice/pipeline'),
    ]);
    const resolution = await withCore(stores, redisUrl, (core) =>
      audited(core, `resolve ${tenant} ${submissionId} buyer_${said}`, async () =>
        done(tenant, submissionId, await resolveOutcome(core, tenant, submissionId, said)),
      ),
    );
    answer(json, resolution, (resolved) => `Tenant ${tenant}: ${resolved.leadId} is ${resolved.status}.`);
  });
}

type Done = Extract<Resolution, { readonly kind: 'resolved' }>;

function done(tenant: string, submissionId: string, resolution: Resolution): Done {
  switch (resolution.kind) {
    case 'resolved':
      return resolution;
    case 'said_otherwise':
      throw new Problem(`Somebody resolved ${submissionId} before, as ${resolution.status}: that stands.`);
    case 'moving':
      throw new Problem(`The lead is on its way again with ${resolution.by}: wait until that has ended.`);
    case 'nothing_unknown':
      throw new Problem(`The outcome of ${submissionId} is known: it is ${resolution.status}.`);
    case 'not_found':
      throw new Problem(`Tenant ${tenant} has no submission ${submissionId}.`);
  }
}
