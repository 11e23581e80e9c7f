/**
 * Fills the form of any item as a person does who has the item on paper: finds each field by its label and by the group that
 * it stands in, and sees what kind of field it is. Fails where there is no field for a value.
 */
import { labelOf, sections, type ItemSection } from '@sluice/contracts';
import { eventually, press, tabTo } from '@sluice/testing';
import type { Locator, Page } from 'playwright-core';
import { layouts } from '../../web/src/items/layouts.js';
import { everywhere } from '../../web/src/items/looks.js';
import { isObject, type Item } from '../../web/src/items/values.js';

const BUSY_MS = 60_000;
const MOST_OPTIONS = 60;

/** With what a person works. */
export interface Hands {
  /** Presses a button, opens a part, ticks a box. */
  readonly press: (target: Locator) => Promise<void>;
  /** Writes a text in place of the one that is there. */
  readonly write: (field: Locator, text: string) => Promise<void>;
  /** Chooses a value of a `<select>`. */
  readonly choose: (field: Locator, value: string) => Promise<void>;
  /** What follows the search for an item, to pick it and go on. */
  readonly pick: (option: Locator) => Promise<void>;
}

const mouse: Hands = {
  press: (target) => target.click(),
  write: (field, text) => field.fill(text),
  choose: async (field, value) => void (await field.selectOption(value)),
  pick: (option) => option.click(),
};

/** Nothing but keys; a field is reached by Tab. */
export const keyboard: Hands = {
  press: async (target) => {
    const isBox = (await target.and(target.page().getByRole('checkbox')).count()) > 0;
    return isBox ? tabTo(target).then(() => target.page().keyboard.press('Space')) : press(target);
  },
  write: async (field, text) => {
    await tabTo(field);
    await field.page().keyboard.press('ControlOrMeta+A');
    await field.page().keyboard.type(text);
  },
  choose: async (field, value) => {
    await tabTo(field);
    await field.page().keyboard.press('Home');
    for (let n = 0; (await field.inputValue()) !== value; n += 1) {
      if (n === MOST_OPTIONS) throw new Error(`${String(field)} has no ${value}`);
      await field.page().keyboard.press('ArrowDown');
    }
  },
  pick: async (option) => {
    await option.waitFor();
    const { keyboard: keys } = option.page();
    for (let n = 0; (await option.getAttribute('aria-selected')) !== 'true'; n += 1) {
      if (n === MOST_OPTIONS) throw new Error(`no key reaches ${String(option)}`);
      await keys.press('ArrowDown');
    }
    await keys.press('Enter');
  },
};

/** A form, or a group of its fields, with the labels of the form. */
interface Place {
  readonly hands: Hands;
  readonly within: Locator;
  /** How many groups are around its own fields. */
  readonly depth: number;
  /** The label of the field at a place of the item, e.g. `settings.timezone`. */
  readonly label: (at: string) => string;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** A label as it stands: what is required has a star. */
const called = (label: string): RegExp => new RegExp(`^${escaped(label)}( \\*)?$`);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const listOf = (value: unknown): readonly Item[] => (Array.isArray(value) ? (value as readonly Item[]) : []);

/** Fills these fields of an item in the form of its kind, in parts that are open. */
export async function fillItem(
  page: Page,
  section: ItemSection,
  item: Item,
  hands: Hands = mouse,
): Promise<void> {
  const kind = sections.find((each) => each.section === section);
  const looks = { ...everywhere, ...(section === 'tenant' ? undefined : layouts[section]?.looks) };
  const label = (at: string): string => {
    const name = at.split('.').at(-1) ?? '';
    if (at === kind?.id) return 'Id';
    return looks[at]?.label ?? looks[name]?.label ?? labelOf(name);
  };
  const within = page.getByRole('form', { name: kind?.kind ?? 'settings' });
  for (const [name, value] of Object.entries(item))
    await fill({ hands, within, depth: 0, label }, name, value);
}

/** Opens every part of a form. */
export async function openParts(page: Page): Promise<void> {
  await page.getByRole('form').getByLabel(/./).first().waitFor();
  const closed = page.locator('details.form-part:not([open]) > summary');
  while (await has(closed)) await closed.first().click();
  await eventually('every part shows its fields', async () => !(await has(empty(page))), BUSY_MS);
}

/** Opens a part of a form. */
export async function openPart(page: Page, title: string, hands: Hands = mouse): Promise<void> {
  await hands.press(
    page.locator('summary').filter({ has: page.getByRole('heading', { name: title, exact: true }) }),
  );
  await eventually(
    `${title} shows its fields`,
    async () => !(await has(empty(page).filter({ has: page.getByText(title, { exact: true }) }))),
    BUSY_MS,
  );
}

const empty = (page: Page): Locator => page.locator('details.form-part:not(:has(.field))');

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
  else if (await has(alone)) {
    if (Array.isArray(value) && (await has(alone.and(alone.page().locator('select'))))) {
      // All of them, or only some.
      await place.hands.choose(alone, 'these');
      const these = field(place, `Only these ${label.toLowerCase()}`);
      await these.waitFor();
      return fillField(place, these, value);
    }
    if (!isObject(value)) return fillField(place, alone, value);
    await place.hands.press(button(place, `Take ${label.toLowerCase()} by a pattern`));
    await inside.within.waitFor();
    await fillGroup(inside, at, value);
  }
  // Its fields stand among those around it.
  else if (isObject(value)) await fillEach(place, at, value);
  else throw new Error(`no field “${label}” for ${at}`);
}

