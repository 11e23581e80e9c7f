/** Parses the expiry of a new key. */
import { Problem } from '@sluice/local';

/** `expiresAt` of a new key; nothing without `--expires`. */
export function expiryOf(expires: string | undefined): { readonly expiresAt?: string } {
  if (expires === undefined) return {};
  const at = new Date(expires);
  if (Number.isNaN(at.getTime())) throw new Problem(`--expires ${expires} is not an ISO 8601 time.`, 2);
  return { expiresAt: at.toISOString() };
}
