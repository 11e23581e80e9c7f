/**
 * An item is checked and saved as a tenant file that holds it is applied: the same problems in the same words, and the
 * same is stored. Items of every kind are made up from valid ones, most of them broken somewhere.
 */
import { sections, type Section } from '@sluice/contracts';
import { duringTests, itemWith, oddNames, oddValues, validItems, type Fault } from '@sluice/testing';
import fc from 'fast-check';
import { makeChanges } from '../src/catalog/make-changes.js';
import { readPlan } from '../src/catalog/read-plan.js';
import { itemEtag } from '../src/items/item-etag.js';
import { planItem } from '../src/items/plan-item.js';
import { storedItem } from '../src/items/stored-item.js';
import { finishPlan } from '@sluice/pipeline';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);

type Fields = Record<string, unknown>;

const faults = fc.array(
  fc.record<Fault>({
    place: fc.nat(),
    does: fc.constantFrom('replace', 'replace', 'remove', 'add'),
    value: fc.constantFrom(...oddValues),
    name: fc.constantFrom(...oddNames),
  }),
  { maxLength: 4 },
);

const deps = () => ({ ...world.deps, stores: world.stores });
/** The same for plans of which none is made, so that what is stored of the tenant is read once. */
function depsOfPlans(tenantId: string) {
  const { stores } = world;
  const { configurations, secrets, tenants } = stores;
  const read = readOnce({ configurations, secrets, tenants, of: stores.forTenant(tenantId) });
  return { ...world.deps, stores: { ...stores, ...read, forTenant: () => read.of } };
}
/** Asks each question once, and answers with copies. */
function readOnce<T extends object>(stores: T, answers = new Map<string, unknown>(), path = ''): T {
  return new Proxy(stores, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      const at = `${path}.${String(name)}`;
      if (typeof member === 'object' && member !== null) return readOnce(member, answers, at);
      if (typeof member !== 'function') return member;
      return async (...asked: readonly unknown[]): Promise<unknown> => {
        const question = `${at} ${JSON.stringify(asked)}`;
        if (!answers.has(question)) answers.set(question, Reflect.apply(member, target, asked));
        return structuredClone(await answers.get(question));
      };
    },
  });
}
const fileOf = (tenantId: string, section: Section, item: Fields) =>
  JSON.stringify({ tenantId, name: 'Like', [section]: [item] });

type Planned =
  | { readonly problems: readonly string[] }
  | { readonly plan: Awaited<ReturnType<typeof readPlan>> };
const outcome = async (planned: Promise<Awaited<ReturnType<typeof readPlan>>>): Promise<Planned> =>
  planned.then(
    (plan) => ({ plan }),
    (error: unknown) => ({ problems: (error as { details?: readonly string[] }).details ?? [String(error)] }),
  );

// A file has lines, and the digits of numbers that JSON has lost.
function asOfItem(section: Section, line: string): string {
  const path = line.replace(/^line \d+: /, '');
  const within = path.startsWith(`${section}.0.`) ? path.slice(section.length + 3) : path;
  return within
    .replace(new RegExp(`^${section}\\.0:`), 'item:')
    .replace(/: \S+ is a whole number beyond 2\^53, which would be rounded; put it in quotes$/, ROUNDED)
    .replace(/: is a whole number beyond 2\^53, which would be rounded; send it as text$/, ROUNDED);
}
const ROUNDED = ': is rounded';
// Of a number that it would round, a file says nothing else.
const linesOf = (section: Section, problems: readonly string[]) => {
  const lines = problems.map((line) => asOfItem(section, line)).sort();
  const rounded = lines
    .filter((line) => line.endsWith(ROUNDED))
    .map((line) => line.slice(0, -ROUNDED.length));
  return lines.filter((line) => line.endsWith(ROUNDED) || !rounded.includes(line.split(':')[0] ?? ''));
};

const timeless = (writes: readonly unknown[]): unknown =>
  JSON.parse(JSON.stringify(writes).replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"at"'));

const everything = (tenantId: string) => ({
  tenantId,
  name: 'Like',
  ...Object.fromEntries(sections.map(({ section }) => [section, [validItems[section]]])),
});
const put = async (tenantId: string) => {
  const file = JSON.stringify(everything(tenantId));
  const plan = await readPlan(tenantId, { file, allowLiteralCredentials: true }, deps());
  expect(await makeChanges(world.stores, tenantId, plan, { by: 'ada', way: 'file' })).toMatchObject({
    kind: 'made',
  });
};

it('of thousands of items, good and broken, a check says what applying a file with the item says, and plans the same', async () => {
  await put('like');
  const plans = depsOfPlans('like');
  const seen = { valid: 0, broken: 0 };
  const anItem = fc.tuple(fc.constantFrom(...sections), faults);
  await fc.assert(
    fc.asyncProperty(anItem, async ([{ section, id }, made]) => {
      const item = itemWith(section, made);
      // Without its id, an item of a form takes that of its address, and a file has none.
      const [asItem, asFile] = await Promise.all([
        outcome(planItem('like', { section, item }, plans)),
        outcome(readPlan('like', { file: fileOf('like', section, item) }, plans)),
      ]);
      if ('problems' in asFile) {
        seen.broken += 1;
        const problems = linesOf(section, asFile.problems);
        expect([section, id, 'problems' in asItem && linesOf(section, asItem.problems)]).toEqual([
          section,
          id,
          problems,
        ]);
      } else {
        seen.valid += 1;
        if (!('plan' in asItem)) throw new Error(`${JSON.stringify(item)}: ${asItem.problems.join()}`);
        expect(timeless(asItem.plan.writes)).toEqual(timeless(asFile.plan.writes));
        expect(asItem.plan.changes.map(({ fields }) => fields)).toEqual(
          asFile.plan.changes.map(({ fields }) => fields),
        );
      }
    }),
    { numRuns: 2_000, endOnFailure: true },
  );
  expect(seen.valid).toBeGreaterThan(200);
  expect(seen.broken).toBeGreaterThan(800);
}, 600_000);

it('what a save stores is what the file stores, and opened and saved untouched it changes nothing', async () => {
  for (const tenantId of ['by-item', 'by-file']) await put(tenantId);
  const anItem = fc.tuple(fc.constantFrom(...sections), faults);
  const samples = fc.sample(anItem, { numRuns: 120 });
  let stored = 0;
  for (const [{ section, id }, made] of samples) {
    const item = itemWith(section, made);
    const key = String(item[id]);
    const planned = await outcome(planItem('by-item', { section, item }, deps()));
    const asFile = await outcome(readPlan('by-file', { file: fileOf('by-file', section, item) }, deps()));
    if (!('plan' in planned) || !('plan' in asFile)) continue;
    stored += 1;
    for (const [tenantId, { plan }] of [
      ['by-item', planned],
      ['by-file', asFile],
    ] as const) {
      // Without the wait for processes that know the old configuration; there are no leads.
      await world.stores.configurations.begin(tenantId, {
        from: plan.version,
        writes: plan.writes,
        by: 'ada',
        way: 'form',
        lines: [],
      });
      await finishPlan(world.stores, tenantId, {});
    }
    const [byItem, byFile] = await Promise.all(
      ['by-item', 'by-file'].map((tenantId) => storedItem(world.stores, tenantId, section, key)),
    );
    expect(byItem).toEqual(byFile);
    const opened = byItem ?? {};
    const again = await planItem('by-item', { section, id: key, item: opened }, deps());
    expect([again.changes, again.live && itemEtag(again.live)]).toEqual([[], itemEtag(opened)]);
  }
  expect(stored).toBeGreaterThan(10);
}, 600_000);
