/** Sends a webhook in the form of Standard Webhooks 1.0.0. */
import { Webhook } from 'standardwebhooks';
import type { OutboundAnswer, OutboundClient } from '../http/index.js';

/** One attempt at a webhook. */
export interface WebhookDelivery {
  readonly url: string;
  /** Default POST. */
  readonly method?: 'POST' | 'PUT';
  /** The campaign's own headers; they cannot replace those of the standard. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Secrets (`whsec_…`) to sign with, one signature each: two during a rotation, none for an unsigned webhook. */
  readonly secrets: readonly string[];
  /** The message; its `id` is the same for every attempt. */
  readonly message: { readonly id: string };
  /** The time of this attempt; receivers refuse old timestamps. */
  readonly sentAt: Date;
}

/**
 * Makes one attempt and returns its result; interpreting the answer is left to the caller. Rejects if a secret is
 * malformed.
 */
export async function sendWebhook(
  client: OutboundClient,
  { url, method = 'POST', headers, timeoutMs, secrets, message, sentAt }: WebhookDelivery,
): Promise<OutboundAnswer> {
  const body = JSON.stringify(message);
  const signatures = secrets.map((secret) => new Webhook(secret).sign(message.id, sentAt, body));
  const signed: Record<string, string> =
    signatures.length === 0 ? {} : { 'webhook-signature': signatures.join(' ') };
  return client.send({
    url,
    method,
    headers: {
      ...withoutStandardHeaders(headers),
      'content-type': 'application/json',
      'webhook-id': message.id,
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
      ...signed,
    },
    body,
    timeoutMs,
  });
}

const standardHeaders = new Set(['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature']);

function withoutStandardHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !standardHeaders.has(name.toLowerCase())),
  );
}
