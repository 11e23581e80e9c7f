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
  const names = Object.keys(getValues());
  const others = details.filter((line) => {
    const name = names.find((each) => line.startsWith(each) && /[:.[]/.test(line.charAt(each.length)));
    if (name === undefined) return true;
    const problem = line.slice(name.length).replace(/^[:.] ?/, '');
    setError(name as never, { message: problem }, { shouldFocus: true });
    return false;
  });
  if (others.length > 0 || details.length === 0)
    setError('root', { message: [message, ...others].join(' · ') });
}
