/** Reads ledgers of one JSON object a line. */
import { readFileSync } from 'node:fs';

/** The lines of `file`, in the order in which they were written; none when there is no file. */
export function readLedger<Line>(file: string): Line[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  // What stands behind the last line break was cut off in the middle.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}
