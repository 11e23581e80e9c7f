/** The mapping that the body of an example proposes. Of its values nothing is kept. */
import { isCredentialName, jsonFault, keyProblem } from '@sluice/contracts';
import { fieldCalled } from '@sluice/domain';
import { freeName, type ProposedSecrets } from './proposed-secrets.js';

/** The part of an endpoint that a body proposes. */
export interface ProposedBody {
  readonly format?: 'json' | 'form' | 'liquid';
  readonly template?: string;
  /** The buyer's names with our fields; an empty one is still to be chosen. */
  readonly fields?: Readonly<Record<string, string>>;
  /** What could not be read, without any value of it. */
  readonly notRead: readonly string[];
}

/** The fields that a tenant has, by the names by which they are known. */
export type KnownFields = (name: string) => string | undefined;

interface Context {
  readonly secrets: ProposedSecrets;
  readonly known: KnownFields;
}

const MOST_DEPTH = 20;
const MOST_MEMBERS = 200;

/** Whether a text begins as JSON does. */
export function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/** Whether a text reads as a form: names with values, and no spaces between them. */
export function isForm(text: string): boolean {
  return /^[^\s=&{}[\]<>"]+=[^\s&]*(?:&[^\s=&]+=[^\s&]*)*&?$/.test(text.trim());
}

/** Why a text that begins as JSON is none. Repeats nothing of it. */
export function jsonProblem(text: string): string {
  const fault = jsonFault(text);
  return `is not JSON${fault ? `: ${fault.problem} at line ${fault.line}, column ${fault.column}` : ''}`;
}

/** Reads the body of a request. */
export function readBody(text: string, context: Context): ProposedBody {
  if (isJson(text)) return readJsonBody(text, context);
  if (isForm(text)) return readFormBody(text, context);
  return { notRead: ['the body: it is neither JSON nor a form'] };
}

function readFormBody(text: string, context: Context): ProposedBody {
  const members = [...new URLSearchParams(text.trim())].map(([name, value]) => ({ path: [name], value }));
  const { lines, notRead } = linesOf(members, context);
  return {
    format: 'form',
    fields: Object.fromEntries(lines.map(({ path, from }) => [path[0] ?? '', from])),
    notRead,
  };
}

/** A value of a body with its place. */
interface Member {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** What fills a member: a field, a reference to a secret, or nothing yet. */
interface Line {
  readonly path: readonly string[];
  readonly from: string;
}

function readJsonBody(text: string, context: Context): ProposedBody {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    return { notRead: [`the body: it ${jsonProblem(text)}`] };
  }
  const members = membersOf(whole, []);
  if (members === 'too deep') return { notRead: [`the body: it nests more than ${MOST_DEPTH} levels deep`] };
  const { lines, notRead } = linesOf(members, context);
  if (!Array.isArray(whole) && members.every(({ path }) => path.length === 1)) {
    return { format: 'json', fields: fieldsOf(lines, ([name = '']) => name), notRead };
  }
  // A mapping has no levels, so a template has them, which names the lines of the mapping.
  const ofFields = lines.filter(({ from }) => !isReference(from));
  const aliases = aliasesOf(ofFields);
  const filled = new Map(
    lines.map(({ path, from }) => {
      const place = placeOf(path);
      return [place, isReference(from) ? from : `{{ fields.${aliases.get(place)} }}`];
    }),
  );
  return {
    format: 'liquid',
    template: JSON.stringify(withPlaces(whole, [], filled), undefined, 2),
    fields: fieldsOf(ofFields, (path) => aliases.get(placeOf(path)) ?? ''),
    notRead,
  };
}

function fieldsOf(lines: readonly Line[], nameOf: (path: readonly string[]) => string) {
  return Object.fromEntries(lines.map(({ path, from }) => [nameOf(path), from]));
}

function isReference(from: string): boolean {
  return from.startsWith('{{');
}

// A name may have any sign in it, so that `a.b` is one member and also two, one within the other.
function placeOf(path: readonly string[]): string {
  return JSON.stringify(path);
}

// Each its own, because names that differ in other signs only would be one.
function aliasesOf(lines: readonly Line[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    lines.map(({ path }) => {
      const alias = freeName(aliasOf(path), taken, '_');
      taken.add(alias);
      return [placeOf(path), alias];
    }),
  );
}

// Liquid reads a name of letters, digits and underscores behind a dot.
function aliasOf(path: readonly string[]): string {
  return path
    .join('_')
    .replace(/\W/g, '_')
    .replace(/^(?=\d)/, '_');
}

function membersOf(value: unknown, path: readonly string[]): readonly Member[] | 'too deep' {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  if (path.length >= MOST_DEPTH) return 'too deep';
  const found: Member[] = [];
  for (const [name, each] of Object.entries(value)) {
    const within = membersOf(each, [...path, name]);
    if (within === 'too deep') return within;
    found.push(...within);
  }
  return found;
}

function withPlaces(value: unknown, path: readonly string[], filled: ReadonlyMap<string, string>): unknown {
  if (typeof value !== 'object' || value === null) return filled.get(placeOf(path)) ?? null;
  if (Array.isArray(value)) return value.map((each, n) => withPlaces(each, [...path, String(n)], filled));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withPlaces(each, [...path, name], filled)]),
  );
}

function linesOf(members: readonly Member[], { secrets, known }: Context) {
  const lines: Line[] = [];
  const notRead: string[] = [];
  const seen = new Set<string>();
  for (const { path, value } of members.slice(0, MOST_MEMBERS)) {
    const place = placeOf(path);
    if (seen.has(place)) notRead.push(`the second ${path.join('.')}`);
    else if (path.some((name) => keyProblem(name) !== undefined))
      notRead.push('a member whose name is not allowed');
    else lines.push({ path, from: fromOf(path, value) });
    seen.add(place);
  }
  if (members.length > MOST_MEMBERS) notRead.push(`the members after the first ${MOST_MEMBERS}`);
  return { lines, notRead: [...notRead, ...lines.filter(({ from }) => from === '').map(toChoose)] };

  function fromOf(path: readonly string[], value: unknown): string {
    const isEmpty = value === null || value === '' || typeof value === 'boolean';
    const credential = path.findLast((name) => isCredentialName(name));
    if (credential !== undefined && !isEmpty)
      return secrets.reference(credential, `the member ${path.join('.')} of the body`);
    return (
      path
        .toReversed()
        .map(known)
        .find((field) => field !== undefined) ?? ''
    );
  }
}

function toChoose({ path }: Line): string {
  return `${path.join('.')}: which field fills it`;
}

/** Fields by what people usually call them, then by the keys and labels of the tenant's library. */
export function knownFields(
  library: readonly { readonly key: string; readonly label: string }[],
  plain: (name: string) => string,
): KnownFields {
  const own = new Map(
    library.flatMap(
      ({ key, label }) =>
        [
          [plain(label), key],
          [plain(key), key],
        ] as const,
    ),
  );
  return (name) => {
    const usual = fieldCalled(name);
    if (usual !== undefined && !usual.includes(' ')) return usual.replace(/^address\./, '');
    return own.get(plain(name));
  };
}
