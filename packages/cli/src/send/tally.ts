/** Counts how the rows of a file end. */
import type { RowOutcome } from './post-rows.js';
import { createRejectsWriter } from './rejects-file.js';
import type { LeadFile } from './lead-file.js';
import type { Row } from './row.js';

/** A refused row. */
export interface Refusal {
  /** Where it stands in the file, e.g. `line 7`. */
  readonly place: string;
  readonly reasons: readonly string[];
}

/** The counts so far. */
export interface Counts {
  readonly leadIds: readonly string[];
  readonly refused: number;
  /** The first refused rows in the order of the file. */
  readonly refusals: readonly Refusal[];
  readonly repeated: number;
  /** Why a row was not sent; undefined if every one so far was. */
  readonly unsentBecause: string | undefined;
}

const SHOWN_REFUSALS = 5;

/** Counts the outcomes of a file's rows and passes the refused ones to its rejects file. */
export class Tally {
  readonly #rejects;
  readonly #leadIds: string[] = [];
  #refusals: { readonly n: number; readonly refusal: Refusal }[] = [];
  #refused = 0;
  #repeated = 0;
  #unsent = 0;
  #unsentBecause: string | undefined;

  constructor(file: LeadFile) {
    this.#rejects = createRejectsWriter(file);
  }

  /** Counts a row, and returns how many have ended. */
  count(row: Row, outcome: RowOutcome): number {
    this.#rejects.settle(row, outcome.kind === 'refused' ? outcome.reasons : undefined);
    switch (outcome.kind) {
      case 'accepted':
        this.#leadIds.push(outcome.leadId);
        break;
      case 'refused':
        this.#refused += 1;
        this.#show({ place: row.place, reasons: outcome.reasons }, row.n);
        break;
      case 'repeated':
        this.#repeated += 1;
        break;
      case 'unsent':
        this.#unsent += 1;
        this.#unsentBecause ??= outcome.reason;
    }
    return this.#leadIds.length + this.#refused + this.#repeated + this.#unsent;
  }

  /** Says why the rows that were not tried were not sent. */
  halt(reason: string): void {
    this.#unsentBecause = reason;
  }

  /** The counts, and the path of the rejects file. @throws Problem if that could not be written */
  finish(): Counts & { readonly rejectsFile: string | undefined } {
    return {
      leadIds: this.#leadIds,
      refused: this.#refused,
      refusals: this.#refusals.map(({ refusal }) => refusal),
      repeated: this.#repeated,
      unsentBecause: this.#unsentBecause,
      rejectsFile: this.#rejects.finish(),
    };
  }

  // Rows end in any order.
  #show(refusal: Refusal, n: number): void {
    this.#refusals = [...this.#refusals, { n, refusal }]
      .sort((one, other) => one.n - other.n)
      .slice(0, SHOWN_REFUSALS);
  }
}
