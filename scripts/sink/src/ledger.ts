/** The sink's record of all requests, written before each answer, for runs in which processes are killed. */
import { closeSync, openSync, writeSync } from 'node:fs';
import type { ConversionEvent } from './conversion-events.js';

/** One line of the ledger. */
export interface LedgerLine {
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly key?: string;
  /** The status that the sink is about to answer; 0 if it does not answer. */
  readonly status: number;
  readonly mode?: string;
  /** The conversion events in the request, if the path is an ad platform's. */
  readonly events?: readonly ConversionEvent[];
}

/** An open ledger. */
export interface Ledger {
  /** Appends a line; the operating system has it when this returns. */
  append(line: LedgerLine): void;
  close(): void;
}

/** Opens a file for appending. Without a file, the ledger drops every line. */
export function openLedger(file?: string): Ledger {
  if (file === undefined) return { append: () => undefined, close: () => undefined };
  const descriptor = openSync(file, 'a');
  return {
    append: (line) => void writeSync(descriptor, `${JSON.stringify(line)}\n`),
    close: () => closeSync(descriptor),
  };
}
