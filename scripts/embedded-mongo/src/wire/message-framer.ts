/**
 * Splits a connection's byte stream into whole wire messages. A message that arrives in one chunk is not copied; a
 * larger one is assembled in a single allocation, so its cost depends on its size and not on the number of chunks.
 */
import { HEADER_BYTES, MAX_MESSAGE_BYTES } from './message.js';

const EMPTY = Buffer.alloc(0);

/** The unfinished message of one connection. */
export class MessageFramer {
  /** Bytes whose message length is not known yet: always fewer than four. */
  #lengthBytes: Buffer = EMPTY;
  #partial: Buffer | undefined;
  #filled = 0;

  /**
   * Appends to `messages` every message that `chunk` completes, in order. The messages are views of memory that nothing
   * writes anymore.
   * @throws RangeError for a length that no server accepts; the connection cannot be read any further.
   */
  push(chunk: Buffer, messages: Buffer[]): void {
    let rest = this.#fillPartial(chunk, messages);
    if (rest.length === 0) return;
    if (this.#lengthBytes.length > 0) {
      rest = Buffer.concat([this.#lengthBytes, rest]);
      this.#lengthBytes = EMPTY;
    }
    while (rest.length >= 4) {
      const messageBytes = checkedLength(rest);
      if (rest.length < messageBytes) {
        this.#partial = Buffer.allocUnsafeSlow(messageBytes);
        this.#filled = rest.copy(this.#partial);
        return;
      }
      messages.push(rest.subarray(0, messageBytes));
      rest = rest.subarray(messageBytes);
    }
    this.#lengthBytes = rest;
  }

  /** Completes the current message and returns the remaining bytes of the chunk. */
  #fillPartial(chunk: Buffer, messages: Buffer[]): Buffer {
    const partial = this.#partial;
    if (partial === undefined) return chunk;
    const taken = chunk.copy(partial, this.#filled);
    this.#filled += taken;
    if (this.#filled < partial.length) return EMPTY;
    this.#partial = undefined;
    messages.push(partial);
    return chunk.subarray(taken);
  }
}

function checkedLength(bytes: Buffer): number {
  const messageBytes = bytes.readInt32LE(0);
  if (messageBytes < HEADER_BYTES || messageBytes > MAX_MESSAGE_BYTES) {
    throw new RangeError(`a message of ${messageBytes} bytes`);
  }
  return messageBytes;
}
