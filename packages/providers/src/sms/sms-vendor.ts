/** The interface of every SMS vendor, whatever its protocol. */
import type { OptOutIntent, SmsMedia, SmsProvider, SmsStatus } from '@sluice/contracts';
import type { HookSignature } from '../hook-signature.js';

/** How long a vendor may take to answer. */
export const SMS_VENDOR_TIMEOUT_MS = 15_000;

/** A message to be sent. */
export interface OutgoingSms {
  readonly messageId: string;
  /** E.164. */
  readonly to: string;
  /** E.164, or another form of sender that the vendor accepts; absent if the vendor picks one. */
  readonly from?: string;
  readonly text: string;
  /** Where the vendor sends status reports. */
  readonly statusCallbackUrl?: string;
}

/** The vendor accepted the message. */
export interface SmsSent {
  readonly kind: 'sent';
  /** Absent if the vendor's answer broke off before it. */
  readonly vendorMessageId?: string;
  readonly status: SmsStatus;
}

/** The vendor will never send this message. */
export interface SmsRefused {
  readonly kind: 'refused';
  /** The vendor's own code, e.g. `21211`. */
  readonly code: string;
  readonly message: string;
  /** The recipient has opted out at the vendor. */
  readonly optedOut: boolean;
}

/** The vendor could not be reached, or asked to be called again later. */
export interface SmsRetry {
  readonly kind: 'retry';
  readonly reason: string;
  /** If true, sending again may deliver the message twice: vendors do not recognise a repeated message. */
  readonly mayHaveArrived: boolean;
  readonly retryAfterMs?: number;
}

export type SmsSendOutcome = SmsSent | SmsRefused | SmsRetry;

/** A vendor with a tenant's credentials. */
export interface SmsVendor {
  readonly provider: SmsProvider;
  /** Sends one message. Never rejects. */
  send(sms: OutgoingSms): Promise<SmsSendOutcome>;
}

/** The content of a vendor's callback. */
export type SmsCallback =
  | {
      readonly kind: 'status';
      readonly vendorMessageId: string;
      readonly status: SmsStatus;
      readonly errorCode?: string;
      readonly errorMessage?: string;
      /** Whom the vendor did not send the message to, because they opted out there. */
      readonly optedOut?: string;
    }
  | {
      readonly kind: 'inbound';
      readonly vendorMessageId: string;
      readonly from: string;
      /** Empty if the vendor does not say. */
      readonly to: string;
      readonly text: string;
      /** The files of the message; absent if there are none. */
      readonly media?: readonly SmsMedia[];
      /** What the vendor took the message for, by keywords that only the vendor knows. */
      readonly intent?: OptOutIntent;
    }
  /** Genuine, but of no interest to Sluice. */
  | { readonly kind: 'ignored' };

/** A vendor's call to Sluice, as received. */
export interface SmsHookRequest extends HookSignature {
  /** The full public URL that the vendor called, query included. */
  readonly url: string;
  /** Exactly as received; a text stands for its UTF-8. */
  readonly rawBody: string | Buffer;
}

/** How to read a vendor's callbacks. */
export interface SmsHook {
  /** Whether the call bears a signature of the vendor's form and of these minutes, whoever made it. */
  looksSigned(signature: HookSignature): boolean;
  /** Whether the vendor itself made the call. `key` is the tenant's auth token (Twilio) or public key (Telnyx). */
  isGenuine(request: SmsHookRequest, key: string): boolean;
  /** How the body is written. */
  readonly format: 'form' | 'json';
  /** The content of the callback; an unreadable body is `ignored`. */
  read(rawBody: string): SmsCallback;
  /** The answer that the vendor expects, with status 200. */
  readonly reply: { readonly contentType: string; readonly body: string };
}
