/** Reads the beginning of an answer's body and drops the rest, however much of it there is. */
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

const maxReadBytes = 64 * 1024;
const maxKeptBytes = 20 * 1024;

/** The beginning of a body, once as long as it may be judged by and once as long as it is kept. */
export interface BodyStart {
  readonly bodyRead: string;
  readonly body: string;
  readonly truncated: boolean;
}

/**
 * Reads at most 64 kB (after decompression) and keeps at most 20 kB, both cut between characters.
 * Destroys the stream, and with it the socket, as soon as there is more. Rejects when the body breaks off.
 */
export function readBodyStart(stream: Readable): Promise<BodyStart> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = () => {
      const whole = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
      const read = whole.subarray(0, maxReadBytes);
      const truncated = whole.length > maxReadBytes;
      const bodyRead = truncated ? textOf(read) : read.toString('utf8');
      const body = read.length > maxKeptBytes ? textOf(read.subarray(0, maxKeptBytes)) : bodyRead;
      resolve({ bodyRead, body, truncated });
    };
    stream.on('data', (chunk: Buffer) => {
      if (bytes > maxReadBytes) return;
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes <= maxReadBytes) return;
      finish();
      stream.destroy();
    });
    stream.once('end', finish);
    stream.on('error', reject);
    stream.once('close', () => {
      if (!stream.readableEnded && bytes <= maxReadBytes) reject(new BodyBrokeOff());
    });
  });
}

// A cut through the middle of a character leaves that character out.
function textOf(bytes: Buffer): string {
  return new StringDecoder('utf8').write(bytes);
}

/** The stream ended without having been read to its end. */
class BodyBrokeOff extends Error {
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE';
}
