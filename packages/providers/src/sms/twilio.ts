/** Twilio: sends messages through its message resource and reads its status callbacks and inbound messages. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { decodeText, type SmsMedia, type SmsStatus } from '@sluice/contracts';
import type { Answered, OutboundClient } from '../http/index.js';
import { meansOptedOut, reportedIntent } from './opt-out-reports.js';
import { meaningOf, readObject, text } from '../read-json.js';
import { MOST_MEDIA, readMedia } from './read-media.js';
import { readVendorAnswer, retryLater, unreadable } from './read-vendor-answer.js';
import {
  SMS_VENDOR_TIMEOUT_MS,
  type SmsCallback,
  type SmsHook,
  type SmsSendOutcome,
  type SmsVendor,
} from './sms-vendor.js';

/** A Twilio account. */
export interface TwilioAccount {
  readonly accountSid: string;
  readonly authToken: string;
  /** Picks the sender of a message that names none. */
  readonly messagingServiceSid?: string | undefined;
  readonly baseUrl?: string | undefined;
}

/** A vendor that sends from this account. */
export function createTwilio(client: OutboundClient, account: TwilioAccount): SmsVendor {
  const { accountSid, authToken, messagingServiceSid, baseUrl = 'https://api.twilio.com' } = account;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  return {
    provider: 'twilio',
    async send({ to, from, text: body, statusCallbackUrl }) {
      const form = new URLSearchParams({ To: to, Body: body });
      if (from !== undefined) form.set('From', from);
      else if (messagingServiceSid !== undefined) form.set('MessagingServiceSid', messagingServiceSid);
      if (statusCallbackUrl !== undefined) form.set('StatusCallback', statusCallbackUrl);
      const answer = await client.send({
        url: `${baseUrl.replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
        method: 'POST',
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
        timeoutMs: SMS_VENDOR_TIMEOUT_MS,
      });
      return readVendorAnswer(answer, judgeTwilioAnswer);
    },
  };
}

const throttled = '20429';

// Interprets an answer of the message resource.
function judgeTwilioAnswer(answer: Answered): SmsSendOutcome {
  const { status, bodyRead } = answer;
  const body = readObject(bodyRead);
  if (status >= 200 && status < 300) {
    const sid = text(body['sid']);
    return sid === undefined
      ? unreadable
      : { kind: 'sent', vendorMessageId: sid, status: meaningOf(statuses, body['status']) ?? 'queued' };
  }
  const code = text(body['code']) ?? `http_${status}`;
  if (code === throttled) return retryLater(answer, code, false);
  return {
    kind: 'refused',
    code,
    message: text(body['message']) ?? '',
    optedOut: meansOptedOut('twilio', code),
  };
}

/** Twilio's callbacks. */
export const twilioHook: SmsHook = {
  looksSigned: ({ headers }) => sha1InBase64.test(headers['x-twilio-signature'] ?? ''),
  isGenuine({ url, headers, rawBody }, authToken) {
    const claimed = headers['x-twilio-signature'];
    if (claimed === undefined || authToken === '') return false;
    const forms = formsOf(rawBody).map((form) => new URLSearchParams(form));
    return spellings(url).some((spelling) =>
      forms.some((params) => sameText(claimed, signature(authToken, spelling, params))),
    );
  },
  format: 'form',
  read: readTwilioCallback,
  reply: { contentType: 'text/xml', body: '<?xml version="1.0" encoding="UTF-8"?><Response/>' },
};

const sha1InBase64 = /^[A-Za-z0-9+/]{27}=$/;

function readTwilioCallback(rawBody: string): SmsCallback {
  const form = new URLSearchParams(rawBody);
  const sid = text(form.get('MessageSid')) ?? text(form.get('SmsSid'));
  if (sid === undefined) return { kind: 'ignored' };
  const status = meaningOf(statuses, form.get('MessageStatus') ?? form.get('SmsStatus'));
  if (status === undefined || status === 'received') return readInbound(form, sid);
  const errorCode = text(form.get('ErrorCode'));
  const optedOut = meansOptedOut('twilio', errorCode) ? text(form.get('To')) : undefined;
  return {
    kind: 'status',
    vendorMessageId: sid,
    status,
    errorCode,
    optedOut,
  };
}

// Only an inbound message carries its text, files, or what Twilio took it for; its status, if any, is `received`.
function readInbound(form: URLSearchParams, vendorMessageId: string): SmsCallback {
  const from = text(form.get('From'));
  const media = mediaOf(form);
  const intent = reportedIntent(form.get('OptOutType'));
  const says = form.has('Body') || media.length > 0 || intent !== undefined;
  if (from === undefined || !says) return { kind: 'ignored' };
  const to = form.get('To') ?? '';
  return {
    kind: 'inbound',
    vendorMessageId,
    from,
    to,
    text: form.get('Body') ?? '',
    media: media.length > 0 ? media : undefined,
    intent: intent || undefined,
  };
}

function mediaOf(form: URLSearchParams): readonly SmsMedia[] {
  const counted = form.get('NumMedia') ?? '';
  let count = /^\d{1,4}$/.test(counted) ? Number(counted) : 0;
  while (count < MOST_MEDIA && form.has(`MediaUrl${count}`)) count += 1;
  return Array.from({ length: Math.min(count, MOST_MEDIA) }, (_item, n) =>
    readMedia(form.get(`MediaUrl${n}`), form.get(`MediaContentType${n}`)),
  );
}

const statuses: Readonly<Record<string, SmsStatus>> = {
  accepted: 'queued',
  scheduled: 'queued',
  queued: 'queued',
  sending: 'queued',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
  receiving: 'received',
  received: 'received',
};

/**
 * HMAC-SHA1 over the URL followed by every parameter, sorted by name; each value of a repeated parameter counts once.
 */
function signature(authToken: string, url: string, params: URLSearchParams): string {
  const signed = [...new Set(params.keys())].sort().reduce((content, name) => {
    const values = [...new Set(params.getAll(name))].sort();
    return content + values.map((value) => name + value).join('');
  }, url);
  return createHmac('sha1', authToken).update(signed, 'utf8').digest('base64');
}

// The parameters are signed and not the bytes, so a byte order mark may have been signed as part of the first name or not
// at all.
function formsOf(rawBody: string | Buffer): readonly string[] {
  const asWritten = rawBody.toString();
  const decoded = decodeText(Buffer.from(rawBody)) ?? asWritten;
  return decoded === asWritten ? [decoded] : [decoded, asWritten];
}

// Twilio may or may not include the default port of the protocol in the URL that it signs.
function spellings(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const { protocol, host, port } = new URL(url);
  if (port !== '') return [url];
  const impliedPort = protocol === 'https:' ? '443' : '80';
  return [url, url.replace(host, `${host}:${impliedPort}`), url.replace(`${host}:${impliedPort}`, host)];
}

function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
