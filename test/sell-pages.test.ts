/** What the pages for people who run campaigns show is true: conditions, answers, files and addresses. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  conditionSchema,
  deliveryEndpointSchema,
  endpoints,
  readTenantFile,
  sections,
  type ConditionOperator,
  conditionOperators,
} from '@sluice/contracts';
import { evaluateCondition, readAnswer } from '@sluice/domain';
import { projectRoot } from '@sluice/local';
import { validItems } from '@sluice/testing';
import { parse } from 'yaml';

const folders = ['docs/sell', 'docs/try'];
const pages = folders.flatMap((folder) =>
  readdirSync(join(projectRoot, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`),
);
const textOf = (page: string) => readFileSync(join(projectRoot, page), 'utf8');
const blocksOf = (page: string, language: string) =>
  [...textOf(page).matchAll(new RegExp(`^( *)\`\`\`${language}\\n(.*?)^ *\`\`\``, 'gms'))].map(
    ([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );

describe('each row of the table of operators', () => {
  const rows = textOf('docs/sell/conditions.md')
    .split('\n')
    .filter((line) => /^\| `\w+` /.test(line))
    .map((line) => line.split('|').slice(1, -1));
  const codes = (cell = '') => [...cell.matchAll(/`([^`]+)`|(missing)/g)].map(([, code]) => code);
  const facts = (field: string, found: string | undefined) => ({
    ...{ leadId: 'lead_1', campaignId: 'ACMRU', isTest: false },
    data: found === undefined ? {} : { questionnaire: { [field]: found } },
    files: found === undefined ? [] : [{ fileKey: field, status: found }],
    valueSets: new Map([['vs_west', ['CA', 'OR', 'WA', 'NV', 'AZ']]]),
    now: new Date('2026-11-30T12:00:00Z'),
  });

  it('is of one operator, and each operator has one', () => {
    expect(rows.map(([operator]) => codes(operator).join()).toSorted()).toEqual(
      conditionOperators.toSorted(),
    );
  });

  it.each(rows.map((row) => [codes(row[0]).join() as ConditionOperator, row] as const))(
    'holds for what it says: %s',
    (operator, [, , example, yes, no]) => {
      const [field = '', ...value] = codes(example).filter((one) => one !== undefined);
      const inSet = operator.endsWith('value_set');
      const condition = conditionSchema.parse({
        ...{ field, operator },
        ...(inSet ? { valueSetId: value[0] } : { value }),
      });
      const matched = (found: string | undefined) =>
        evaluateCondition(condition, facts(field, found)).matched;
      expect(codes(yes).filter((found) => !matched(found))).toEqual([]);
      expect(codes(no).filter(matched)).toEqual([]);
      expect([codes(yes).length, codes(no).length]).not.toContain(0);
    },
  );
});

describe('each recipe for answers', () => {
  const recipes = textOf('docs/sell/buyers-answers.md').split('\n## A buyer').slice(1);
  const rows = recipes.flatMap((recipe) => {
    const [, file = ''] = /```yaml\n(.*?)```/s.exec(recipe) ?? [];
    const { deliveryEndpoints } = parse(file) as { readonly deliveryEndpoints: readonly unknown[] };
    const { responseRules = [] } = deliveryEndpointSchema.parse(deliveryEndpoints[0]);
    const answers = [...recipe.matchAll(/^\| `(\d+) (.*?)` +\| (.*?) *\|$/gm)];
    return answers.map(([, status = '', bodyText = '', means = '']) => ({
      responseRules,
      status,
      bodyText,
      means,
    }));
  });

  it.each(rows)('reads $status $bodyText', ({ responseRules, status, bodyText, means }) => {
    const answer = { status: Number(status), headers: {}, bodyText };
    const { kind, reason, price, reference } = readAnswer(responseRules, answer, new Date(0), 'rules');
    const said = (name: string) => new RegExp(`${name} \`(.*?)\``).exec(means)?.[1];
    expect([kind, price?.toString(), reference]).toEqual([
      /`(.*?)`/.exec(means)?.[1],
      said('price'),
      said('reference'),
    ]);
    if (said('reason') !== undefined) expect(reason).toBe(said('reason'));
  });

  it('are of three kinds of bodies', () => {
    expect([recipes.length, rows.length]).toEqual([3, 10]);
  });
});

const files = pages.flatMap((page) =>
  blocksOf(page, 'yaml').map((block, at) => [page, at + 1, block] as const),
);
const asTenant: ReadonlySet<string> = new Set([
  ...sections.map(({ section }) => section),
  ...['tenantId', 'name', 'settings', 'providers', 'secrets'],
]);

it.each(files)('in %s, file %i is part of a tenant file', (_page, _at, block) => {
  const shown = parse(block.replaceAll(/\$\{\w+\}/g, 'value-of-a-variable')) as Record<string, unknown>;
  // A field of an item stands for the item; an item of which a part is shown has the rest of a valid one.
  const whole = Object.keys(shown).every((key) => asTenant.has(key)) ? shown : asItem(shown);
  const file: Record<string, unknown> = { tenantId: 'demo', name: 'Demo', ...whole };
  for (const { section, id, name } of sections) {
    const items = file[section] as readonly Record<string, unknown>[] | undefined;
    const needed = [
      'clientId',
      'offerId',
      'abbrev',
      'url',
      'kind',
      'scope',
      'label',
      'category',
      'dataType',
      name,
      id,
    ];
    const usual = Object.entries(validItems[section]).filter(([key]) => needed.includes(key));
    if (items) file[section] = items.map((item) => ({ ...Object.fromEntries(usual), ...item }));
  }
  const { secrets: _, ...rest } = file;
  expect(readTenantFile(rest)).toMatchObject({ kind: 'valid' });
});

/** The section whose items have all of these fields. */
function asItem(shown: Record<string, unknown>): Record<string, unknown> {
  const found = sections.find(({ section }) => Object.keys(shown).every((key) => key in validItems[section]));
  return { [found?.section ?? 'campaigns']: [shown] };
}

it('each address of the interface is one that there is', () => {
  const known = new Set(endpoints.map(({ path }) => path.replaceAll(/\{\w+\}/g, '*')));
  const named = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\/api\/v1(\/[\w/{}…$-]*)/g)].map(([, path = '']) => path),
  );
  const generalised = named.map((path) => path.replaceAll(/\/(?:\{\w+\}|[a-z]+_[\w…]+)(?=\/|$)/g, '/*'));
  expect(generalised.filter((path) => !known.has(path) && !known.has(`/api/v1${path}`))).toEqual([]);
});
