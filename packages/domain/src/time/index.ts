/** Calendar, time zones, periods and opening hours. */
export * from './delivery-window.js';
export * from './instants-from-to.js';
export * from './moment.js';
export * from './month.js';
export * from './period.js';
export { quietUntil } from './quiet-hours.js';
export * from './time-zone.js';
