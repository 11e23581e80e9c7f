/** A row of a file of leads, in either format. */
import type { Fields } from './lead-body.js';

/** One row of the file. */
export interface Row {
  /** 1 for the first. */
  readonly n: number;
  /** The last line of the row in the file. */
  readonly line: number;
  readonly fields: Fields;
  /** Why the row is not worth sending; empty if it is. */
  readonly problems: readonly string[];
}
