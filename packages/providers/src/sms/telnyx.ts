/** Telnyx: sends messages through its API v2 and reads its events. */
import { createPublicKey, verify } from 'node:crypto';
import type { SmsStatus } from '@sluice/contracts';
import type { HookSignature } from '../hook-signature.js';
import type { Answered, OutboundClient } from '../http/index.js';
import { meansOptedOut, reportedIntent } from './opt-out-reports.js';
import { firstOf, loose, meaningOf, readObject, text, type Loose } from '../read-json.js';
import { MOST_MEDIA, readMedia } from './read-media.js';
import { readVendorAnswer, unreadable } from './read-vendor-answer.js';
import {
  SMS_VENDOR_TIMEOUT_MS,
  type SmsCallback,
  type SmsHook,
  type SmsSendOutcome,
  type SmsVendor,
} from './sms-vendor.js';

/** A Telnyx account. */
export interface TelnyxAccount {
  readonly apiKey: string;
  /** Picks the sender of a message that names none. */
  readonly messagingProfileId?: string | undefined;
  readonly baseUrl?: string | undefined;
}

/** A vendor that sends from this account. */
export function createTelnyx(client: OutboundClient, account: TelnyxAccount): SmsVendor {
  const { apiKey, messagingProfileId, baseUrl = 'https://api.telnyx.com' } = account;
  return {
    provider: 'telnyx',
    async send({ to, from, text: body, statusCallbackUrl }) {
      const answer = await client.send({
        url: `${baseUrl.replace(/\/+$/, '')}/v2/messages`,
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          to,
          from,
          text: body,
          messaging_profile_id: messagingProfileId,
          webhook_url: statusCallbackUrl,
        }),
        timeoutMs: SMS_VENDOR_TIMEOUT_MS,
      });
      return readVendorAnswer(answer, judgeTelnyxAnswer);
    },
  };
}

// Interprets an answer of the messages API.
function judgeTelnyxAnswer({ status, bodyRead }: Answered): SmsSendOutcome {
  const body = readObject(bodyRead);
  if (status >= 200 && status < 300) {
    const message = loose(body['data']);
    const id = text(message['id']);
    return id === undefined
      ? unreadable
      : {
          kind: 'sent',
          vendorMessageId: id,
          status: meaningOf(statuses, firstOf(message['to'])['status']) ?? 'queued',
        };
  }
  const { code = `http_${status}`, title, detail, optedOut } = errorOf(body);
  return { kind: 'refused', code, message: text(detail) ?? text(title) ?? '', optedOut };
}

const toleranceSeconds = 300;

/** Telnyx's callbacks. */
export const telnyxHook: SmsHook = {
  looksSigned: (request) => signatureOf(request) !== undefined,
  isGenuine({ rawBody, ...request }, publicKey) {
    const { signature, timestamp } = signatureOf(request) ?? {};
    const key = Buffer.from(publicKey, 'base64');
    if (signature === undefined || key.length !== ed25519KeyBytes) return false;
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') };
    const content = Buffer.concat([Buffer.from(`${timestamp}|`), Buffer.from(rawBody)]);
    return verify(null, content, createPublicKey({ key: jwk, format: 'jwk' }), signature);
  },
  format: 'json',
  read: readTelnyxEvent,
  reply: { contentType: 'application/json', body: '{}' },
};

const ed25519KeyBytes = 32;
const ed25519SignatureBytes = 64;

// The signature and the time that it covers, if both have their form and the time is near.
function signatureOf({ headers, receivedAt }: HookSignature) {
  const signature = Buffer.from(headers['telnyx-signature-ed25519'] ?? '', 'base64');
  const timestamp = headers['telnyx-timestamp'] ?? '';
  if (signature.length !== ed25519SignatureBytes || !/^\d{1,12}$/.test(timestamp)) return undefined;
  const ageSeconds = receivedAt.getTime() / 1000 - Number(timestamp);
  return Math.abs(ageSeconds) > toleranceSeconds ? undefined : { signature, timestamp };
}

function readTelnyxEvent(rawBody: string): SmsCallback {
  const event = loose(readObject(rawBody)['data']);
  const payload = loose(event['payload']);
  if (event['event_type'] === 'message.received') return readInbound(event, payload);
  const id = text(payload['id']);
  const recipient = firstOf(payload['to']);
  const isReport = event['event_type'] === 'message.sent' || event['event_type'] === 'message.finalized';
  const status = meaningOf(statuses, recipient['status']);
  if (id === undefined || !isReport || status === undefined) return { kind: 'ignored' };
  const { code, title, detail, optedOut } = errorOf(payload);
  const errorMessage = text(detail) ?? text(title);
  const number = optedOut ? text(recipient['phone_number']) : undefined;
  return {
    kind: 'status',
    vendorMessageId: id,
    status,
    errorCode: code,
    errorMessage,
    optedOut: number,
  };
}

function readInbound(event: Loose, payload: Loose): SmsCallback {
  const from = text(loose(payload['from'])['phone_number']);
  // Without the message's id, that of the event recognises a repeated call.
  const vendorMessageId = text(payload['id']) ?? text(event['id']);
  if (from === undefined || vendorMessageId === undefined) return { kind: 'ignored' };
  const to = text(firstOf(payload['to'])['phone_number']) ?? '';
  const files = Array.isArray(payload['media']) ? (payload['media'] as readonly unknown[]) : [];
  const media = files.slice(0, MOST_MEDIA).map((file) => {
    const { url, content_type: contentType } = loose(file);
    return readMedia(url, contentType);
  });
  const written = text(payload['text']) ?? '';
  const intent = reportedIntent(payload['autoresponse_type']);
  return {
    kind: 'inbound',
    vendorMessageId,
    from,
    to,
    text: written,
    media: media.length > 0 ? media : undefined,
    intent: intent || undefined,
  };
}

// A report or refusal may list several errors: the one that means an opt-out matters most, else the first.
function errorOf({ errors }: Loose) {
  const all = Array.isArray(errors) ? (errors as readonly unknown[]).map(loose) : [];
  const optOut = all.find(({ code }) => meansOptedOut('telnyx', text(code)));
  const { code, title, detail } = optOut ?? all[0] ?? {};
  return { code: text(code), title, detail, optedOut: optOut !== undefined };
}

const statuses: Readonly<Record<string, SmsStatus>> = {
  queued: 'queued',
  sending: 'queued',
  sent: 'sent',
  // The carrier does not confirm; the message was certainly sent.
  delivery_unconfirmed: 'sent',
  delivered: 'delivered',
  delivery_failed: 'undelivered',
  expired: 'undelivered',
  sending_failed: 'failed',
};
