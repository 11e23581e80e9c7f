/** The one thing that decisions need of Node: a hash. Same text, same hash; nothing is read, nothing is kept. */
import { createHash } from 'node:crypto';

/** SHA-256 of the UTF-8 text, in lower-case hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
