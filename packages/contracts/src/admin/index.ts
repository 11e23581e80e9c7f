/** The admin API, declared once. */
export * from './admin-endpoints.js';
export * from './buyers.js';
export * from './campaign-view.js';
export * from './common.js';
export * from './define-admin-endpoint.js';
export * from './keys.js';
export * from './lead-search.js';
export * from './live.js';
export * from './me.js';
export * from './sentence.js';
export * from './tenants.js';
export * from './try-out.js';
export * from './what-if.js';
export * from './holds.js';
export * from './queues.js';
export * from './audit.js';
export * from './lead-changes.js';
