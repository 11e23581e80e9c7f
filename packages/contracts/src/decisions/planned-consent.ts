/** What is asked of the certificate of a lead, as a decision records it. */
import type { ConsentStatus, TrustedForm } from '../resources/consent.js';
import type { OwnReason } from './own-reasons.js';

/**
 * The check of a certificate: `consent.` and a hash of its id, which matches and retains it. `.match` behind it only
 * matches, `.retain` retains once the lead is sold, and `.early` does both while the lead is held.
 */
export type ConsentCheck = `consent.${string}`;

/** Whether TrustedForm is asked about a lead, for a campaign that wants a certificate, and what its answer leads to. */
export type PlannedConsent = Pick<TrustedForm, 'onFailure' | 'onError'> &
  (
    | {
        readonly kind: 'ask';
        readonly check: ConsentCheck;
        /** The field with the address of the certificate. */
        readonly field: string;
      }
    /** Nobody has to be asked: this is known. */
    | { readonly kind: 'known'; readonly status: Exclude<ConsentStatus, 'ok'> }
    | { readonly kind: 'not_asked'; readonly because: OwnReason }
  );
