/** The outside world: one guarded way out, and what speaks to webhooks and SMS vendors over it. */
export * from './http/index.js';
export * from './circuit/index.js';
export * from './sms/index.js';
export * from './webhook/index.js';