async function fillEach(place: Place, at: string, item: Item): Promise<void> {
  for (const [name, value] of Object.entries(item)) await fill(place, `${at}.${name}`, value);
}

async function fillField({ hands }: Place, control: Locator, value: unknown): Promise<void> {
  const is = (kind: string) => has(control.and(control.page().locator(kind)));
  if (await is('select')) return hands.choose(control, textOf(value));
  if (!(await is('[role=combobox]')))
    return hands.write(control, Array.isArray(value) ? value.map(textOf).join('\n') : textOf(value));
  for (const id of [value].flat().map(textOf)) {
    await hands.write(control, id);
    const name = new RegExp(`(^|\\()${escaped(id)}\\)?( picked)?$`);
    await hands.pick(control.page().getByRole('listbox').getByRole('option', { name }));
    await control.page().keyboard.press('Tab');
  }
}

async function fillGroup(place: Place, at: string, value: unknown): Promise<void> {
  if (isObject(value)) {
    const named = own(place, place.within.getByLabel(/ to add$/));
    return (await has(named)) ? fillNamed(place, named, value) : fillEach(place, at, value);
  }
  if (await has(button(place, 'Add hours on Monday'))) return fillHours(place, listOf(value));
  if (await has(button(place, 'Add a condition'))) return fillConditions(place, listOf(value));
  if (!(await has(own(place, place.within.getByRole('checkbox'))))) return fillList(place, at, listOf(value));
  for (const each of [value].flat().map(textOf))
    await place.hands.press(place.within.getByLabel(each.replaceAll('_', ' '), { exact: true }));
}

async function fillList(place: Place, at: string, entries: readonly Item[]): Promise<void> {
  for (const [index, entry] of entries.entries()) {
    await place.hands.press(button(place, /^Add to /));
    const inside = group(place, `${place.label(at)} ${index + 1}`);
    await inside.within.waitFor();
    await fillEach(inside, at, entry);
  }
}

/** Values by names of anybody's choice. */
async function fillNamed(place: Place, named: Locator, values: Item): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await place.hands.write(named, name);
    await place.hands.press(button(place, 'Add'));
    const added = own(place, place.within.getByLabel(new RegExp(`(^| of )${escaped(name)}$`))).last();
    await added.waitFor();
    await fillField(place, added, value);
  }
}

async function fillHours(place: Place, entries: readonly Item[]): Promise<void> {
  for (const { day, startTime, endTime, active } of entries) {
    await place.hands.press(button(place, `Add hours on ${textOf(day)}`));
    await place.hands.write(field(place, `From on ${textOf(day)}`).last(), textOf(startTime));
    await place.hands.write(field(place, `Until on ${textOf(day)}`).last(), textOf(endTime));
    if (active === false) await place.hands.press(button(place, `Switch off hours on ${textOf(day)}`).last());
  }
}

const conditionFields = {
  field: 'Field',
  operator: 'Operator',
  value: /^(Value|From and to)$/,
  valueSetId: 'Value set',
};

/** Each condition is added at the end, so the last fields are those of the newest. */
async function fillConditions(place: Place, sets: readonly Item[]): Promise<void> {
  const fields = field(place, 'Field');
  for (const [nth, { conditions, logicalOperator }] of sets.entries()) {
    for (const [index, condition] of listOf(conditions).entries()) {
      const isNewSet = nth > 0 && index === 0;
      const adds = isNewSet
        ? 'Add another set of conditions'
        : `Add a condition${nth > 0 ? ` to set ${nth + 1}` : ''}`;
      const before = await fields.count();
      await place.hands.press(button(place, adds));
      await fields.nth(before).waitFor();
      for (const [name, label] of Object.entries(conditionFields))
        if (condition[name] !== undefined)
          await fillField(place, field(place, label).last(), condition[name]);
    }
    if (logicalOperator === 'OR')
      await place.hands.choose(field(place, /^Set( \d+)? holds if$/).last(), 'OR');
  }
}
