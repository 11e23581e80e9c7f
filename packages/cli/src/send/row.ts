/** A row of a file of leads, whatever its format. */
import type { Fields } from './lead-body.js';

/** One row of the file. */
export interface Row {
  /** 1 for the first. */
  readonly n: number;
  /** The line it ends on, for people to find it. */
  readonly line: number;
  readonly fields: Fields;
  /** Why it is not worth sending; empty when it is. */
  readonly problems: readonly string[];
}
