/** The only function of Node that decisions need: a hash. The same text gives the same hash, without side effects. */
import { createHash } from 'node:crypto';

/** SHA-256 of the UTF-8 text, in lower-case hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
