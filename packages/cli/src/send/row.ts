/** A row of a file of leads, in any format. */
import type { Fields } from './lead-body.js';

/** One row of the file. */
export interface Row {
  /** 1 for the first. */
  readonly n: number;
  /** Where a person finds the row, e.g. `line 7`. */
  readonly place: string;
  readonly fields: Fields;
  /** What the rejects file repeats of the row: cells of a CSV file, or the object of a JSON file. */
  readonly source: readonly string[] | Fields;
  /** Why the row is not worth sending; empty if it is. */
  readonly problems: readonly string[];
  /** The row cannot be read at all. A file of which this is true of every row is no file of leads. */
  readonly isUnreadable?: true;
}
