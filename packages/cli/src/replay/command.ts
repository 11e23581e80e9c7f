/** `sluice replay --tenant T --status S`. */
import type { ReplayableStatus } from '@sluice/admin';
import { adminReplayLeads, repostableLeadStatuses } from '@sluice/contracts';
import type { Command } from 'commander';
import { Problem } from '@sluice/local';
import { withOperations } from '../admin/with-operations.js';
import { answer } from '../output.js';
import { instantOf } from '../typed-values.js';
import { untilInterrupted } from '../until-interrupted.js';
import { followReplay } from './follow-replay.js';
import { replayText } from './replay-text.js';

interface ReplayFlags {
  readonly tenant: string;
  readonly status: string;
  readonly campaign?: string;
  readonly reason?: string;
  readonly since?: string;
  readonly times: string;
  readonly unknownToo?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function addReplay(program: Command): void {
  program
    .command('replay')
    .description('send failed leads again; safe to interrupt and repeat')
    .requiredOption('--tenant <tenant>', 'tenant of the leads')
    .requiredOption(
      '--status <status>',
      `${repostableLeadStatuses.join(', ')}, or several separated by commas`,
    )
    .option('--campaign <code>', 'only leads of this campaign')
    .option('--reason <reason>', 'only leads that ended for this reason, e.g. quarantined')
    .option('--since <iso>', 'only leads that ended at or after this time')
    .option('--times <n>', 'maximum replays per lead', '1')
    .option('--unknown-too', 'include leads that the buyer may already have')
    .option('--dry-run', 'only show which leads would be sent, and why the others would not')
    .option('--json', 'print JSON')
    .action(async (flags: ReplayFlags) => {
      const { tenant, campaign, reason, since, unknownToo = false, dryRun = false } = flags;
      const body = {
        since: since === undefined ? undefined : instantOf('--since', since),
        times: timesOf(flags),
        unknownToo,
        dryRun,
        campaignId: campaign,
        reason,
        statuses: statusesOf(flags),
      };
      const sent = { params: { tenantId: tenant }, body };
      const replays = await untilInterrupted((interruption) =>
        withOperations(
          async (operate) => {
            const outcome = await followReplay(operate.stream(adminReplayLeads, sent, interruption), {
              interruption,
              doing: dryRun ? 'examining leads' : 'replaying leads',
            });
            return { tenantId: tenant, dryRun, ...outcome };
          },
          { queues: true },
        ),
      );
      answer(flags.json, replays, replayText);
      if (replays.left > 0) process.exitCode = 1;
    });
}

function statusesOf({ status }: ReplayFlags): readonly ReplayableStatus[] {
  return status.split(',').map((name) => {
    const known = repostableLeadStatuses.find((one) => one === name.trim().toLowerCase());
    if (!known) {
      const choice = repostableLeadStatuses.join(', ');
      throw new Problem(`--status ${name} cannot be replayed; leads that are ${choice} can.`, 2);
    }
    return known;
  });
}

function timesOf({ times }: ReplayFlags): number {
  const n = Number(times);
  if (!Number.isInteger(n) || n < 1) throw new Problem(`--times ${times} is not a whole number above 0.`, 2);
  return n;
}
