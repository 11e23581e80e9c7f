/** The fields that a supplier may send: those of the interface and those of the tenant's field library, as one table. */
import {
  dataValues,
  postedFields,
  subIdNames,
  trackingFields,
  type FieldLibraryEntry,
  type PostedField,
  type TrackingColumns,
} from '@sluice/contracts';
import { canonicalFieldKey } from '../conditions/field-value.js';
import { patternCovers } from '../conditions/pattern.js';
import { truthValues } from '../qualification/field-rules.js';

/** The fields of the interface, each with the rules of its entry in the library, then the library's others. */
export function postingFields(
  campaignId: string,
  library: readonly FieldLibraryEntry[],
): readonly PostedField[] {
  const fields = new Map(postedFields().map((field) => [field.name, field]));
  const campaign = fields.get('campaignId');
  if (campaign) fields.set('campaignId', { ...campaign, allowed: [campaignId] });
  for (const entry of library) {
    const place = entry.active ? placeOf(entry) : undefined;
    if (place !== undefined) fields.set(place, withRules(fields.get(place), place, entry));
  }
  return [...fields.values()];
}

/** Values of the fields that the library requires beyond those of the interface, by their places. */
export function requiredValues(library: readonly FieldLibraryEntry[]): ReadonlyMap<string, unknown> {
  const own = new Set(postedFields().map(({ name }) => name));
  const needed = library.filter(
    ({ active, validationRules }) => active && validationRules?.required === true,
  );
  return new Map(
    needed.flatMap((entry) => {
      const place = placeOf(entry);
      return place === undefined || own.has(place) ? [] : [[place, exampleOf(entry)] as const];
    }),
  );
}

// Where a body has it; undefined for what nobody sends, such as the source, and for files, which suppliers cannot add.
function placeOf({ key, category }: FieldLibraryEntry): string | undefined {
  const name = canonicalFieldKey(key);
  const value = dataValues.find((one) => one.name === name);
  if (value) return value.path;
  if (subIdNames.some((one) => one === name)) return `attribution.${name}`;
  if (Object.hasOwn(trackingFields, key)) {
    const [place] = (trackingFields as Readonly<Record<string, TrackingColumns>>)[key]?.places ?? [];
    return `${place}.${key}`;
  }
  if (category === 'system' || category === 'file' || category === 'flags') return undefined;
  if (category === 'question') return `questionnaire.${key}`;
  return category === 'attribution' || category === 'compliance'
    ? `${category}.${key}`
    : `customFields.${key}`;
}

function withRules(
  known: PostedField | undefined,
  name: string,
  { label, dataType, isStandard, validationRules: rules = {} }: FieldLibraryEntry,
): PostedField {
  const type = known === undefined || known.type === 'any' || !isStandard ? dataType : known.type;
  return {
    name,
    type,
    required: known?.required === true || rules.required === true,
    description: known?.description || label,
    allowed: known?.allowed ?? (dataType === 'boolean' ? [...truthValues] : undefined),
    pattern: rules.pattern ?? known?.pattern,
    minLength: rules.minLength ?? known?.minLength,
    maxLength: rules.maxLength ?? known?.maxLength,
    min: rules.min,
    max: rules.max,
  };
}

const texts = ['yes', 'no', 'example', '1', '42', '94607', 'CA', 'US', 'A1', '2026-01-15', 'Oakland'];

// A value that the rules allow. Of a pattern none can be made up in general: what fits none is named by its key.
function exampleOf({ key, dataType, validationRules: rules = {} }: FieldLibraryEntry): unknown {
  switch (dataType) {
    case 'number':
      return rules.min ?? rules.max ?? 1;
    case 'boolean':
      return true;
    case 'date':
      return '2026-01-15';
    case 'email':
      return 'ada.ortiz@example.com';
    case 'phone':
      return '+1 (415) 555-0132';
    case 'url':
      return 'https://www.example.com/';
    case 'object':
      return {};
    case 'array':
      return ['example'];
    default: {
      const { pattern, minLength = 0, maxLength = 500 } = rules;
      const fits = (text: string) =>
        text.length <= maxLength &&
        text.length >= minLength &&
        (pattern === undefined || patternCovers(pattern, text));
      return [...texts, 'example'.padEnd(minLength, ' example')].find(fits) ?? `<${key}>`;
    }
  }
}
