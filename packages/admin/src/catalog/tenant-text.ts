/**
 * A tenant file's text: `${NAME}` and `${NAME:-default}` are filled in, masked secrets are restored from the stored
 * ones, and every problem is traced to its line.
 */
import {
  ApiError,
  strictestSettings,
  tenantIdSchema,
  trimInvisible,
  type ReadSettings,
  type TenantFile,
} from '@sluice/contracts';
import { LineCounter, parseDocument, visit, type Document } from 'yaml';
import { changedNumbers } from './changed-numbers.js';
import { pathOf, readTenantDocument, type Complete, type ReadTenantDocument } from './tenant-document.js';

/** A tenant file as it was uploaded. */
export interface UploadedFile {
  /** YAML or JSON. */
  readonly file: string;
  /** The values of `${NAME}` placeholders. */
  readonly values?: Readonly<Record<string, string | undefined>> | undefined;
}

/** A tenant file after reading. */
export interface ReadTenantText extends ReadTenantDocument {
  /** Names of `${NAME}` placeholders without a value or default. */
  readonly unfilled: readonly string[];
  /** Throws a VALIDATION_ERROR that names the line of each `path: problem`. */
  readonly refuse: (problems: readonly string[]) => never;
}

const nothingToComplete: Complete = () => [];

/**
 * Reads a tenant file. Its patterns are tried with the engine, whoever applies it.
 * @throws ApiError VALIDATION_ERROR with line and field of every problem
 */
export function readTenantText(
  { file: text, values = {} }: UploadedFile,
  complete: Complete = nothingToComplete,
  settings: ReadSettings = strictestSettings,
): ReadTenantText {
  refuseUnreadable(text);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    const details = document.errors.map(
      ({ message, pos }) => `line ${lines.linePos(pos[0]).line}: ${message}`,
    );
    throw new ApiError('VALIDATION_ERROR', {
      message: 'The tenant file is not valid YAML; nothing was changed',
      details,
    });
  }
  const unfilled = expand(document, values);
  const changed = changedNumbers(document);
  const reported = new Set(changed.map(({ problem }) => pathOf(problem)));
  const refuse = (problems: readonly string[]): never => {
    const others = problems.filter((problem) => !reported.has(pathOf(problem)));
    throw new ApiError('VALIDATION_ERROR', {
      message: 'The tenant file cannot be applied; nothing was changed',
      details: [
        ...changed.map(({ offset, problem }) => `line ${lines.linePos(offset).line}: ${problem}`),
        ...others.map((problem) => `line ${lineOf(document, pathOf(problem).split('.'), lines)}: ${problem}`),
      ],
    });
  };
  const read = readTenantDocument(plainOf(document), complete, settings, refuse);
  return changed.length > 0 ? refuse([]) : { ...read, unfilled, refuse };
}

// A program that decoded the file without care has put this character in place of what it could not read.
function refuseUnreadable(text: string): void {
  const before = text.slice(0, text.indexOf('\uFFFD') + 1);
  if (before === '') return;
  throw new ApiError('VALIDATION_ERROR', {
    message: 'The tenant file cannot be read; nothing was changed',
    details: [
      `line ${before.split('\n').length}: holds a character that could not be read; save the file as UTF-8`,
    ],
  });
}

// Here the parser refuses aliases that would expand without bound.
function plainOf(document: Document): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new ApiError('VALIDATION_ERROR', {
      message: `The tenant file cannot be read: ${(error as Error).message}; nothing was changed`,
    });
  }
}

const PLACEHOLDER = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/** The names of the `${NAME}` placeholders in a text. */
export function placeholderNames(text: string): readonly string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map((match) => match[1] as string))];
}

/**
 * The id of the tenant in a file. A file without a valid id gets an id that no file can have, so that reading it
 * reports the problem.
 */
export function tenantNamedIn(uploaded: UploadedFile): string {
  const named = tenantIdSchema.safeParse(filled(uploaded).get('tenantId'));
  return named.success ? named.data : NO_TENANT;
}

const NO_TENANT = '-';

/** The code of the first campaign in a valid file that takes leads; undefined if there is none. */
export function campaignNamedIn(uploaded: UploadedFile): string | undefined {
  const { campaigns } = filled(uploaded).toJS() as Partial<TenantFile>;
  return campaigns?.find(({ active, archived }) => active !== false && archived !== true)?.campaignId;
}

function filled({ file, values = {} }: UploadedFile): Document {
  const document = parseDocument(file, { prettyErrors: false });
  expand(document, values);
  return document;
}

// Only own properties count, so that a name such as `constructor` gets no value from the object's prototype.
function valueOf(values: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Fills in the placeholders. Returns the names without a value or default, which become empty. */
function expand(document: Document, values: Readonly<Record<string, string | undefined>>): readonly string[] {
  const unfilled = new Set<string>();
  const filledIn = (_whole: string, name: string, fallback: string | undefined): string => {
    // A variable that was read from a file ends in a line break.
    const value = trimInvisible(valueOf(values, name) ?? '');
    if (value === '' && fallback === undefined) unfilled.add(name);
    // An empty variable counts as unset.
    return value === '' ? (fallback ?? '') : value;
  };
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'string') node.value = node.value.replace(PLACEHOLDER, filledIn);
    },
  });
  return [...unfilled];
}

// A missing field has no line; its nearest existing parent has one.
function lineOf(document: Document, path: readonly string[], lines: LineCounter): number {
  for (let length = path.length; length > 0; length -= 1) {
    const steps = path.slice(0, length).map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    const node = document.getIn(steps, true) as { range?: [number, number, number] | null } | undefined;
    const start = node?.range?.[0];
    if (start !== undefined) return lines.linePos(start).line;
  }
  return 1;
}
