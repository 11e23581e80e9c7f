/**
 * Reads the beginning of an answer's body and drops the rest, however long it is. A body that breaks off is read as far
 * as it came: the status that arrived before it stands.
 */
import { StringDecoder } from 'node:string_decoder';
import { decodeInto, type BodySink } from './content-codings.js';
import { decodeBody } from './decode-body.js';
import type { FailureReason } from './outbound-answer.js';

const maxReadBytes = 64 * 1024;
const maxKeptBytes = 20 * 1024;

/** The beginning of a body: once as long as response rules may read, once as long as it is stored. */
export interface BodyStart {
  readonly bodyRead: string;
  readonly body: string;
  readonly truncated: boolean;
  /** Why the body could not be read to its end, or to the size limit. */
  readonly bodyProblem?: FailureReason;
}

/** The headers that say how a body is to be read. */
export interface BodyHeaders {
  readonly contentEncoding: string;
  readonly contentType: string;
}

/** Consumes a body as it arrives. */
export interface BodyReader extends BodySink {
  /** Resolves once enough is read, at the end, or when the body breaks off; never rejects. */
  readonly start: Promise<BodyStart>;
}

/**
 * Reads at most 64 kB of a body (decoded, if its codings are known) and keeps at most 20 kB, both cut between
 * characters.
 */
export function readBodyStart({ contentEncoding, contentType }: BodyHeaders): BodyReader {
  const plain = readPlainStart(contentType);
  const { sink, stop } = decodeInto(plain, contentEncoding);
  if (sink === plain) return plain;
  void plain.start.then(stop);
  return { ...sink, start: plain.start };
}

function readPlainStart(contentType: string): BodyReader {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let resolve: (start: BodyStart) => void = () => undefined;
  const start = new Promise<BodyStart>((settle) => (resolve = settle));
  const settle = (bodyProblem?: FailureReason) =>
    resolve(startOf(Buffer.concat(chunks), contentType, bodyProblem));
  return {
    start,
    push(chunk) {
      if (bytes > maxReadBytes) return;
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxReadBytes) settle();
    },
    end: () => settle(),
    breakOff: settle,
  };
}

function startOf(whole: Buffer, contentType: string, bodyProblem: FailureReason | undefined): BodyStart {
  const bytes = whole.subarray(0, maxReadBytes);
  const truncated = whole.length > maxReadBytes;
  const bodyRead = decodeBody({ bytes, contentType, isCut: truncated || bodyProblem !== undefined });
  return { bodyRead, body: keptOf(bodyRead), truncated, bodyProblem };
}

function keptOf(text: string): string {
  // No character takes more than three bytes per unit.
  if (text.length * 3 <= maxKeptBytes) return text;
  // A character that is cut in two is left out.
  return new StringDecoder('utf8').write(Buffer.from(text, 'utf8').subarray(0, maxKeptBytes));
}
