/** Where a value stands in an item, by the labels of its form. */
import { labelOf } from '@sluice/contracts/words';
import type { Path } from './values.js';

/** The place of a value in words: "Caps and budgets 1 › Leads". */
export function placeInWords(path: Path): string {
  const words = path.map((key) => (typeof key === 'number' ? ` ${key + 1}` : ` › ${labelOf(key)}`));
  return words.join('').replace(' › ', '') || 'The whole';
}
