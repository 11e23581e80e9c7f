/** Reads ledgers with one JSON object per line. */
import { readFileSync } from 'node:fs';

/** The lines of `file`, in the order in which they were written; empty if there is no file. */
export function readLedger<Line>(file: string): Line[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  // Text after the last line break is an incomplete line.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}
