/**
 * Makes `w: "majority"` durable. On a single server the majority is that server, but this engine acknowledges such a
 * write before journaling it, whatever `j` says, so a crash loses acknowledged writes. With `w: 1, j: true` it waits
 * for the journal, so the first is replaced with the second before the engine sees it.
 */
import { deserialize, serialize, type Document } from 'bson';

/**
 * Returns the element `writeConcern` with a majority replaced by this server and its journal; an explicit `j: false`
 * is kept.
 * @param concern the BSON document of the command's `writeConcern`.
 * @returns undefined if nothing is to be changed, or the engine has to refuse it.
 */
export function journalMajority(concern: Buffer): Buffer | undefined {
  const fields = decoded(concern);
  if (fields?.['w'] !== 'majority') return undefined;
  const command = serialize({ writeConcern: { ...fields, w: 1, j: (fields['j'] as unknown) ?? true } });
  // The element without the length before it and the end of the document behind it.
  return Buffer.from(command.buffer, command.byteOffset + 4, command.length - 5);
}

/** Numbers keep their types. */
function decoded(concern: Buffer): Document | undefined {
  try {
    return deserialize(concern, { promoteValues: false });
  } catch {
    return undefined;
  }
}
