/** The search of the short lists, whose items are compared one by one. */
import { comparableText } from '@sluice/domain';

/** Whether one of the texts contains what is searched for, in any spelling; one without visible characters finds nothing. */
export function foundBy(search: string | undefined, texts: readonly string[]): boolean {
  if (search === undefined) return true;
  const wanted = comparableText(search);
  return wanted !== '' && texts.some((text) => comparableText(text).includes(wanted));
}
