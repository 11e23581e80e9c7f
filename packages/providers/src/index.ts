/**
 * Calls to receivers outside Sluice: one guarded HTTP client, the webhooks, SMS and document vendors, voice agents,
 * language models and ad platforms that are called through it, and mail servers behind the same guard.
 */
export * from './consent/index.js';
export * from './documents/index.js';
export * from './http/index.js';
export * from './circuit/index.js';
export * from './llm/index.js';
export * from './smtp/index.js';
export * from './sms/index.js';
export * from './voice/index.js';
export * from './webhook/index.js';
