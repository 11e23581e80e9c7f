/**
 * Writes log lines to standard output, all lines of one event loop turn in one write. A separate write per line would
 * be the most expensive part of a small request.
 */
import { Writable } from 'node:stream';

/** A stream that passes lines on to `write`, gathered per event loop turn. */
export function gatheredLines(write: (text: string) => void): Writable {
  let gathered = '';

  function flush(): void {
    const text = gathered;
    gathered = '';
    if (text !== '') write(text);
  }

  // Lines of the last turn before the process ends must still be written.
  process.on('exit', flush);
  return new Writable({
    decodeStrings: false,
    write(line: string, _encoding, done) {
      if (gathered === '') setImmediate(flush);
      gathered += line;
      done();
    },
  });
}
