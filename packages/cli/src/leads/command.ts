/** `sluice leads show|find|list|export`. */
import { adminGetLeadTimeline, countName } from '@sluice/contracts';
import { Problem } from '@sluice/local';
import type { Journey, Stores } from '@sluice/store';
import type { Command } from 'commander';
import { withOperations } from '../admin/with-operations.js';
import { answer } from '../output.js';
import { overServer, withStores } from '../where.js';
import { journeyText, type ShownJourney } from './journey-text.js';
import { addLeadLists } from './list-leads.js';
import { timelineText } from './timeline-text.js';

interface ShowFlags {
  readonly tenant: string;
  readonly json?: boolean;
}

const ANSWERS_WITHIN_MS = 2_000;

export function addLeads(program: Command): void {
  const leads = program.command('leads').description('find, list and show leads');
  leads
    .command('show')
    .argument('<leadId>', 'the lead')
    .description(
      'show the journey of a lead with the trace of every decision; over --server in sentences, with personal data masked',
    )
    .requiredOption('--tenant <tenant>', 'tenant of the lead')
    .option('--json', 'print JSON')
    .action((leadId: string, flags: ShowFlags) =>
      overServer() === undefined ? showJourney(leadId, flags) : showTimeline(leadId, flags),
    );
  addLeadLists(leads);
}

async function showJourney(leadId: string, { tenant, json }: ShowFlags): Promise<void> {
  await withStores(async (stores, { redisUrl }) => {
    const { journeyOf } = await import('@sluice/store');
    const of = stores.forTenant(tenant);
    const [journey, erasure] = await Promise.all([journeyOf(of, leadId), of.removal.erasureOf(leadId)]);
    if (!journey) throw new Problem(`Tenant ${tenant} has no lead ${leadId}.`);
    // Whoever has a signing link can sign, so links are left out.
    const files = (await of.files.ofLead(leadId, stores.clock.now())).map(
      ({ fileKey, status, provider, updatedAt }) => ({ fileKey, status, provider, updatedAt }),
    );
    const waits = await waitOf(stores, redisUrl, journey);
    const shown: ShownJourney = {
      ...journey,
      files,
      erasedAt: erasure?.at,
      waits,
    };
    answer(json, shown, journeyText);
  });
}

// Without an answer of Redis it is not known whether the lead waits.
async function waitOf(
  stores: Pick<Stores, 'forTenant'>,
  redisUrl: string | undefined,
  { submissions }: Journey,
): Promise<ShownJourney['waits']> {
  const last = submissions.at(-1);
  if (!last || redisUrl === undefined) return undefined;
  const [{ campaignWaitedFor }, { withRedis }] = await Promise.all([
    import('@sluice/pipeline'),
    import('@sluice/process'),
  ]);
  const campaignId = await withRedis(redisUrl, ANSWERS_WITHIN_MS, (redis) =>
    campaignWaitedFor(redis, last.submission, last.decisions),
  ).catch(() => undefined);
  if (campaignId === undefined) return undefined;
  const { counts } = stores.forTenant(last.submission.tenantId);
  const [onTheWay = 0] = await counts.onTheWay([countName({ campaignId })]);
  return { submissionId: last.submission.submissionId, campaignId, onTheWay };
}

async function showTimeline(leadId: string, { tenant, json }: ShowFlags): Promise<void> {
  const timeline = await withOperations((operate) =>
    operate.call(adminGetLeadTimeline, { params: { tenantId: tenant, leadId } }),
  );
  answer(json, timeline, timelineText);
}
