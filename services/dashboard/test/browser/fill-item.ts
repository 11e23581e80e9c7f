/**
 * Fills the form of any item as a person does who has the item on paper: finds each field by its label and by the group that
 * it stands in, and sees what kind of field it is. Fails where there is no field for a value.
 */
import { sections, type ItemSection } from '@sluice/contracts';
import { eventually } from '@sluice/testing';
import type { Locator, Page } from 'playwright-core';
import { labelOf } from '../../web/src/items/labels.js';
import { campaign, client, endpoint, supplier, type Layout } from '../../web/src/items/layouts.js';
import { everywhere } from '../../web/src/items/looks.js';
import { isObject, type Item } from '../../web/src/items/values.js';

const BUSY_MS = 60_000;

/** A form, or a group of its fields, with the labels of the form. */
interface Place {
  readonly within: Locator;
  /** How many groups are around its own fields. */
  readonly depth: number;
  /** The label of the field at a place of the item, e.g. `settings.timezone`. */
  readonly label: (at: string) => string;
}

const layouts: Readonly<Partial<Record<ItemSection, Layout>>> = {
  campaigns: campaign,
  clients: client,
  deliveryEndpoints: endpoint,
  suppliers: supplier,
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** A label as it stands: what is required has a star. */
const called = (label: string): RegExp => new RegExp(`^${escaped(label)}( \\*)?$`);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const listOf = (value: unknown): readonly Item[] => (Array.isArray(value) ? (value as readonly Item[]) : []);

/** Opens every part of the form of a kind and fills in the item. */
export async function fillItem(page: Page, section: ItemSection, item: Item): Promise<void> {
  const kind = sections.find((each) => each.section === section);
  await openParts(page);
  const looks = { ...everywhere, ...layouts[section]?.looks };
  const label = (at: string): string => {
    const name = at.split('.').at(-1) ?? '';
    if (at === kind?.id) return 'Id';
    return looks[at]?.label ?? looks[name]?.label ?? labelOf(name);
  };
  const within = page.getByRole('form', { name: kind?.kind ?? 'settings' });
  for (const [name, value] of Object.entries(item)) await fill({ within, depth: 0, label }, name, value);
}

/** Opens the parts that are closed. */
export async function openParts(page: Page): Promise<void> {
  await page.getByRole('form').getByLabel(/./).first().waitFor();
  const closed = page.locator('details.form-part:not([open]) > summary');
  while (await has(closed)) await closed.first().click();
  await eventually(
    'every part shows its fields',
    async () => (await page.locator('details.form-part:not(:has(.field))').count()) === 0,
    BUSY_MS,
  );
}

/** What stands in a place itself, not in a group within it. */
const own = ({ within, depth }: Place, found: Locator): Locator =>
  found.and(within.page().locator(`xpath=//*[count(ancestor::fieldset)=${depth}]`));
const field = (place: Place, label: string | RegExp): Locator =>
  own(place, place.within.getByLabel(typeof label === 'string' ? called(label) : label)).and(
    place.within.page().locator('input, select, textarea'),
  );
const group = (place: Place, label: string): Place => ({
  ...place,
  within: own(place, place.within.getByRole('group', { name: label, exact: true })),
  depth: place.depth + 1,
});
const button = (place: Place, name: string | RegExp): Locator =>
  own(place, place.within.getByRole('button', { name, exact: true }));
const has = async (found: Locator): Promise<boolean> => (await found.count()) > 0;

async function fill(place: Place, at: string, value: unknown): Promise<void> {
  const label = place.label(at);
  const inside = group(place, label);
  const alone = field(place, label);
  if (await has(inside.within)) await fillGroup(inside, at, value);
  else if (await has(alone)) await fillField(alone, value);
  // Its fields stand among those around it.
  else if (isObject(value)) await fillEach(place, at, value);
  else throw new Error(`no field “${label}” for ${at}`);
}

async function fillEach(place: Place, at: string, item: Item): Promise<void> {
  for (const [name, value] of Object.entries(item)) await fill(place, `${at}.${name}`, value);
}

async function fillField(control: Locator, value: unknown): Promise<void> {
  const is = (kind: string) => has(control.and(control.page().locator(kind)));
  if (await is('select')) await control.selectOption(textOf(value));
  else if (await is('[role=combobox]'))
    for (const each of [value].flat()) await pickById(control, textOf(each));
  else await control.fill(Array.isArray(value) ? value.map(textOf).join('\n') : textOf(value));
}

async function pickById(control: Locator, id: string): Promise<void> {
  await control.fill(id);
  const name = new RegExp(`(^|\\()${escaped(id)}\\)?( picked)?$`);
  await control.page().getByRole('listbox').getByRole('option', { name }).click();
  await control.page().keyboard.press('Tab');
}

async function fillGroup(place: Place, at: string, value: unknown): Promise<void> {
  if (isObject(value)) {
    const named = own(place, place.within.getByLabel(/ to add$/));
    return (await has(named)) ? fillNamed(place, named, value) : fillEach(place, at, value);
  }
  if (await has(place.within.getByRole('button', { name: 'Add hours on Monday' })))
    return fillHours(place, listOf(value));
  if (await has(button(place, 'Add a condition'))) return fillConditions(place, listOf(value));
  if (await has(own(place, place.within.getByRole('checkbox')))) {
    for (const each of [value].flat())
      await place.within.getByLabel(textOf(each).replaceAll('_', ' '), { exact: true }).check();
    return;
  }
  return fillList(place, at, listOf(value));
}

async function fillList(place: Place, at: string, entries: readonly Item[]): Promise<void> {
  for (const [index, entry] of entries.entries()) {
    await button(place, /^Add to /).click();
    const inside = group(place, `${place.label(at)} ${index + 1}`);
    await inside.within.waitFor();
    await fillEach(inside, at, entry);
  }
}

/** Values by names of anybody's choice. */
async function fillNamed(place: Place, named: Locator, values: Item): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await named.fill(name);
    await button(place, 'Add').click();
    const added = own(place, place.within.getByLabel(new RegExp(`(^| of )${escaped(name)}$`))).last();
    await added.waitFor();
    await fillField(added, value);
  }
}

