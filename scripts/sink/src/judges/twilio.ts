/** Twilio's message resource, with the status callbacks that follow a message. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Judge, SinkAnswer } from '../sink-request.js';
import { isE164, smsNumbers } from './sms-numbers.js';

const maxBodyLength = 1_600;

/**
 * Answers as `POST /2010-04-01/Accounts/{sid}/Messages.json` does: 201 with the message, or an error body with a code.
 * For a message with a `StatusCallback`, it posts signed reports there: sent, then delivered (or undelivered).
 */
export const judgeTwilioMessage: Judge = ({ path, headers, body }) => {
  const accountSid = path.split('/')[3] ?? '';
  const [user, token] = basicCredentials(headers['authorization']);
  if (user !== accountSid || !token) return refused(401, 20003, 'Authenticate');
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return refused(415, 20415, 'Content type not supported');
  }
  const form = new URLSearchParams(body);
  const to = form.get('To') ?? undefined;
  const text = form.get('Body') ?? '';
  const from = form.get('From') ?? undefined;
  const serviceSid = form.get('MessagingServiceSid') ?? undefined;
  if (to === undefined) return refused(400, 21604, "A 'To' phone number is required.");
  if (!isE164(to) || to === smsNumbers.invalid)
    return refused(400, 21211, `The 'To' number ${to} is not a valid phone number.`);
  if (from === undefined && serviceSid === undefined)
    return refused(400, 21603, "A 'From' phone number is required.");
  if (text === '') return refused(400, 21602, 'Message body is required.');
  if (text.length > maxBodyLength)
    return refused(400, 21617, 'The concatenated message body exceeds the 1600 character limit.');
  if (to === smsNumbers.optedOut) return refused(400, 21610, 'Attempt to send to unsubscribed recipient');
  if (to === smsNumbers.notMobile)
    return refused(400, 21614, `'To' number ${to} is not a valid mobile number`);

  const sid = `SM${randomBytes(16).toString('hex')}`;
  const message = {
    sid,
    account_sid: accountSid,
    messaging_service_sid: serviceSid ?? null,
    from: from ?? null,
    to,
    body: text,
    status: serviceSid === undefined ? 'queued' : 'accepted',
    direction: 'outbound-api',
    num_segments: String(Math.max(1, Math.ceil(text.length / 153))),
    num_media: '0',
    error_code: null,
    error_message: null,
    date_created: new Date().toUTCString(),
    uri: `/2010-04-01/Accounts/${accountSid}/Messages/${sid}.json`,
  };
  const callbackUrl = form.get('StatusCallback');
  if (callbackUrl === null) return { status: 201, body: message };
  const report = { accountSid, token, sid, to, from: from ?? '', callbackUrl };
  return { status: 201, body: message, afterwards: () => reportStatus(report) };
};

/** The value of `X-Twilio-Signature` for a form that Twilio posts to `url`. */
export function twilioSignature(
  authToken: string,
  url: string,
  params: Readonly<Record<string, string>>,
): string {
  const signed = Object.keys(params)
    .sort()
    .reduce((text, name) => text + name + params[name], url);
  return createHmac('sha1', authToken).update(signed, 'utf8').digest('base64');
}

interface StatusReport {
  readonly accountSid: string;
  readonly token: string;
  readonly sid: string;
  readonly to: string;
  readonly from: string;
  readonly callbackUrl: string;
}

async function reportStatus({ accountSid, token, sid, to, from, callbackUrl }: StatusReport): Promise<void> {
  for (const { status, errorCode } of stepsTo(to)) {
    const params = {
      AccountSid: accountSid,
      MessageSid: sid,
      MessageStatus: status,
      To: to,
      From: from,
      ...(errorCode === undefined ? {} : { ErrorCode: errorCode }),
    };
    await fetch(callbackUrl, {
      method: 'POST',
      headers: { 'X-Twilio-Signature': twilioSignature(token, callbackUrl, params) },
      body: new URLSearchParams(params),
    });
  }
}

function stepsTo(to: string): readonly { readonly status: string; readonly errorCode?: string }[] {
  if (to === smsNumbers.optedOutLater) return [{ status: 'failed', errorCode: '21610' }];
  const lost = to === smsNumbers.undelivered;
  return [{ status: 'sent' }, lost ? { status: 'undelivered', errorCode: '30003' } : { status: 'delivered' }];
}

function basicCredentials(header: string | undefined): readonly (string | undefined)[] {
  const encoded = /^Basic (\S+)$/.exec(header ?? '')?.[1];
  if (encoded === undefined) return [];
  const [user, ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return [user, rest.join(':')];
}

function refused(status: number, code: number, message: string): SinkAnswer {
  return { status, body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status } };
}
