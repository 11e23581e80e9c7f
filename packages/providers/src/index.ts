/**
 * Calls to receivers outside Sluice: one guarded HTTP client, and the webhooks, SMS vendors and ad platforms that are
 * called through it.
 */
export * from './http/index.js';
export * from './circuit/index.js';
export * from './sms/index.js';
export * from './webhook/index.js';
