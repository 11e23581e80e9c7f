/** Shows in a form why a call was refused: what names a field beside that field, the rest above the buttons. */
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { asProblem } from '../api/problem.js';

export function showRefusal<Typed extends FieldValues, Read>(
  { setError, getValues }: Pick<UseFormReturn<Typed, unknown, Read>, 'setError' | 'getValues'>,
  error: unknown,
): void {
  const { message, details } = asProblem(error);
  const names = Object.keys(getValues());
  const others = details.filter((line) => {
    const name = names.find((each) => line.startsWith(each) && /[:.[]/.test(line.charAt(each.length)));
    if (name === undefined) return true;
    setError(
      name as never,
      { message: line.slice(name.length).replace(/^[:.] ?/, '') },
      { shouldFocus: true },
    );
    return false;
  });
  if (others.length > 0 || details.length === 0)
    setError('root', { message: [message, ...others].join(' · ') });
}