async function fillHours(place: Place, entries: readonly Item[]): Promise<void> {
  for (const { day, startTime, endTime } of entries) {
    await place.within.getByRole('button', { name: `Add hours on ${textOf(day)}` }).click();
    await field(place, `From on ${textOf(day)}`)
      .last()
      .fill(textOf(startTime));
    await field(place, `Until on ${textOf(day)}`)
      .last()
      .fill(textOf(endTime));
  }
}

/** Each condition is added at the end, so the last fields are those of the newest. */
async function fillConditions(place: Place, sets: readonly Item[]): Promise<void> {
  for (const [nth, { conditions, logicalOperator }] of sets.entries()) {
    for (const [index, condition] of listOf(conditions).entries()) {
      const ofSet = nth === 0 ? 'Add a condition' : `Add a condition to set ${nth + 1}`;
      await button(place, nth > 0 && index === 0 ? 'Add another set of conditions' : ofSet)
        .first()
        .click();
      await field(place, 'Field')
        .nth(sets.slice(0, nth).flatMap((set) => listOf(set['conditions'])).length + index)
        .waitFor();
      for (const [name, label] of [
        ['field', 'Field'],
        ['operator', 'Operator'],
        ['value', /^(Value|From and to)$/],
        ['valueSetId', 'Value set'],
      ] as const)
        if (condition[name] !== undefined) await fillField(field(place, label).last(), condition[name]);
    }
    if (logicalOperator === 'OR')
      await field(place, /^Set( \d+)? holds if$/)
        .last()
        .selectOption('OR');
  }
}
