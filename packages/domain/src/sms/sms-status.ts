/** Where a message stands, from the words of the vendors: `queued → sent → delivered | undelivered | failed`. */
import type { SmsStatus } from '@sluice/contracts';

const twilio: Readonly<Record<string, SmsStatus>> = {
  accepted: 'queued',
  scheduled: 'queued',
  queued: 'queued',
  sending: 'queued',
  sent: 'sent',
  delivered: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
  receiving: 'received',
  received: 'received',
};

const telnyx: Readonly<Record<string, SmsStatus>> = {
  queued: 'queued',
  sending: 'queued',
  sent: 'sent',
  delivered: 'delivered',
  delivery_unconfirmed: 'sent',
  delivery_failed: 'undelivered',
  sending_failed: 'failed',
  expired: 'failed',
};

/** The status behind a Twilio `MessageStatus`; nothing for a word that Twilio does not document. */
export function twilioSmsStatus(word: string): SmsStatus | undefined {
  return statusIn(twilio, word);
}

/** The status behind the `status` of a Telnyx recipient; nothing for a word that Telnyx does not document. */
export function telnyxSmsStatus(word: string): SmsStatus | undefined {
  return statusIn(telnyx, word);
}

function statusIn(words: Readonly<Record<string, SmsStatus>>, word: string): SmsStatus | undefined {
  const plain = word.trim().toLowerCase();
  return Object.hasOwn(words, plain) ? words[plain] : undefined;
}

const stepOf: Readonly<Record<SmsStatus, number>> = {
  queued: 0,
  sent: 1,
  undelivered: 2,
  failed: 2,
  delivered: 3,
  received: 3,
};

/**
 * Whether a message that is `from` may become `to`. Callbacks overtake each other, so a message never goes back;
 * a handset's receipt outdoes an earlier failure report.
 */
export function smsStatusAdvances(from: SmsStatus, to: SmsStatus): boolean {
  return stepOf[to] > stepOf[from];
}
