/** `sluice leads show|retry|find|list|export`. */
import { adminGetLeadTimeline, adminRetryLead, ApiError } from '@sluice/contracts';
import type { Command } from 'commander';
import { addOperation } from '../admin/operation-command.js';
import { problemOf } from '../admin/problem-of.js';
import { withOperations } from '../admin/with-operations.js';
import { answer } from '../output.js';
import { findInstallation, overServer, withStores } from '../where.js';
import { journeyText, type ShownJourney } from './journey-text.js';
import { addLeadLists } from './list-leads.js';
import { timelineText } from './timeline-text.js';

interface ShowFlags {
  readonly tenant: string;
  readonly json?: boolean;
}

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
  addOperation(leads, 'retry', adminRetryLead, {
    text: ({ submissionId, attempt, at }) => `Attempt ${attempt} of ${submissionId} is made at ${at}.`,
  });
  addLeadLists(leads);
}

async function showJourney(leadId: string, { tenant, json }: ShowFlags): Promise<void> {
  const { mongodbUrl, redisUrl } = findInstallation();
  const { interactions: _said, ...history } = await withStores(mongodbUrl, async (stores) => {
    const [{ leadHistory }, { withCore }] = await Promise.all([
      import('@sluice/pipeline'),
      import('../with-core.js'),
    ]);
    const read = withCore(stores, redisUrl, (core, redis) =>
      leadHistory({ stores, redis }, { tenantId: tenant, leadId }),
    );
    return read.catch((error: unknown) => {
      throw error instanceof ApiError ? problemOf(error) : error;
    });
  });
  // Whoever has a signing link can sign, so links are left out.
  const files = history.files.map(({ fileKey, status, provider, updatedAt }) => ({
    fileKey,
    status,
    provider,
    updatedAt,
  }));
  const shown: ShownJourney = { ...history, files };
  answer(json, shown, journeyText);
}

async function showTimeline(leadId: string, { tenant, json }: ShowFlags): Promise<void> {
  const timeline = await withOperations((operate) =>
    operate.call(adminGetLeadTimeline, { params: { tenantId: tenant, leadId } }),
  );
  answer(json, timeline, timelineText);
}
