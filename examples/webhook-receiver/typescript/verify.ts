/** Says whether a webhook is Sluice's: signed with your secret, as Standard Webhooks 1.0.0 says, in the last five minutes. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** `secret` is `whsec_…`; `body` is what arrived, byte for byte, before it is parsed. */
export function isGenuine(secret: string, headers: IncomingHttpHeaders, body: Buffer): boolean {
  const id = String(headers['webhook-id']);
  const timestamp = String(headers['webhook-timestamp']);
  const ageSeconds = Date.now() / 1_000 - Number(timestamp);
  if (!(Math.abs(ageSeconds) <= 300)) return false;

  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  // Several, separated by spaces, while a secret is replaced: one that matches is enough.
  return String(headers['webhook-signature'])
    .split(' ')
    .map((signature) => Buffer.from(signature.replace(/^v1,/, ''), 'base64'))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}
