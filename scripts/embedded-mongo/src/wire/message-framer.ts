/**
 * Splits a connection's byte stream into whole wire messages. The chunks of a message are put together once, when it is
 * complete, so its cost depends on its size and not on the number of chunks.
 */
import { HEADER_BYTES, MAX_MESSAGE_BYTES } from './message.js';

const LENGTH_BYTES = 4;

/** The unfinished message of one connection. */
export class MessageFramer {
  #chunks: Buffer[] = [];
  #bytes = 0;
  /** How many bytes are awaited: the length of the next message, or until that is known the bytes that tell it. */
  #awaited = LENGTH_BYTES;

  /**
   * Appends to `messages` every message that `chunk` completes, in order. The messages are views of memory that nothing
   * writes anymore.
   * @throws RangeError for a length that no server accepts; the connection cannot be read any further.
   */
  push(chunk: Buffer, messages: Buffer[]): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    while (this.#bytes >= this.#awaited) {
      const [first = chunk, ...others] = this.#chunks;
      let rest = others.length === 0 ? first : Buffer.concat(this.#chunks);
      if (this.#awaited === LENGTH_BYTES) {
        this.#awaited = checkedLength(rest);
      } else {
        messages.push(rest.subarray(0, this.#awaited));
        rest = rest.subarray(this.#awaited);
        this.#awaited = LENGTH_BYTES;
      }
      this.#chunks = [rest];
      this.#bytes = rest.length;
    }
  }
}

function checkedLength(bytes: Buffer): number {
  const messageBytes = bytes.readInt32LE(0);
  if (messageBytes < HEADER_BYTES || messageBytes > MAX_MESSAGE_BYTES) {
    throw new RangeError(`a message of ${messageBytes} bytes`);
  }
  return messageBytes;
}
