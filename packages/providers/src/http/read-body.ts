/**
 * Reads the beginning of an answer's body and drops the rest, however long it is. A body that breaks off is read as far
 * as it came: the status that arrived before it stands.
 */
import { StringDecoder } from 'node:string_decoder';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
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
export interface BodyReader {
  /** Resolves once enough is read, at the end, or when the body breaks off; never rejects. */
  readonly start: Promise<BodyStart>;
  push(chunk: Buffer): void;
  end(): void;
  /** The rest of the body will not come. */
  readonly breakOff: (problem: FailureReason) => void;
}

const decoders: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Reads at most 64 kB of a body (after decompression, if its encoding is known) and keeps at most 20 kB, both cut
 * between characters.
 */
export function readBodyStart({ contentEncoding, contentType }: BodyHeaders): BodyReader {
  const plain = readPlainStart(contentType);
  const decoder = decoders[contentEncoding.trim().toLowerCase()]?.();
  if (!decoder) return plain;
  let isEmpty = true;
  decoder
    .on('data', (chunk: Buffer) => plain.push(chunk))
    .once('end', () => plain.end())
    .once('error', () => plain.breakOff('malformed'));
  void plain.start.then(() => decoder.destroy());
  return {
    start: plain.start,
    push(chunk) {
      isEmpty &&= chunk.length === 0;
      if (!decoder.destroyed) decoder.write(chunk);
    },
    end() {
      // Nothing at all is no broken archive: the answer has no body.
      if (isEmpty) plain.end();
      else if (!decoder.destroyed) decoder.end();
    },
    breakOff: (problem) => plain.breakOff(problem),
  };
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
  return { bodyRead, body: keptOf(bodyRead), truncated, ...(bodyProblem !== undefined && { bodyProblem }) };
}

function keptOf(text: string): string {
  // No character takes more than three bytes per unit.
  if (text.length * 3 <= maxKeptBytes) return text;
  // A character that is cut in two is left out.
  return new StringDecoder('utf8').write(Buffer.from(text, 'utf8').subarray(0, maxKeptBytes));
}
