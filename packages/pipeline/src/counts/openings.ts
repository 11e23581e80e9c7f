/**
 * The openings under which this process opens names in counts. Leads of one moment share one, since a count costs by
 * openings; a lead that is decided again gets another one, so that what an earlier try left is never taken for it.
 */
import { randomUUID } from 'node:crypto';

/** As many as a batch has. */
const NAMES_OF_ONE = 64;

/** The openings of one process. */
export class Openings {
  #opening = randomUUID();
  readonly #names = new Set<string>();

  /** The opening for the next try of this name. */
  next(name: string): string {
    if (this.#names.size >= NAMES_OF_ONE || this.#names.has(name)) {
      this.#opening = randomUUID();
      this.#names.clear();
    }
    this.#names.add(name);
    return this.#opening;
  }
}
