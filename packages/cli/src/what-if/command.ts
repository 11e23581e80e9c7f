/** `sluice what-if --tenant T --campaign C [--change FILE]`. */
import { adminWhatIfRecent, campaignChangeSchema, type EndpointData, moneyText } from '@sluice/contracts';
import type { Command } from 'commander';
import { addOperation } from '../admin/operation-command.js';
import { table } from '../output.js';
import { typedPath } from '../where.js';

type Recent = EndpointData<typeof adminWhatIfRecent>;
type Offered = Recent['offered']['now'];

export function addWhatIf(program: Command): void {
  addOperation(program, 'what-if', adminWhatIfRecent, {
    isTyped: true,
    options: { campaignId: 'campaign' },
    defaults: { limit: '1000' },
    own: { '--change <file>': 'the settings of the campaign that would change, as JSON' },
    made: {
      change: async ({ change }) => {
        if (change === undefined) return {};
        const { readAs, readJsonFile } = await import('../files/json-file.js');
        const path = typedPath(change);
        return readAs(campaignChangeSchema, await readJsonFile(path, { what: 'change' }), path);
      },
    },
    text: whatIfText,
  });
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
    money.map(({ currency, amount }) => moneyText(amount, currency)).join(', '),
  ];
  return [...buyers.map((one) => row(one.group ?? '', one.campaignId, one)), row('', 'ALL', sum)];
}
