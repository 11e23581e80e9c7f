/** `sluice leads find|list|export`: leads as the admin API lists them, page by page. */
import type { Operate } from '@sluice/admin';
import { adminSearchLeads, type LeadRow } from '@sluice/contracts';
import { Problem } from '@sluice/local';
import type { Command } from 'commander';
import { once } from 'node:events';
import { allPages } from '../admin/all-pages.js';
import { withOperations } from '../admin/with-operations.js';
import { answer, table } from '../output.js';

/** Which leads are meant, as it was typed. */
interface Filters {
  readonly tenant: string;
  readonly campaigns?: string;
  readonly clients?: string;
  readonly offers?: string;
  readonly status?: string;
  readonly from?: string;
  readonly to?: string;
}

interface ListFlags extends Filters {
  readonly limit: string;
  readonly json?: boolean;
}

const PAGE = 200;
const USUAL_LIMIT = '50';

/** Adds the commands that list leads; personal data is masked in all of them. */
export function addLeadLists(leads: Command): void {
  filtered(
    leads
      .command('find')
      .argument('<text>', 'an id, a mail address, a phone number or the beginning of a name'),
  )
    .description('find leads; personal data is masked')
    .option('--limit <count>', 'how many at most', USUAL_LIMIT)
    .option('--json', 'answer as JSON')
    .action((text: string, flags: ListFlags) => showLeads(flags, text));

  filtered(leads.command('list'))
    .description('list leads, newest first; personal data is masked')
    .option('--limit <count>', 'how many at most', USUAL_LIMIT)
    .option('--json', 'answer as JSON')
    .action((flags: ListFlags) => showLeads(flags));

  filtered(leads.command('export'))
    .description(
      'write every such lead as a line of JSON, personal data masked; `sluice export` writes whole records',
    )
    .action(exportLeads);
}

function filtered(command: Command): Command {
  return command
    .requiredOption('--tenant <tenant>', 'whose leads')
    .option('--campaigns <ids>', 'of these campaigns, with commas')
    .option('--clients <ids>', 'of these clients, with commas')
    .option('--offers <ids>', 'of these offers, with commas')
    .option('--status <statuses>', 'of these statuses, with commas')
    .option('--from <iso>', 'created then or later')
    .option('--to <iso>', 'created then or earlier');
}

async function showLeads({ limit, json, ...filters }: ListFlags, search?: string): Promise<void> {
  const most = Number(limit);
  if (!Number.isInteger(most) || most < 1) throw new Problem(`--limit ${limit} is not a number of leads.`, 2);
  const found: LeadRow[] = [];
  await withOperations(async (operate) => {
    for await (const row of leadRows(operate, filters, search)) {
      found.push(row);
      if (found.length === most) break;
    }
  });
  answer(json, found, leadsText);
}

async function exportLeads(filters: Filters): Promise<void> {
  await withOperations(async (operate) => {
    for await (const row of leadRows(operate, filters)) {
      // A reader that is slower than the database is waited for.
      if (!process.stdout.write(`${JSON.stringify(row)}\n`)) await once(process.stdout, 'drain');
    }
  });
}

function leadRows(
  operate: Operate,
  { tenant, campaigns, clients, offers, status, from, to }: Filters,
  search?: string,
): AsyncGenerator<LeadRow> {
  const asked = { search, campaignIds: campaigns, clientIds: clients, offerIds: offers, status, from, to };
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  return allPages(
    (cursor) =>
      operate.call(adminSearchLeads, {
        params: { tenantId: tenant },
        query: { ...given, limit: PAGE, ...cursor },
      }),
    ({ leads }) => leads,
  );
}

function leadsText(leads: readonly LeadRow[]): string {
  if (leads.length === 0) return 'No lead is like this.';
  return table([
    ['LEAD', 'CAMPAIGN', 'CREATED', 'STATUS', 'PERSON'],
    ...leads.map(({ leadId, campaignId, createdAt, status, because, person }) => [
      ...[leadId, campaignId, createdAt, because === undefined ? status : `${status}: ${because}`],
      [person.name, person.email, person.phone].filter((part) => part !== undefined).join(' '),
    ]),
  ]);
}
