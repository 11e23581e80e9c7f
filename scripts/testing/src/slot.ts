import type { Slot } from '@sluice/store';

/** A place in counts under an opening of its own. */
export function slot(name: string): Slot {
  return { name, opening: `opening of ${name}` };
}
