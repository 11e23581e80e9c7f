/** Converts a row of a file into a lead: dotted names (`address.city`, `questionnaire.injury`) become nested fields. */
import { addressParts, hasVisible, isObject, rowOf, takenBy, type FieldKind } from '@sluice/contracts';
import { suggestedField } from '@sluice/domain';

/** Fields by their dotted names. */
export type Fields = Readonly<Record<string, unknown>>;

/** A rejects file gives its reasons in this field, which is ignored when the corrected file is sent. */
export const reasonsField = 'reasons';

const known = new Map<string, FieldKind>(takenBy('submit').map((name) => [name, rowOf(name).kind]));
const partsOfAddress = Object.keys(addressParts);
const withParts: ReadonlySet<FieldKind | undefined> = new Set(['parts', 'map', 'answers']);

/** Says why a field cannot be sent, or nothing if it can. A mistyped name must not be dropped silently. */
export function fieldProblem(field: string, value: unknown = ''): string | undefined {
  if (field === reasonsField) return undefined;
  const [name = '', ...below] = field.split('.');
  if (name === 'campaignId') return `${field}: is set by --campaign`;
  if (!known.has(name)) return unknownField(field);
  if (below.some((step) => step === '')) return `${field}: has an empty part`;
  if (!withParts.has(known.get(name))) return below.length > 0 ? `${field}: ${name} has no parts` : undefined;
  if (below.length === 0 && typeof value !== 'object')
    return `${field}: needs a part, such as ${field}.<key>`;
  return name === 'address' ? addressProblem(field, below, value) : undefined;
}

function unknownField(field: string): string {
  const suggested = suggestedField(field);
  const hint = suggested === undefined ? '' : ` (did you mean ${suggested}?)`;
  return `${field}: is not a field of a lead${hint}; use questionnaire.<key> for answers and customFields.<key> for your own values`;
}

// The other containers take any key; of an address, the interface drops what it does not know.
function addressProblem(field: string, below: readonly string[], value: unknown): string | undefined {
  const parts = below.length > 0 ? [below.join('.')] : Object.keys(value ?? {});
  const wrong = parts.find((part) => !partsOfAddress.includes(part));
  if (wrong === undefined) return undefined;
  const suggested = suggestedField(wrong);
  const hint = suggested?.startsWith('address.') ? `did you mean ${suggested}?` : partsOfAddress.join(', ');
  return `${below.length > 0 ? field : `${field}.${wrong}`}: is not a part of an address (${hint})`;
}

/**
 * The body that submits a row's lead. Empty values are left out, lines end with a line feed, and keys are in order: the
 * same row gives the same body, however its file is written.
 */
export function leadBody(fields: Fields, campaignId: string): Record<string, unknown> {
  const lead: Branch = new Map([['campaignId', campaignId]]);
  for (const [field, value] of Object.entries(fields)) {
    if (field === reasonsField || isEmpty(value)) continue;
    grow(lead, field.split('.'), known.get(field) === 'truth' ? truth(value) : value);
  }
  return inOrder(lead) as Record<string, unknown>;
}

// JSON files have null where CSV files have an empty cell.
function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'string' && !hasVisible(value));
}

const truths: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
};

// Any other word is sent unchanged, so that the service refuses it with its reason.
function truth(value: unknown): unknown {
  return typeof value === 'string' ? (truths[value.trim().toLowerCase()] ?? value) : value;
}

// Maps, because assigning a name such as `__proto__` to an object is unsafe.
type Branch = Map<string, unknown>;

function grow(branch: Branch, [name = '', ...below]: readonly string[], value: unknown): void {
  if (below.length === 0) {
    branch.set(name, value);
    return;
  }
  const existing = branch.get(name);
  const next: Branch = existing instanceof Map ? (existing as Branch) : new Map(entriesOf(existing));
  branch.set(name, next);
  grow(next, below, value);
}

// NDJSON may contain both `address` and `address.city`.
function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

function inOrder(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\r\n?/g, '\n');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const entries = value instanceof Map ? [...(value as Branch)] : Object.entries(value);
  return Object.fromEntries(
    entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, member]) => [name, inOrder(member)]),
  );
}
