/** The changes that applying a tenant file would make, compared section by section with the stored configuration. */
import { sections, type Section, type Tenant, type TenantFile } from '@sluice/contracts';
import { bodyHash } from '@sluice/http';
import type { ConfigurationChange } from '@sluice/pipeline';
import type { PlannedWrite } from '@sluice/store';
import { changedFields, type FieldChange } from './changed-fields.js';
import { asWritten, type Stored } from './live-file.js';
import { removedFields } from './removed-fields.js';
import { keptFields, type Item } from './sections.js';

/** One change: its description, and the write that makes it. */
export interface Change {
  readonly section: Section | 'tenant' | 'secrets' | 'providers';
  /** The kind in words, e.g. `delivery endpoint`. */
  readonly kind: string;
  readonly id: string;
  readonly change: 'added' | 'changed';
  /** The changed fields, with secrets in plain text. */
  readonly fields: readonly FieldChange[];
  /** The paths of those fields that go. */
  readonly removed: readonly string[];
  /** The new value. Together with the value that it replaces it identifies a plan. */
  readonly wanted: unknown;
  /** Absent for the credentials of a vendor, which are written together with those of the others. */
  readonly write?: PlannedWrite;
  /** The parts of the configuration that waiting leads may depend on. */
  readonly touches?: ConfigurationChange;
}

/** A tenant file to be compared. */
export interface Read {
  readonly file: TenantFile;
  /** The settings that it removes. */
  readonly removed: readonly string[];
  /** The file as it was written. */
  readonly written: unknown;
}

/** The live data that a file is compared with. */
export interface Live {
  readonly tenant: Tenant | undefined;
  readonly stored: Stored;
  readonly now: Date;
}

/** E.g. `campaign ACMRU: changed (name, notes), removes 1 field: notes`. */
export function changeText({ kind, id, change, fields, removed }: Change): string {
  if (change === 'added') return `${kind} ${id}: new`;
  const names = [...new Set(fields.map(({ path }) => path[0]))];
  const count = removed.length === 1 ? '1 field' : `${removed.length} fields`;
  const gone = removed.length === 0 ? '' : `, removes ${count}: ${removed.join(', ')}`;
  return `${kind} ${id}: changed (${names.join(', ')})${gone}`;
}

/**
 * Every difference from the stored configuration: of the tenant itself, and of its items. Items and settings that the
 * file does not mention stay as they are; an item that it mentions is replaced whole.
 */
export function planChanges(
  read: Read,
  live: Live,
): readonly [ofTenant: readonly Change[], ofItems: readonly Change[]] {
  const { file, written: document } = read;
  const changes: Change[] = [];
  for (const row of sections) {
    const { section, id } = row;
    const items =
      section === 'phoneNumbers'
        ? inTheirPlaces(file.phoneNumbers, live.stored.phoneNumbers)
        : (file[section] as readonly Item[]);
    for (const [index, wanted] of items.entries()) {
      const stored = live.stored[section].get(String(wanted[id]));
      const change = itemChange(row, wanted, stored, live.now);
      if (!change) continue;
      const removed = removedFields(change.fields, itemIn(document, section, index));
      changes.push({ ...change, removed });
    }
  }
  return [tenantChange(read, live), changes];
}

/** The change that makes the stored item the wanted one, `archived` as in a file; undefined if they are the same. */
export function itemChange(
  { section, kind, id }: (typeof sections)[number],
  wanted: Item,
  stored: Item | undefined,
  now: Date,
): Change | undefined {
  const name = String(wanted[id]);
  const compared = compare(wanted, stored, now.toISOString());
  if (!compared) return undefined;
  const { written, ...change } = compared;
  return {
    section,
    kind,
    id: name,
    ...change,
    removed: [],
    wanted,
    write: { kind: 'item', of: section, id: name, item: written, hash: bodyHash(asWritten(written)) },
    touches: { [section]: [name] },
  };
}

function itemIn(document: unknown, section: Section, index: number): unknown {
  return (document as Readonly<Record<string, readonly unknown[] | undefined>>)[section]?.[index];
}

// Of several phone numbers, the first in the file is preferred. A file that leaves some of them out changes no places:
// what is new in it comes last.
function inTheirPlaces(
  numbers: TenantFile['phoneNumbers'],
  stored: ReadonlyMap<string, Item>,
): readonly Item[] {
  const named = new Set(numbers.map(({ phoneNumberId }) => phoneNumberId));
  const leavesOut = [...stored.keys()].some((id) => !named.has(id));
  const placeOf = (id: string) => stored.get(id)?.['position'];
  const next = 1 + Math.max(-1, ...[...stored.keys()].map((id) => Number(placeOf(id) ?? -1)));
  return numbers.map((number, index) => ({
    position: leavesOut ? (placeOf(number.phoneNumberId) ?? next + index) : index,
    ...number,
  }));
}

type Compared = Pick<Change, 'change' | 'fields'> & { readonly written: Item };

function compare({ archived, ...wanted }: Item, stored: Item | undefined, at: string): Compared | undefined {
  if (!stored) {
    const archivedAt = archived === true ? { archivedAt: at } : {};
    return {
      change: 'added',
      fields: [],
      written: plain({ ...wanted, ...archivedAt, createdAt: at, updatedAt: at }),
    };
  }
  const kept = Object.entries(stored).filter(([field]) => keptFields.includes(field));
  const all = { ...wanted, ...Object.fromEntries(kept) };
  const next = plain({ ...all, archivedAt: archivedAtOf(archived, stored, at) });
  // As the file writes both: a plan does not depend on when it is made.
  const fields = changedFields(asWritten(stored), asWritten(next));
  return fields.length === 0 ? undefined : { change: 'changed', fields, written: { ...next, updatedAt: at } };
}

function archivedAtOf(archived: unknown, { archivedAt }: Item, at: string): unknown {
  if (archived === undefined) return archivedAt;
  return archived === true ? (archivedAt ?? at) : undefined;
}

function tenantChange({ file, removed, written }: Read, { tenant: stored }: Live): readonly Change[] {
  const { tenantId, name } = file;
  const all = { ...stored?.settings, ...file.settings };
  const settings = Object.fromEntries(Object.entries(all).filter(([each]) => !removed.includes(each)));
  const wanted = plain({ tenantId, name, settings }) as unknown as Tenant;
  const fields = stored ? changedFields(stored, wanted) : [];
  if (!stored) return [newTenant(wanted)];
  if (fields.length === 0) return [];
  return [{ ...newTenant(wanted), change: 'changed', fields, removed: removedFields(fields, written) }];
}

/** The change that adds a tenant. */
export function newTenant(tenant: Tenant): Change {
  return {
    section: 'tenant',
    kind: 'tenant',
    id: tenant.tenantId,
    change: 'added',
    fields: [],
    removed: [],
    wanted: tenant,
    touches: { tenant: true },
    write: { kind: 'tenant', tenant },
  };
}

/** Stored items that the file does not mention; they stay. */
export function unmentioned(
  file: TenantFile,
  stored: Stored,
): readonly { readonly section: Section; readonly id: string }[] {
  return sections.flatMap(({ section, id }) => {
    const mentioned = new Set((file[section] as readonly Item[]).map((thing) => thing[id]));
    return [...stored[section].keys()]
      .filter((each) => !mentioned.has(each))
      .map((each) => ({ section, id: each }));
  });
}

function plain(value: object): Item {
  return JSON.parse(JSON.stringify(value)) as Item;
}
