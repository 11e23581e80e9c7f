/**
 * Calls to receivers outside Sluice: one guarded HTTP client, the webhooks, SMS vendors and ad platforms that are called
 * through it, language models, and mail servers behind the same guard.
 */
export * from './http/index.js';
export * from './circuit/index.js';
export * from './llm/index.js';
export * from './smtp/index.js';
export * from './sms/index.js';
export * from './voice/index.js';
export * from './webhook/index.js';
