/** What every SMS vendor looks like to us, whatever it speaks on the wire. */
import type { SmsProvider, SmsStatus } from '@sluice/contracts';

/** How long a vendor may take to answer. */
export const SMS_VENDOR_TIMEOUT_MS = 15_000;

/** A message to be sent. */
export interface OutgoingSms {
  readonly messageId: string;
  /** E.164. */
  readonly to: string;
  /** E.164, or whatever the vendor takes as a sender; absent when the vendor picks one. */
  readonly from?: string;
  readonly text: string;
  /** Where the vendor shall report what becomes of the message. */
  readonly statusCallbackUrl?: string;
}

/** The vendor took the message. */
export interface SmsSent {
  readonly kind: 'sent';
  readonly vendorMessageId: string;
  readonly status: SmsStatus;
}

/** The vendor will never send this message. */
export interface SmsRefused {
  readonly kind: 'refused';
  /** The vendor's own code, e.g. `21211`. */
  readonly code: string;
  readonly message: string;
  /** The recipient has told the vendor to stop. */
  readonly optedOut: boolean;
}

/** The vendor could not be asked, or asks to be asked later. */
export interface SmsRetry {
  readonly kind: 'retry';
  readonly reason: string;
  /** Sending again may mean that the recipient reads it twice: vendors do not recognise a repeated message. */
  readonly mayHaveArrived: boolean;
  readonly retryAfterMs?: number;
}

export type SmsSendOutcome = SmsSent | SmsRefused | SmsRetry;

/** A vendor, with a tenant's credentials. */
export interface SmsVendor {
  readonly provider: SmsProvider;
  /** Sends one message. Never rejects. */
  send(sms: OutgoingSms): Promise<SmsSendOutcome>;
}

/** What a vendor tells us on its own account. */
export type SmsCallback =
  | {
      readonly kind: 'status';
      readonly vendorMessageId: string;
      readonly status: SmsStatus;
      readonly errorCode?: string;
      readonly errorMessage?: string;
    }
  | {
      readonly kind: 'inbound';
      readonly vendorMessageId: string;
      readonly from: string;
      readonly to: string;
      readonly text: string;
    }
  /** Genuine, but nothing that concerns us. */
  | { readonly kind: 'ignored' };

/** A vendor's call to us, as it came in. */
export interface SmsHookRequest {
  /** The whole public URL that the vendor called, query included. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly rawBody: string;
  readonly receivedAt: Date;
}

/** How to take a vendor's calls. */
export interface SmsHook {
  /** Whether the vendor itself made the call. `key` is the tenant's auth token (Twilio) or public key (Telnyx). */
  isGenuine(request: SmsHookRequest, key: string): boolean;
  /** What the call says. A body that makes no sense is `ignored`. */
  read(rawBody: string): SmsCallback;
  /** What the vendor wants to hear back, with status 200. */
  readonly reply: { readonly contentType: string; readonly body: string };
}
