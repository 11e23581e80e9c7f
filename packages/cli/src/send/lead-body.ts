/** Converts a row of a file into a lead: dotted names (`address.city`, `questionnaire.injury`) become nested fields. */
import { submitLeadInputSchema } from '@sluice/contracts';

/** Fields by their dotted names. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of a lead that have fields of their own. */
const containers = ['address', 'questionnaire', 'attribution', 'compliance', 'customFields'] as const;
/** A rejects file gives its reasons in this field, which is ignored when the corrected file is sent. */
export const reasonsField = 'reasons';

const known = new Set(Object.keys(submitLeadInputSchema.shape));
const isContainer = (name: string): boolean => (containers as readonly string[]).includes(name);

/** Says why a field cannot be sent, or nothing if it can. A mistyped name must not be dropped silently. */
export function fieldProblem(field: string, value: unknown = ''): string | undefined {
  if (field === reasonsField) return undefined;
  const [name = '', ...below] = field.split('.');
  if (name === 'campaignId') return `${field}: is set by --campaign`;
  if (!known.has(name)) {
    return `${field}: is not a field of a lead; use questionnaire.<key> for answers and customFields.<key> for your own values`;
  }
  if (below.some((step) => step === '')) return `${field}: has an empty part`;
  if (!isContainer(name)) return below.length > 0 ? `${field}: ${name} has no parts` : undefined;
  if (below.length === 0 && typeof value !== 'object')
    return `${field}: needs a part, such as ${field}.<key>`;
  return undefined;
}

/** The body that submits a row's lead. Empty texts are left out. */
export function leadBody(fields: Fields, campaignId: string): Record<string, unknown> {
  const lead: Branch = new Map([['campaignId', campaignId]]);
  for (const [field, value] of Object.entries(fields)) {
    if (field === reasonsField || isEmpty(value)) continue;
    grow(lead, field.split('.'), field === 'isTest' ? truth(value) : value);
  }
  return plain(lead);
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
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
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

function plain(branch: Branch): Record<string, unknown> {
  return Object.fromEntries(
    [...branch].map(([name, value]) => [name, value instanceof Map ? plain(value as Branch) : value]),
  );
}
