/** `sluice what-if --tenant T --campaign C [--change FILE]`. */
import {
  adminWhatIfRecent,
  campaignChangeSchema,
  readBody,
  type CampaignChange,
  type EndpointData,
} from '@sluice/contracts';
import { Problem } from '@sluice/local';
import type { Command } from 'commander';
import { withOperations } from '../admin/with-operations.js';
import { parseJson } from '../files/parse-json.js';
import { readTextFile } from '../files/text-file.js';
import { answer, table } from '../output.js';
import { typedPath } from '../where.js';

type Recent = EndpointData<typeof adminWhatIfRecent>;
type Offered = Recent['offered']['now'];

interface WhatIfFlags {
  readonly tenant: string;
  readonly campaign: string;
  readonly change?: string;
  readonly limit: string;
  readonly json?: boolean;
}

export function addWhatIf(program: Command): void {
  program
    .command('what-if')
    .description('show what a campaign would sell of its last real leads, and for how much; changes nothing')
    .requiredOption('--tenant <tenant>', 'tenant of the campaign')
    .requiredOption('--campaign <code>', 'campaign that the leads were submitted to')
    .option('--change <file>', 'the settings of the campaign that would change, as JSON')
    .option('--limit <number>', 'how many leads, at most 1000', '1000')
    .option('--json', 'print JSON')
    .action(async ({ tenant, campaign, change, limit, json }: WhatIfFlags) => {
      const body = {
        campaignId: campaign,
        change: change === undefined ? {} : changeIn(typedPath(change)),
        limit: leadsIn(limit),
      };
      const recent = await withOperations((operate) =>
        operate.call(adminWhatIfRecent, { params: { tenantId: tenant }, body }),
      );
      answer(json, recent, whatIfText);
    });
}

function leadsIn(limit: string): number {
  const most = Number(limit);
  if (!Number.isInteger(most) || most < 1 || most > 1_000)
    throw new Problem(`--limit ${limit} is not a number of leads from 1 to 1000.`, 2);
  return most;
}

function changeIn(path: string): CampaignChange {
  const parsed = parseJson(readTextFile(path, 'change'));
  if (parsed.kind === 'broken')
    throw new Problem(
      `${path} is no JSON (line ${parsed.line}, column ${parsed.column}: ${parsed.problem}).`,
    );
  const read = readBody(campaignChangeSchema, parsed.value);
  const problems = [...parsed.problems, ...(read.kind === 'invalid' ? read.problems : [])];
  if (read.kind === 'invalid' || problems.length > 0)
    throw new Problem(`${path} would be refused:\n  ${problems.join('\n  ')}`);
  return read.value;
}

/** The answer for people: what is sold in all and by buyer, and which ends differ. */
function whatIfText({ looked, differ, offered, groups }: Recent): string {
  return [
    `${differ} of the last ${looked} real leads would end differently.`,
    ...groups.map(({ from, to, count }) => `  ${count}: ${from} -> ${to}`),
    table([
      ['', 'GROUP', 'BUYER', 'LEADS', 'UNPRICED', 'MONEY'],
      ...rowsOf('now', offered.now),
      ...rowsOf('changed', offered.changed),
    ]),
  ].join('\n');
}

function rowsOf(side: string, { buyers, ...sum }: Offered): string[][] {
  const row = (group: string, buyer: string, { leads, unpriced, money }: typeof sum) => [
    side,
    group,
    buyer,
    String(leads),
    String(unpriced),
    money.map(({ currency, amount }) => `${amount} ${currency}`).join(', '),
  ];
  return [...buyers.map((one) => row(one.group ?? '', one.campaignId, one)), row('', 'ALL', sum)];
}
