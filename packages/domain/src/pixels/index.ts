/** Conversion events for ad platforms. */
export * from './after-pixel-attempt.js';
export * from './left-out.js';
export * from './meta-event.js';
export * from './pixel-answer.js';
export * from './pixel-event-id.js';
export type { PixelEventSources, PixelLead, PixelRequest, Unsendable } from './pixel-request.js';
export * from './tiktok-event.js';
