/** The sub ids that a lead was sent with. */
import {
  hasVisible,
  maxSubIdLength,
  subIdNames,
  type LeadData,
  type SubIdName,
  type SubIds,
} from '@sluice/contracts';

/** The names under which trackers send the sub id `n`, in the order in which they are looked for. */
function namesOf(n: number): readonly string[] {
  const names = [`subId${n}`, `sub_id${n}`, `sub_id_${n}`, `subid${n}`, `s${n}`];
  return n === 1 ? [...names, 'sub_id', 'subid'] : names;
}

const sent = subIdNames.map((name, n) => [name, namesOf(n + 1)] as const);

/** The first value of each that is not empty, in `attribution` and then in its `params`; undefined if there is none. */
export function subIdsOf({ attribution }: Pick<LeadData, 'attribution'>): SubIds | undefined {
  if (!attribution) return undefined;
  const places = [attribution, attribution['params']];
  const found: Partial<Record<SubIdName, string>> = {};
  for (const [name, names] of sent) {
    const value = firstText(places, names);
    if (value !== undefined) found[name] = value;
  }
  return Object.keys(found).length === 0 ? undefined : found;
}

function firstText(places: readonly unknown[], names: readonly string[]): string | undefined {
  for (const place of places)
    for (const name of names) {
      const text = textIn(place, name);
      if (text !== undefined) return text;
    }
  return undefined;
}

// Whatever else stands there is none, and costs no lead.
function textIn(place: unknown, name: string): string | undefined {
  if (typeof place !== 'object' || place === null || !Object.hasOwn(place, name)) return undefined;
  const value = (place as Readonly<Record<string, unknown>>)[name];
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (!hasVisible(text)) return undefined;
  // By characters, so that none is cut in half.
  return text.length <= maxSubIdLength ? text : [...text].slice(0, maxSubIdLength).join('');
}
