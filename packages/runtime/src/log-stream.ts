/**
 * Where log lines go: to standard output, all that one turn of the event loop brings in one write. A write of its own
 * for every line would be the dearest part of a small request.
 */
import { Writable } from 'node:stream';

/** A stream that passes lines on to `write`, gathered by turn. */
export function gatheredLines(write: (text: string) => void): Writable {
  let gathered = '';

  function flush(): void {
    const text = gathered;
    gathered = '';
    if (text !== '') write(text);
  }

  // What the last turn brought before the process ends is still said.
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
