/** `sluice leads find|list|export`: leads from the admin API, page by page. */
import type { Operate } from '@sluice/admin';
import { adminListLeads, adminSearchLeads, type LeadRow } from '@sluice/contracts';
import { Problem } from '@sluice/local';
import type { Command } from 'commander';
import { once } from 'node:events';
import { allPages } from '../admin/all-pages.js';
import { withOperations } from '../admin/with-operations.js';
import { answer, table } from '../output.js';

/** The filters as typed. */
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

/** Adds the commands that list leads; all of them mask personal data. */
export function addLeadLists(leads: Command): void {
  filtered(leads.command('find').argument('<text>', 'an id, email, phone number or the start of a name'))
    .description('find leads; personal data is masked')
    .option('--limit <count>', 'maximum number of leads', USUAL_LIMIT)
    .option('--json', 'print JSON')
    .action((text: string, flags: ListFlags) => showLeads(flags, text));

  filtered(leads.command('list'))
    .description('list leads, newest first; personal data is masked')
    .option('--limit <count>', 'maximum number of leads', USUAL_LIMIT)
    .option('--json', 'print JSON')
    .action((flags: ListFlags) => showLeads(flags));

  filtered(leads.command('export'))
    .description(
      'print matching leads as lines of JSON, with personal data masked; `sluice export` prints complete records',
    )
    .action(exportLeads);
}

function filtered(command: Command): Command {
  return command
    .requiredOption('--tenant <tenant>', 'tenant of the leads')
    .option('--campaigns <ids>', 'only these campaigns, separated by commas')
    .option('--clients <ids>', 'only these clients, separated by commas')
    .option('--offers <ids>', 'only these offers, separated by commas')
    .option('--status <statuses>', 'only these statuses, separated by commas')
    .option('--from <iso>', 'created at or after this time')
    .option('--to <iso>', 'created at or before this time');
}

async function showLeads({ limit, json, ...filters }: ListFlags, search?: string): Promise<void> {
  const most = Number(limit);
  if (!Number.isInteger(most) || most < 1) throw new Problem(`--limit ${limit} is not a number of leads.`, 2);
  const found: LeadRow[] = [];
  await withOperations(
    async (operate) => {
      for await (const row of leadRows(operate, filters, search)) {
        found.push(row);
        if (found.length === most) break;
      }
    },
    { isTyped: true },
  );
  answer(json, found, leadsText);
}

async function exportLeads(filters: Filters): Promise<void> {
  await withOperations(
    async (operate) => {
      for await (const row of leadRows(operate, filters)) {
        // Waits for a reader that is slower than the database.
        if (!process.stdout.write(`${JSON.stringify(row)}\n`)) await once(process.stdout, 'drain');
      }
    },
    { isTyped: true },
  );
}

function leadRows(operate: Operate, filters: Filters, search?: string): AsyncGenerator<LeadRow> {
  const { tenant: tenantId, campaigns, clients, offers, status, from, to } = filters;
  const asked = { campaignIds: campaigns, clientIds: clients, offerIds: offers, status, from, to };
  const given = Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const params = { tenantId };
  const read = (cursor: { readonly cursor?: string }) =>
    search === undefined
      ? operate.call(adminListLeads, {
          params,
          query: { ...Object.fromEntries(given), limit: PAGE, ...cursor },
        })
      : operate.call(adminSearchLeads, {
          params,
          body: { search, ...bodyOf(given), limit: PAGE, ...cursor },
        });
  return allPages(read, ({ leads }) => leads);
}

// A body names several values in a list.
function bodyOf(given: readonly (readonly [string, string])[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    given.map(([name, text]) => [
      name,
      name === 'from' || name === 'to' ? text : text.split(',').map((each) => each.trim()),
    ]),
  );
}

function leadsText(leads: readonly LeadRow[]): string {
  if (leads.length === 0) return 'No matching leads.';
  return table([
    ['LEAD', 'CAMPAIGN', 'CREATED', 'STATUS', 'PERSON'],
    ...leads.map(({ leadId, campaignId, createdAt, status, because, person }) => [
      ...[leadId, campaignId, createdAt, because === undefined ? status : `${status}: ${because}`],
      [person.name, person.email, person.phone].filter((part) => part !== undefined).join(' '),
    ]),
  ]);
}
