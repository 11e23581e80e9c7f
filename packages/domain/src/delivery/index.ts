/** Delivery: where a lead goes, what is sent, and what follows from the answer. */
export { afterNo, buyersNo, type AfterNo } from './after-no.js';
export * from './attempt-result.js';
export * from './build-request.js';
export * from './buyer-names.js';
export * from './decide-after-attempt.js';
export * from './decide-without-destination.js';
export * from './destination.js';
export type { OutgoingLead } from './lead-body.js';
export type { LeadMail } from './lead-mail.js';
export { deliveryRetryDelaysMs } from './retries.js';
