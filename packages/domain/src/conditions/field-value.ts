/** Finds the value of a field key in a lead (§2.1.9). */
import {
  dataMaps,
  dataParts,
  dataValues,
  hasVisible,
  leadItself,
  LOOKUP_PREFIX,
  lookupOfField,
  sourceValues,
  type LeadSource,
  type MapName,
} from '@sluice/contracts';
import type { LeadFacts } from './lead-facts.js';

/** The part of the facts that fields are read from. */
export type FieldSource = LeadSource &
  Pick<LeadFacts, 'leadId' | 'campaignId' | 'isTest' | 'data' | 'files' | 'lookups'>;

type Read = (source: FieldSource) => unknown;

const besideData = Object.keys(leadItself) as (keyof typeof leadItself)[];

const ownFields = new Map<string, Read>([
  ...besideData.flatMap((name) =>
    leadItself[name].keys.map((key) => [key, (source: FieldSource) => source[name]] as const),
  ),
  ...dataValues.flatMap(({ says, of }) =>
    says.keys.map((key) => [key, ({ data }: FieldSource) => of(data)] as const),
  ),
]);

// These keys mean the lead's source even if it has none: whatever was sent under such a name is not the source.
const ofSource = new Map(
  sourceValues.flatMap(({ name, says, of }) => says.keys.map((key) => [key, { name, of }] as const)),
);

/** Both spellings of a name, which mean the same. */
function spellingsOf(name: string): readonly string[] {
  return [name, name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)];
}

const ownNames = new Map<string, string>(
  [...ownFields.keys()].flatMap((name) => spellingsOf(name).map((spelling) => [spelling, name] as const)),
);

// In the order in which a bare key is looked up after the lead's own fields.
const sections = dataMaps.flatMap(({ name, says }) =>
  says.sections.map((section) => [section, reading(name, section.slice(name.length + 1))] as const),
);
const sectionReads = sections.map(([, read]) => read);

function reading(name: MapName, entry: string): Read {
  return ({ data }) => (entry === '' ? data[name] : data[name]?.[entry]);
}

// Explicit section prefixes, longest first: `attribution.params.x` before `attribution.x`.
const spelledSections = new Map<string, Read>([
  ...sections.flatMap(([section, read]) => spellingsOf(section).map((each) => [each, read] as const)),
  ...dataParts.map((name) => [name, ({ data }: FieldSource) => data[name]] as const),
]);

const fileSection = 'file';
const filePrefix = `${fileSection}.`;

/**
 * Finds the value of a field key: first among the lead's own fields (`firstName` or `first_name`), then in the maps of
 * its data: questionnaire, customFields, attribution and its params, compliance, flags. `file.<fileKey>` is the file's
 * status, `lookup.<id>.<field>` what a look-up answered, and a key may name its section, as in `questionnaire.injury`. Undefined if there is no value; null and text in
 * which nothing can be seen do not count as one.
 */
export function fieldValue(source: FieldSource, key: string): unknown {
  const known = ofSource.get(key);
  if (known) return known.of(source);
  const lookupId = lookupOfField(key);
  if (lookupId !== undefined) return lookedUp(source, lookupId, key);
  const own = ownNames.get(key);
  const ownValue = own === undefined ? undefined : present(ownFields.get(own)?.(source));
  if (ownValue !== undefined) return ownValue;
  for (const read of sectionReads) {
    const value = entryOf(read(source), key);
    if (value !== undefined) return value;
  }
  return key.includes('.') ? placedValue(source, key) : undefined;
}

/**
 * Every value that a bare key can find, by key, the lead's own fields under both of their spellings; and, if there are
 * files, the status of each under `file`.
 */
export function allFieldValues(source: FieldSource): Record<string, unknown> {
  const places = [...sectionReads].reverse().map((read) => entriesOf(read(source)));
  const sent = places.flat().filter(([key]) => !ofSource.has(key));
  const own = [...ownNames].map(([spelling, name]) => [spelling, ownFields.get(name)?.(source)] as const);
  const known = [...ofSource].map(([key, { of }]) => [key, of(source)] as const);
  const found = [...sent, ...own, ...known].filter(([, value]) => isPresent(value));
  const { files } = source;
  const statuses = Object.fromEntries(files.map(({ fileKey, status }) => [fileKey, status]));
  return { ...Object.fromEntries(found), ...(files.length > 0 && { [fileSection]: statuses }) };
}

/** The status of the file named by `key`, with or without the prefix `file.`; undefined if there is no such file. */
export function fileStatus(source: Pick<FieldSource, 'files'>, key: string): string | undefined {
  const fileKey = namesFile(key) ? key.slice(filePrefix.length) : key;
  return source.files.find((file) => file.fileKey === fileKey)?.status;
}

/** Whether a field key names a file's status. */
export function namesFile(key: string): boolean {
  return key.startsWith(filePrefix);
}

/** The canonical spelling of a field key: `first_name` and `firstName` are the same field. */
export function canonicalFieldKey(key: string): string {
  return ofSource.get(key)?.name ?? ownNames.get(key) ?? key;
}

/** Whether a value counts as present: not null, not text in which nothing can be seen, and not a list of only such values. */
export function isPresent(value: unknown): boolean {
  return present(value) !== undefined;
}

function lookedUp({ lookups = {} }: FieldSource, lookupId: string, key: string): unknown {
  const answer = Object.hasOwn(lookups, lookupId) ? lookups[lookupId] : undefined;
  return entryOf(answer?.fields, key.slice(LOOKUP_PREFIX.length + lookupId.length + 1));
}

function placedValue(source: FieldSource, key: string): unknown {
  if (namesFile(key)) return fileStatus(source, key);
  const lastDot = key.lastIndexOf('.');
  for (let dot = lastDot; dot > 0; dot = key.lastIndexOf('.', dot - 1)) {
    const section = spelledSections.get(key.slice(0, dot));
    if (section) return entryOf(section(source), key.slice(dot + 1));
  }
  return undefined;
}

function entriesOf(section: unknown): [string, unknown][] {
  return typeof section === 'object' && section !== null ? Object.entries(section) : [];
}

// Own entries only: a key such as `constructor` must not find inherited members.
function entryOf(section: unknown, key: string): unknown {
  if (typeof section !== 'object' || section === null || !Object.hasOwn(section, key)) return undefined;
  return present((section as Record<string, unknown>)[key]);
}

function present(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return hasVisible(value) ? value : undefined;
  if (Array.isArray(value))
    return value.some((element) => present(element) !== undefined) ? value : undefined;
  return value;
}
