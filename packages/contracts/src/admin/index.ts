/** The admin API, declared once. */
export * from './admin-endpoints.js';
export * from './common.js';
export * from './define-admin-endpoint.js';
export * from './keys.js';
export * from './me.js';
export * from './tenants.js';
