/** Undoes the codings of an answer's body, as its header `Content-Encoding` lists them. */
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  type BrotliDecompress,
  type Gunzip,
  type Inflate,
} from 'node:zlib';
import type { FailureReason } from './outbound-answer.js';

/** Takes the bytes of a body as they arrive. */
export interface BodySink {
  push(chunk: Buffer): void;
  end(): void;
  /** The rest of the body will not come. */
  readonly breakOff: (problem: FailureReason) => void;
}

/** More were never meant. */
const MOST_CODINGS = 3;

const decoders: Readonly<Record<string, (begin: Buffer) => Gunzip | Inflate | BrotliDecompress>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  // Servers send it with the header of zlib, as the standard says, and without.
  deflate: (begin) => (isZlib(begin) ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
};

// The method of compression, which a raw body cannot have there.
function isZlib([first = 0]: Buffer): boolean {
  return (first & 0x0f) === 8;
}

/** A body that is being decoded. */
export interface Decoding {
  /** Takes the body as it was sent. */
  readonly sink: BodySink;
  /** No more is wanted. */
  readonly stop: () => void;
}

/** Decodes a body into `plain`. What is in none of the known codings is passed on as it came. */
export function decodeInto(plain: BodySink, contentEncoding: string): Decoding {
  const known = contentEncoding
    .toLowerCase()
    .split(',')
    .flatMap((coding) => decoders[coding.trim()] ?? []);
  if (known.length > MOST_CODINGS) return { sink: plain, stop: () => undefined };
  // The first of the list was applied first, so it is undone last.
  return known.reduce<Decoding>(
    (next, create) => {
      const { sink, stop } = decodedBy(create, next.sink);
      return {
        sink,
        stop: () => {
          stop();
          next.stop();
        },
      };
    },
    { sink: plain, stop: () => undefined },
  );
}

function decodedBy(create: (typeof decoders)[string], next: BodySink): Decoding {
  let decoder: ReturnType<typeof create> | undefined;
  const begun = (begin: Buffer) =>
    create(begin)
      .on('data', (chunk: Buffer) => next.push(chunk))
      .once('end', () => next.end())
      .once('error', () => next.breakOff('answer_malformed'));
  return {
    sink: {
      push(chunk) {
        if (chunk.length === 0) return;
        decoder ??= begun(chunk);
        if (!decoder.destroyed) decoder.write(chunk);
      },
      end() {
        // Nothing at all is no broken archive: the answer has no body.
        if (!decoder) next.end();
        else if (!decoder.destroyed) decoder.end();
      },
      breakOff: (problem) => next.breakOff(problem),
    },
    stop: () => decoder?.destroy(),
  };
}
