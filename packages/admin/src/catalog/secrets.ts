/**
 * Secrets of a tenant file: masked in every answer, and restored in an uploaded file whose mark says that they stay.
 */
import { isObject, SECRET_MARK, sections } from '@sluice/contracts';
import { maskedHeaders, maskedTemplate, maskedUrl } from '../lead-timeline/mask-secrets.js';
import type { LiveFile } from './live-file.js';

const secretFields: readonly string[] = ['secret', 'previousSecret'];

/**
 * The value without its secrets: signing secrets, headers, and credentials in URLs and templates.
 */
export function withoutSecrets<T>(value: T, name = ''): T {
  return masked(value, name) as T;
}

function masked(value: unknown, name: string): unknown {
  if (typeof value === 'string') return maskedText(value, name);
  if (Array.isArray(value)) return value.map((each) => masked(each, name));
  if (!isObject(value)) return value;
  if (name === 'headers') return maskedHeaders(value as Readonly<Record<string, string>>);
  return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, masked(each, field)]));
}

function maskedText(text: string, name: string): string {
  if (secretFields.includes(name)) return SECRET_MARK;
  if (name === 'template') return maskedTemplate(text);
  return /^https?:\/\//i.test(text) ? maskedUrl(text) : text;
}

/**
 * Replaces each masked value in `document`, in place, with the stored secret that {@link withoutSecrets} masked.
 * Returns a `path: problem` for each mark that matches no stored secret.
 */
export function restoreSecrets(document: unknown, live: LiveFile | undefined): readonly string[] {
  const problems: string[] = [];
  if (!isObject(document)) return problems;
  restoreIn(document['settings'], { live: live?.settings, path: ['settings'] }, problems);
  keepNamed(document['secrets'], live?.secrets ?? {}, problems);
  for (const { section, id } of sections) {
    const things: unknown = document[section];
    if (!Array.isArray(things)) continue;
    for (const [index, thing] of (things as readonly unknown[]).entries()) {
      const found = isObject(thing) ? live?.[section].find((each) => each[id] === thing[id]) : undefined;
      restoreIn(thing, { live: found, path: [section, String(index)] }, problems);
    }
  }
  return problems;
}

// A named secret whose value is only marked is left out: what a file does not mention stays.
function keepNamed(named: unknown, live: NonNullable<LiveFile['secrets']>, problems: string[]): void {
  if (!isObject(named)) return;
  for (const [name, value] of Object.entries(named)) {
    if (typeof value !== 'string' || !value.includes(SECRET_MARK)) continue;
    if (value === SECRET_MARK && Object.hasOwn(live, name)) delete named[name];
    else problems.push(`secrets.${name}: ${NOTHING_TO_KEEP}`);
  }
}

interface Beside {
  readonly live: unknown;
  readonly path: readonly string[];
}

function restoreIn(holder: unknown, { live, path }: Beside, problems: string[]): void {
  if (typeof holder !== 'object' || holder === null) return;
  const shown = withoutSecrets(live, path.at(-1));
  for (const [name, value] of Object.entries(holder)) {
    const beside = { live: partOf(live, name), path: [...path, name] };
    if (typeof value !== 'string') restoreIn(value, beside, problems);
    else if (value.includes(SECRET_MARK)) {
      if (value === partOf(shown, name)) (holder as Fields)[name] = beside.live;
      else problems.push(`${beside.path.join('.')}: ${NOTHING_TO_KEEP}`);
    }
  }
}

const NOTHING_TO_KEEP = `${SECRET_MARK} keeps a stored secret, but no secret is stored here; write the secret out`;

type Fields = Record<string, unknown>;

function partOf(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null && Object.hasOwn(of, name) ? (of as Fields)[name] : undefined;
}
