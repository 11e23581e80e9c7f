/** Compares a part of a file with what the table of services says it must contain. */

/** A value at a path must satisfy this; its text completes "is …, not …". */
export class Rule {
  constructor(
    readonly text: string,
    readonly holds: (found: unknown) => boolean,
  ) {}
}

/**
 * One sentence for each place where `found` lacks something of `expected`: objects may have more, except that their
 * fields must be exactly those of `expected` where it has the field {@link exactly}.
 */
export function differences(where: string, found: unknown, expected: unknown): string[] {
  if (expected instanceof Rule) {
    return expected.holds(found) ? [] : [`${where} is ${said(found)}, not ${expected.text}.`];
  }
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) {
    return said(found) === said(expected) ? [] : [`${where} is ${said(found)}, not ${said(expected)}.`];
  }
  if (found === undefined && Object.values(expected).some((one) => one !== undefined))
    return [`${where} is missing.`];
  const fields = typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
  const unknown = exactly in expected ? Object.keys(fields).filter((name) => !(name in expected)) : [];
  return [
    ...Object.entries(expected).flatMap(([name, value]) =>
      differences(`${where} ${name}`, fields[name], value),
    ),
    ...unknown.map((name) => `${where} ${name} is not known.`),
  ];
}

/** Marks an expected object that lists all fields. */
export const exactly = Symbol('exactly');

function said(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value);
}

/** Anything. */
export const isSet = new Rule('set', (found) => found !== undefined && found !== null);

/** A number, or a text that begins with one, such as `40s`. */
export const atLeast = (least: number): Rule =>
  new Rule(`at least ${least}`, (found) => Number.parseFloat(String(found)) >= least);

/** After giving up by itself, a process needs a moment to report it before it is killed. */
export const MARGIN_SECONDS = 5;
