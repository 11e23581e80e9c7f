/** Telnyx's message resource, with the events that follow a message. */
import { createPrivateKey, createPublicKey, randomUUID, sign } from 'node:crypto';
import { asText, jsonObject } from '../sink-request.js';
import type { Judge, SinkAnswer } from '../sink-request.js';
import { isE164, smsNumbers } from './sms-numbers.js';

// A fixed key, so that a tenant's configuration can contain its public half. It signs only this fake's events.
const pkcs8Ed25519Prefix = '302e020100300506032b657004220420';
const privateKey = createPrivateKey({
  key: Buffer.from(pkcs8Ed25519Prefix + '5a'.repeat(32), 'hex'),
  format: 'der',
  type: 'pkcs8',
});

/** The public key that verifies the fake's events: 32 bytes in base64, as Telnyx shows it to its customers. */
export const sinkTelnyxPublicKey = createPublicKey(privateKey)
  .export({ format: 'der', type: 'spki' })
  .subarray(-32)
  .toString('base64');

/**
 * Answers as `POST /v2/messages` does: 200 with the message, or a list of errors with codes. For a message with a
 * `webhook_url`, it posts signed events there: sent, then finalized.
 */
export const judgeTelnyxMessage: Judge = ({ headers, body, receivedAt }) => {
  if (!/^Bearer \S+$/.test(headers['authorization'] ?? ''))
    return refused(401, '10009', 'Authentication failed');
  const message = jsonObject(body);
  if (message === undefined) return refused(400, '10015', 'Bad Request');
  const to = asText(message['to']);
  const from = asText(message['from']);
  const profileId = asText(message['messaging_profile_id']);
  const text = asText(message['text']);
  if (!isE164(to) || to === smsNumbers.invalid) return refused(400, '40310', "Invalid 'to' address");
  if (from === undefined && profileId === undefined) return refused(422, '40305', "Invalid 'from' address");
  if (text === undefined) return refused(422, '40302', 'Message has no content');
  if (to === smsNumbers.optedOut) return refused(409, '40300', 'Blocked due to STOP message');
  if (to === smsNumbers.notMobile) return refused(400, '40301', 'Unsupported message type');

  const id = randomUUID();
  const resource = {
    record_type: 'message',
    direction: 'outbound',
    id,
    type: 'SMS',
    messaging_profile_id: profileId ?? randomUUID(),
    from: { phone_number: from ?? null, carrier: '', line_type: '' },
    to: [{ phone_number: to, status: 'queued', carrier: '', line_type: '' }],
    text,
    parts: Math.max(1, Math.ceil(text.length / 153)),
    errors: [],
    cost: null,
    received_at: receivedAt.toISOString(),
  };
  const webhookUrl = asText(message['webhook_url']);
  const answer = { status: 200, body: { data: resource } };
  return webhookUrl === undefined
    ? answer
    : { ...answer, afterwards: () => reportStatus(resource, to, webhookUrl) };
};

/** The headers with which Telnyx signs an event. */
export function telnyxSignatureHeaders(rawBody: string, sentAt: Date): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signature = sign(null, Buffer.from(`${timestamp}|${rawBody}`), privateKey).toString('base64');
  return { 'telnyx-timestamp': timestamp, 'telnyx-signature-ed25519': signature };
}

async function reportStatus(resource: object, to: string, webhookUrl: string): Promise<void> {
  for (const { event, status, errors } of stepsTo(to)) {
    const body = JSON.stringify({
      data: {
        record_type: 'event',
        event_type: event,
        id: randomUUID(),
        occurred_at: new Date().toISOString(),
        payload: {
          ...resource,
          to: [{ phone_number: to, status }],
          errors,
        },
      },
      meta: { attempt: 1, delivered_to: webhookUrl },
    });
    const headers = { 'Content-Type': 'application/json', ...telnyxSignatureHeaders(body, new Date()) };
    await fetch(webhookUrl, { method: 'POST', headers, body });
  }
}

interface Step {
  readonly event: 'message.sent' | 'message.finalized';
  readonly status: string;
  readonly errors: readonly { readonly code: string; readonly title: string; readonly detail?: string }[];
}

function stepsTo(to: string): readonly Step[] {
  const finalized = (status: string, errors: Step['errors'] = []): Step => ({
    event: 'message.finalized',
    status,
    errors,
  });
  if (to === smsNumbers.optedOutLater) {
    return [finalized('sending_failed', [{ code: '40300', title: 'Blocked due to STOP message' }])];
  }
  const unreachable = {
    code: '40001',
    title: 'Not routable',
    detail: 'The destination cannot be reached.',
  };
  return [
    { event: 'message.sent', status: 'sent', errors: [] },
    to === smsNumbers.undelivered ? finalized('delivery_failed', [unreachable]) : finalized('delivered'),
  ];
}

function refused(status: number, code: string, title: string): SinkAnswer {
  return { status, body: { errors: [{ code, title, detail: title, meta: {} }] } };
}
