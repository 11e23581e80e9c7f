/** Webhooks: whom to notify, what to send, and what follows from the answer. */
export * from './after-webhook-attempt.js';
export * from './first-submission-webhook.js';
export * from './webhook-message.js';
export * from './webhook-target.js';
