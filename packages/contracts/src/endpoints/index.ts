/** Endpoints of the interface, declared once. */
export * from './campaigns.js';
export * from './clients.js';
export * from './define-endpoint.js';
export * from './endpoints.js';
export * from './envelope.js';
export * from './field-library.js';
export * from './files.js';
export * from './interactions.js';
export * from './lead-changes.js';
export * from './lead-intake.js';
export * from './ledger.js';
export * from './offers.js';
export * from './pixels.js';
export * from './reports.js';
export * from './returns.js';
export * from './sms.js';
export * from './suppliers.js';
