/** The interface of vendors of electronic signatures. */
import type { HookSignature } from '../hook-signature.js';
import type { OutboundAnswer } from '../http/index.js';

/** How long a vendor may take to answer one call. */
export const DOCUMENT_CALL_TIMEOUT_MS = 15_000;
/** The most calls that preparing one document takes. */
export const DOCUMENT_LOOK_UPS = 2;

/** A document for one person to sign. */
export interface OutgoingDocument {
  /** Our id of the document, by which the vendor is asked whether it has it. */
  readonly fileId: string;
  /** The vendor's template. */
  readonly templateId: string;
  /** The role of the person in the template; the template's first if absent. */
  readonly role?: string;
  readonly name?: string;
  readonly email?: string;
  /** E.164. */
  readonly phone?: string;
  /** Values by the names of the template's fields. */
  readonly values: Readonly<Record<string, string>>;
  readonly metadata: Readonly<Record<string, string>>;
  readonly expiresAt?: Date;
}

/** The vendor has the document. */
export interface DocumentSent {
  readonly kind: 'sent';
  /** The vendor's own id of it. */
  readonly documentId?: string;
  /** Where the person signs. */
  readonly signingUrl?: string;
  readonly answer: OutboundAnswer;
}

/** It was not sent, or that is unknown; the answer says why. */
export interface DocumentNotSent {
  readonly kind: 'not_sent';
  /** Whether the vendor was asked to send it and may have done so. */
  readonly mayBeSent?: true;
  readonly answer: OutboundAnswer;
}

/** It was not sent because it does not fit its template. */
export interface DocumentUnfit {
  readonly kind: 'unfit';
  readonly reason: 'unknown_role' | 'no_template';
}

export type DocumentSendOutcome = DocumentSent | DocumentNotSent | DocumentUnfit;

/** A vendor with a tenant's credentials. */
export interface DocumentSender {
  /** The address that is called, by which the vendor is known as a receiver. */
  readonly url: string;
  /**
   * Looks the document up. If the vendor does not have it and it fits, returns the call that sends it. Neither rejects.
   */
  prepare(document: OutgoingDocument): Promise<DocumentSendOutcome | (() => Promise<DocumentSendOutcome>)>;
}

/** What a vendor reports. */
export type DocumentCallback =
  | {
      readonly kind: 'status';
      readonly fileId: string;
      readonly status: 'viewed' | 'in_progress' | 'signed' | 'declined' | 'expired';
      /** When the vendor made the report, ISO 8601; the same when it is repeated. */
      readonly at: string;
      readonly documentId?: string;
      /** When it was signed, ISO 8601, and where the signed document is. */
      readonly signedAt?: string;
      readonly documentUrl?: string;
    }
  /** Genuine, but of no interest to Sluice. */
  | { readonly kind: 'ignored' };

/** A vendor's call to Sluice, as received. */
export interface DocumentHookRequest extends HookSignature {
  readonly rawBody: Buffer;
}

/** How to read a vendor's calls. */
export interface DocumentHook {
  /** Whether the call bears a signature of the vendor's form and of these minutes, whoever made it. */
  looksSigned(signature: HookSignature): boolean;
  /** Whether the call bears the tenant's secret itself. */
  bearsSecret(headers: HookSignature['headers'], secret: string): boolean;
  /** Whether the vendor made the call, by the tenant's secret there. */
  isGenuine(request: DocumentHookRequest, secret: string): boolean;
  /** The content of a call; one that cannot be read is `ignored`. */
  read(body: string): DocumentCallback;
}
