/** The section of a message that carries documents next to the command. */
import { serialize } from 'bson';

/** The section as drivers write it: kind, length, name, documents. */
export function documentSequence(identifier: string, documents: readonly object[]): Buffer {
  const payload = Buffer.concat([
    Buffer.from(`${identifier}\0`),
    ...documents.map((document) => serialize(document)),
  ]);
  const head = Buffer.from([1, 0, 0, 0, 0]);
  head.writeInt32LE(4 + payload.length, 1);
  return Buffer.concat([head, payload]);
}
