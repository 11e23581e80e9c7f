/** `sluice what-if --tenant T --campaign C [--items FILE]`. */
import { adminWhatIfRecent, type EndpointData, moneyText } from '@sluice/contracts';
import { Problem } from '@sluice/local';
import type { Command } from 'commander';
import { addOperation } from '../admin/operation-command.js';
import type { JsonFile } from '../files/json-file.js';
import { table } from '../output.js';
import { typedPath } from '../where.js';

type Recent = EndpointData<typeof adminWhatIfRecent>;
type Offered = Recent['offered']['now'];

export function addWhatIf(program: Command): void {
  addOperation(program, 'what-if', adminWhatIfRecent, {
    isTyped: true,
    options: { campaignId: 'campaign' },
    defaults: { limit: '1000' },
    own: { '--items <file>': 'items as if they were saved, by the sections of a tenant file, as JSON' },
    made: {
      items: async ({ items }) => {
        if (items === undefined) return [];
        const { readJsonFile } = await import('../files/json-file.js');
        const path = typedPath(items);
        return itemsIn(await readJsonFile(path, { what: 'items' }), path);
      },
    },
    text: whatIfText,
  });
}

// Each list of the file is a section; its items are read by the server, as when they are saved.
function itemsIn({ value, problems }: JsonFile, path: string): readonly object[] {
  const others = Object.entries(value).filter(([, items]) => !Array.isArray(items));
  const all = [...problems, ...others.map(([section]) => `${section}: must be a list of items`)];
  if (all.length > 0) throw new Problem(`${path} would be refused:\n  ${all.join('\n  ')}`);
  return Object.entries(value).flatMap(([section, items]) =>
    (items as readonly unknown[]).map((item) => ({ section, item })),
  );
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
