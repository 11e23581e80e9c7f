/** Our id of a message that a vendor told us about. */
import { createHash } from 'node:crypto';

/** Derived from the vendor's id, so that a repeated message gets the same id here. */
export function ownMessageId(provider: string, vendorMessageId: string): `msg_${string}` {
  const hash = createHash('sha256').update(`${provider}/${vendorMessageId}`).digest('hex');
  return `msg_${hash.slice(0, 26).toUpperCase()}`;
}
