/** The sink's account of what reached it, for runs in which processes are killed: written before it answers. */
import { closeSync, openSync, writeSync } from 'node:fs';
import type { ConversionEvent } from './conversion-events.js';

/** One line of the ledger. */
export interface LedgerLine {
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly key?: string;
  /** What is about to be answered; 0 when nothing is. */
  readonly status: number;
  readonly mode?: string;
  /** The conversion events that it tells of, when the path is an ad platform's. */
  readonly events?: readonly ConversionEvent[];
}

/** An open ledger. */
export interface Ledger {
  /** Appends a line; it is with the operating system when this returns. */
  append(line: LedgerLine): void;
  close(): void;
}

/** Opens a file for appending; without a file, a ledger that keeps nothing. */
export function openLedger(file?: string): Ledger {
  if (file === undefined) return { append: () => undefined, close: () => undefined };
  const descriptor = openSync(file, 'a');
  return {
    append: (line) => void writeSync(descriptor, `${JSON.stringify(line)}\n`),
    close: () => closeSync(descriptor),
  };
}
