/** Reads the beginning of an answer's body and drops the rest, however long it is. */
import { StringDecoder } from 'node:string_decoder';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const maxReadBytes = 64 * 1024;
const maxKeptBytes = 20 * 1024;

/** The beginning of a body: once as long as response rules may read, once as long as it is stored. */
export interface BodyStart {
  readonly bodyRead: string;
  readonly body: string;
  readonly truncated: boolean;
}

/** Consumes a body as it arrives. */
export interface BodyReader {
  /** Resolves once enough is read, or at the end; rejects if the body is not in its declared encoding. */
  readonly start: Promise<BodyStart>;
  push(chunk: Buffer): void;
  end(): void;
}

const decoders: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Reads at most 64 kB of a body (after decompression, if `encoding` is known) and keeps at most 20 kB, both cut between
 * characters.
 */
export function readBodyStart(encoding: string): BodyReader {
  const plain = readPlainStart();
  const decoder = decoders[encoding.trim().toLowerCase()]?.();
  if (!decoder) return plain;
  const start = new Promise<BodyStart>((resolve, reject) => {
    decoder
      .on('data', (chunk: Buffer) => plain.push(chunk))
      .once('end', () => plain.end())
      .once('error', reject);
    void plain.start.then((read) => {
      decoder.destroy();
      resolve(read);
    });
  });
  return {
    start,
    push: (chunk) => void (decoder.destroyed || decoder.write(chunk)),
    end: () => void (decoder.destroyed || decoder.end()),
  };
}

function readPlainStart(): BodyReader {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let resolve: (start: BodyStart) => void = () => undefined;
  const start = new Promise<BodyStart>((settle) => (resolve = settle));
  const end = () => resolve(startOf(Buffer.concat(chunks)));
  return {
    start,
    push(chunk) {
      if (bytes > maxReadBytes) return;
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxReadBytes) end();
    },
    end,
  };
}

function startOf(whole: Buffer): BodyStart {
  const read = whole.subarray(0, maxReadBytes);
  const truncated = whole.length > maxReadBytes;
  const bodyRead = truncated ? textOf(read) : read.toString('utf8');
  const body = read.length > maxKeptBytes ? textOf(read.subarray(0, maxKeptBytes)) : bodyRead;
  return { bodyRead, body, truncated };
}

// A character that is cut in two is left out.
function textOf(bytes: Buffer): string {
  return new StringDecoder('utf8').write(bytes);
}
