/** Submits a form, and shows in it why the call was refused. */
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { asProblem } from '../api/problem.js';

type Form<Typed extends FieldValues, Read> = UseFormReturn<Typed, unknown, Read>;

/** A handler that passes what the form's schema reads to `run`; nothing happens while an earlier call runs. */
export function submit<Typed extends FieldValues, Read>(
  form: Form<Typed, Read>,
  run: (read: Read) => Promise<unknown>,
) {
  const { isSubmitting } = form.formState;
  const handle = form.handleSubmit(async (read) => {
    try {
      await run(read);
    } catch (error) {
      showRefusal(form, error);
    }
  });
  return async (event?: { preventDefault(): void }): Promise<void> => {
    event?.preventDefault();
    if (!isSubmitting) await handle();
  };
}

// What names a field is shown beside that field, the rest by `FormProblem`.
function showRefusal<Typed extends FieldValues, Read>(
  { setError, getValues }: Form<Typed, Read>,
  error: unknown,
): void {
  const { message, details } = asProblem(error);
  const names = new Set(namesIn(getValues()));
  const others = details.filter((line) => {
    const name = deepestName(line, names);
    if (name === undefined) return true;
    setError(name as never, { message: problemOf(line, name) }, { shouldFocus: true });
    return false;
  });
  if (others.length > 0 || details.length === 0)
    setError('root', { message: [message, ...others].join(' · ') });
}

/** The deepest of the names that a line of the server's problems begins with: `limits.0` of `limits.0.cap: is required`. */
export function deepestName(line: string, names: ReadonlySet<string>): string | undefined {
  let found: string | undefined;
  for (const { index } of line.matchAll(/[:.[]/g)) {
    if (names.has(line.slice(0, index))) found = line.slice(0, index);
  }
  return found;
}

/** What a line says of the field of that name. */
export function problemOf(line: string, name: string): string {
  return line.slice(name.length).replace(/^[:.] ?/, '');
}

/** Several problems as one text; undefined if there is none. */
export function together(...problems: readonly (string | undefined)[]): string | undefined {
  return problems.filter((each) => each !== undefined).join(' · ') || undefined;
}

// The names of a form's fields, nested ones too.
function namesIn(values: object, before = ''): readonly string[] {
  return Object.entries(values).flatMap(([key, value]: [string, unknown]) => {
    const inner = typeof value === 'object' && value !== null ? namesIn(value, `${before}${key}.`) : [];
    return [before + key, ...inner];
  });
}
