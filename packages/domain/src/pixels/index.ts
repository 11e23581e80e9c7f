/** Conversion events for ad platforms. */
export * from './pixel-event-id.js';
export * from './pixel-order.js';
