/** Puts a webhook on its way in the form of Standard Webhooks 1.0.0. */
import { Webhook } from 'standardwebhooks';
import type { OutboundAnswer, OutboundClient } from '../http/index.js';

/** One try of a webhook. */
export interface WebhookDelivery {
  readonly url: string;
  /** POST when absent. */
  readonly method?: 'POST' | 'PUT';
  /** The campaign's own headers; they cannot stand in for the ones of the standard. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Secrets (`whsec_…`) to sign with, one signature each; two while a secret is replaced, none for unsigned. */
  readonly secrets: readonly string[];
  /** What is told; its `id` stays the same on every try. */
  readonly message: { readonly id: string };
  /** When this try is made; receivers refuse what is too old. */
  readonly sentAt: Date;
}

/** Sends one try and gives back how it ended; what the answer means is not decided here. Rejects on a secret that is none. */
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
