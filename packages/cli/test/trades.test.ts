/** The tenant files of examples/trades: each applies as it stands, and its made-up lead goes where its comment says. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@sluice/local';
import { duringTests } from '@sluice/testing';
import { openCommand } from './command.js';

const folder = join(projectRoot, 'examples', 'trades');
const trades = readdirSync(folder).flatMap((file) =>
  file.endsWith('.yaml') ? [file.replace('.yaml', '')] : [],
);

/** What its comment says of another lead: what is different of it, and who gets it. */
const others: Readonly<Record<string, readonly [object, readonly string[]]>> = {
  'law-firms': [{ address: { state: 'TX' } }, ['MARIN']],
  insurance: [{ dateOfBirth: '1986-03-09' }, ['NORHE', 'LAKHE']],
  solar: [{ address: { state: 'AZ' } }, ['SUNSO']],
};

const world = duringTests(openCommand);

async function sluice(...args: readonly string[]): Promise<string> {
  const { code, output, errors } = await world.sluice(args, { OUTBOUND_ALLOW: '127.0.0.0/8' });
  expect([args, code, errors]).toEqual([args, 0, '']);
  return output;
}

it.each(trades)(
  '%s applies, and sells its lead to the buyer and for the price of its comment',
  async (trade) => {
    const file = join(world.folder, `${trade}.yaml`);
    cpSync(join(folder, `${trade}.yaml`), file);
    expect(await sluice('apply', file, '--dry-run')).toContain(trade);
    await sluice('apply', file);

    const text = readFileSync(file, 'utf8');
    const [, lead = '', campaignId = ''] =
      /simulate examples\/trades\/([\w.-]+) --tenant [\w-]+ --campaign (\w+)/.exec(text) ?? [];
    /** How a lead with these changes would be routed. */
    const routed = async (changes: object) => {
      const path = join(world.folder, lead);
      const written = JSON.parse(readFileSync(join(folder, lead), 'utf8')) as object;
      writeFileSync(path, JSON.stringify({ ...written, ...changes }));
      const of = ['--tenant', trade, '--campaign', campaignId, '--json'];
      const { decisions } = JSON.parse(await sluice('simulate', path, ...of)) as {
        readonly decisions: readonly {
          readonly stage: string;
          readonly decision: { readonly campaignId?: string };
        }[];
      };
      return decisions.find(({ stage }) => stage === 'routing')?.decision;
    };

    const [, buyer, amount] = /The lead goes to (\w+) for (\d+) USD/.exec(text) ?? [];
    expect(await routed({})).toMatchObject({
      campaignId: buyer,
      priceTerms: { currency: 'USD', expectedMinor: Number(amount) * 100 },
    });
    const [changes = {}, buyers = []] = others[trade] ?? [];
    expect(buyers).toContain((await routed(changes))?.campaignId);
  },
);
