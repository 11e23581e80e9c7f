/**
 * A tenant file's text: `${NAME}` and `${NAME:-default}` filled in from the environment, and every problem traced
 * back to the line it stands on.
 */
import { readTenantFile, tryPatternsWith, type ReadOutcome, type TenantFile } from '@sluice/contracts';
import { patternProblem, templateProblem } from '@sluice/domain';
import { LineCounter, parseDocument, visit, type Document } from 'yaml';
import { Problem } from '@sluice/local';

/** A tenant file as it was read. */
export interface ReadTenantText {
  readonly file: TenantFile;
  /** Throws a {@link Problem} that names the line of each `path: problem`. */
  readonly refuse: (problems: readonly string[]) => never;
}

/** Reads a tenant file; a {@link Problem} names line and field of everything that is wrong. */
export function readTenantText(
  text: string,
  fileName: string,
  env: Readonly<Record<string, string | undefined>>,
): ReadTenantText {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    const told = document.errors.map(
      ({ message, pos }) => `  line ${lines.linePos(pos[0]).line}: ${message}`,
    );
    throw new Problem(`${fileName} is not valid YAML; nothing was changed:\n${told.join('\n')}`);
  }
  expand(document, env);
  const read = tried(readTenantFile(document.toJS()));
  const refuse = (problems: readonly string[]): never => {
    const told = problems.map((problem) => {
      const path = problem.slice(0, problem.indexOf(':')).split('.');
      return `  line ${lineOf(document, path, lines)}: ${problem}`;
    });
    throw new Problem(`${fileName} cannot be applied; nothing was changed:\n${told.join('\n')}`);
  };
  return read.kind === 'valid' ? { file: read.value, refuse } : refuse(read.problems);
}

// Patterns and templates run on engines of the domain, so only here can it be tried whether they run at all.
tryPatternsWith(patternProblem);

function tried(read: ReadOutcome<TenantFile>): ReadOutcome<TenantFile> {
  if (read.kind === 'invalid') return read;
  const problems = read.value.deliveryEndpoints.flatMap(({ format, template }, index) => {
    const problem = format === 'liquid' && template !== undefined ? templateProblem(template) : undefined;
    return problem === undefined ? [] : [`deliveryEndpoints.${index}.template: ${problem}`];
  });
  return problems.length > 0 ? { kind: 'invalid', problems } : read;
}

const PLACEHOLDER = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

// A variable that is unset or empty gives its default, or nothing.
function expandPlaceholders(text: string, env: Readonly<Record<string, string | undefined>>): string {
  return text.replace(
    PLACEHOLDER,
    (_whole, name: string, fallback: string | undefined) => env[name] || (fallback ?? ''),
  );
}

function expand(document: Document, env: Readonly<Record<string, string | undefined>>): void {
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'string') node.value = expandPlaceholders(node.value, env);
    },
  });
}

// A missing field has no line of its own; its nearest parent that is there has.
function lineOf(document: Document, path: readonly string[], lines: LineCounter): number {
  for (let length = path.length; length > 0; length -= 1) {
    const steps = path.slice(0, length).map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    const node = document.getIn(steps, true) as { range?: [number, number, number] | null } | undefined;
    const start = node?.range?.[0];
    if (start !== undefined) return lines.linePos(start).line;
  }
  return 1;
}
