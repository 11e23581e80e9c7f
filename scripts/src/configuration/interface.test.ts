import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conditionOperators, pixelTriggers } from '@sluice/contracts';
import { projectRoot } from '@sluice/local';
import { limits, paragraphs, type Paragraph, type ParagraphName } from './interface-facts.js';
import { fieldsOf, INTERFACE_FILE, interfaceTables, listedIn } from './render-interface.js';

const page = readFileSync(join(projectRoot, INTERFACE_FILE), 'utf8');
const names = Object.keys(paragraphs) as ParagraphName[];

describe('the page on the interface', () => {
  it('has a heading for every paragraph that a source, a test or a page names', () => {
    const headings = new Set([...page.matchAll(/^#+ (\d[\d.]*) /gm)].map(([, number]) => number));
    const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.md', '*.yaml'], {
      cwd: projectRoot,
      encoding: 'utf8',
    });
    const named = files
      .trim()
      .split('\n')
      .flatMap((file) =>
        [...readFileSync(join(projectRoot, file), 'utf8').matchAll(/§(?![\d.]+ of RFC)(\d+(?:\.\d+)*)/g)].map(
          ([, number = '']) => ({ file, number }),
        ),
      );
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ number }) => !headings.has(number))).toEqual([]);
  });

  it('has a place for every table, and for no other', () => {
    const places = [...page.matchAll(/<!-- table: ([^>]+) -->/g)].map(([, name = '']) => name);
    expect(places.sort()).toEqual(
      Object.keys(interfaceTables)
        // It takes what delivery by hand takes.
        .filter((name) => name !== 'move')
        .sort(),
    );
  });

  it('lists every operator of conditions and every trigger of pixels', () => {
    const [, operators = ''] = /- Operators: (.*); camelCase/.exec(page) ?? [];
    expect(operators.split(', ').sort()).toEqual(conditionOperators.map((name) => `\`${name}\``).sort());
    const [, triggers = ''] = /Trigger points are (.*?)\. /.exec(page) ?? [];
    expect(triggers.split(/, | and /)).toEqual(pixelTriggers.map((name) => `\`${name}\``));
  });
});

describe.each(names)('our schema of the paragraph “%s”', (name) => {
  const found = new Map(fieldsOf(name).map((field) => [field.name, field]));
  const { fields }: Paragraph = paragraphs[name];

  it.each(listedIn(fields))('has $name as the interface has it', ({ name: field, type, isRequired }) => {
    const ours = found.get(field);
    expect(ours).toBeDefined();
    if (type !== '-') expect(ours?.node.type ?? 'object').toBe(type);
    if (isRequired) expect(ours?.isRequired).toBe(true);
  });

  it('requires nothing of a request that the interface leaves optional', () => {
    const { part }: Paragraph = paragraphs[name];
    const stricter = [...found.values()].filter(
      ({ isRequired, listed, name: field }) =>
        part !== 'data' && isRequired && !listed?.isRequired && !stricterOnPurpose.has(`${name}.${field}`),
    );
    expect(stricter.map(({ name: field }) => field)).toEqual([]);
  });
});

// Without these there is nothing that could be done.
const stricterOnPurpose: ReadonlySet<string> = new Set([
  'deliverySchedule.specificDays.day',
  'revenueMilestone.leadStatus',
  'revenueMilestone.amount',
  'subRule.conditions.field',
  'subRule.conditions.operator',
  'pixelRule.triggerPoint',
  'pixelRule.pixelId',
  'pixelRule.platform',
  'pixelRule.eventName',
]);

it.each(limits)('§8: %s', (_, paragraph, field, limit) => {
  const row = fieldsOf(paragraph).find(({ name }) => name === field)?.row;
  expect(row?.[2]).toContain(limit);
});
