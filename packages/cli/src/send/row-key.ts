/** The identity of a row: its content and its campaign. */
import { hash } from 'node:crypto';

/**
 * The Idempotency-Key of a row's body (`leadBody`), which the gateway knows for a day. The file does not matter, nor its
 * format or the row's place in it, so that a file that was corrected, sorted or saved anew sells nobody twice.
 */
export function rowKey(body: Readonly<Record<string, unknown>>): string {
  return `send.${hash('sha256', JSON.stringify(body), 'base64url')}`;
}
