/** Pure decisions: the same input always gives the same result, without side effects. */
export * from './conditions/index.js';
export * from './delivery/index.js';
export * from './effects/index.js';
export * from './explain/index.js';
export * from './lead/index.js';
export * from './ledger/index.js';
export * from './lifecycle/index.js';
export * from './money/index.js';
export * from './pixels/index.js';
export * from './qualification/index.js';
export * from './reports/index.js';
export * from './returns/index.js';
export * from './routing/index.js';
export * from './secrets/index.js';
export * from './sms/index.js';
export * from './time/index.js';
export * from './webhooks/index.js';
