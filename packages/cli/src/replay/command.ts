/** `sluice replay --tenant T --status S`. */
import type { ReplayableStatus, ReplayProgress } from '@sluice/admin';
import { repostableLeadStatuses } from '@sluice/contracts';
import type { Command } from 'commander';
import { Problem } from '@sluice/local';
import { answer } from '../output.js';
import { withStores } from '../where.js';
import { showProgress } from '../send/progress-bar.js';
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
    .description('send leads again that came to a bad end; safe to interrupt and repeat')
    .requiredOption('--tenant <tenant>', 'whose leads')
    .requiredOption('--status <status>', `${repostableLeadStatuses.join(', ')}, or several with commas`)
    .option('--campaign <code>', 'only leads of this campaign')
    .option('--reason <reason>', 'only leads that ended for this reason, e.g. quarantined')
    .option('--since <iso>', 'only leads that ended then or later')
    .option('--times <n>', 'how often a lead may be replayed in all', '1')
    .option('--unknown-too', 'also leads that the buyer may have taken')
    .option('--dry-run', 'only say what would go, and why the others would not')
    .option('--json', 'answer as JSON')
    .action(async (flags: ReplayFlags) => {
      const { tenant, campaign, reason, dryRun = false, json } = flags;
      const since = sinceOf(flags);
      const filter = {
        tenantId: tenant,
        statuses: statusesOf(flags),
        ...(campaign !== undefined && { campaignId: campaign }),
        ...(reason !== undefined && { reason }),
        ...(since && { since }),
        times: timesOf(flags),
        unknownToo: flags.unknownToo ?? false,
        dryRun,
      };
      const interruption = new AbortController();
      const interrupt = (): void => interruption.abort();
      process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
      try {
        await withStores(async (stores, { redisUrl }) => {
          const [{ audited, withCore }, { replayLeads }] = await Promise.all([
            import('../with-core.js'),
            import('@sluice/admin'),
          ]);
          if (!(await stores.tenants.find(tenant))) throw new Problem(`There is no tenant ${tenant}.`);
          if (campaign !== undefined && !(await stores.forTenant(tenant).campaigns.find(campaign)))
            throw new Problem(`Tenant ${tenant} has no campaign ${campaign}.`);
          const replays = await withCore(stores, redisUrl, (core) => {
            const { end, ...progress } = progressOf(dryRun ? 'examining leads' : 'replaying leads');
            const replay = () =>
              replayLeads(core, { ...filter, interrupt: interruption.signal, progress }).finally(end);
            return dryRun ? replay() : audited(core, `replay ${tenant} ${reported(flags)}`, replay);
          });
          answer(json, replays, replayText);
          if (replays.left > 0) process.exitCode = 1;
        });
      } finally {
        process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
      }
    });
}

function progressOf(doing: string): ReplayProgress & { readonly end: () => void } {
  let bar: ReturnType<typeof showProgress> | undefined;
  let looked = 0;
  return {
    begin: (total) => {
      bar = showProgress(doing, total);
    },
    look: () => bar?.at((looked += 1)),
    end: () => bar?.end(),
  };
}

function reported({ status, campaign, reason, since }: ReplayFlags): string {
  const said = Object.entries({ status, campaign, reason, since });
  return said.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])).join(' ');
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

function sinceOf({ since }: ReplayFlags): Date | undefined {
  if (since === undefined) return undefined;
  const at = new Date(since);
  if (Number.isNaN(at.getTime())) throw new Problem(`--since ${since} is not an ISO 8601 time.`, 2);
  return at;
}

function timesOf({ times }: ReplayFlags): number {
  const n = Number(times);
  if (!Number.isInteger(n) || n < 1) throw new Problem(`--times ${times} is not a whole number above 0.`, 2);
  return n;
}
