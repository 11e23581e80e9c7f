/** What tests, benchmarks and the demo are made of; nothing else imports it. */
export * from './backends/index.js';
export * from './builders/index.js';
export { openLink } from './chaos/world/proxy.js';
export type { Link } from './chaos/world/proxy.js';
export { clockVariables } from './clock-variables.js';
export { hangNext, hangNextHeartbeat } from './driver-hang/driver-hang.js';
export { fixedClock } from './clock.js';
export type { FixedClock } from './clock.js';
export { freePort } from './free-port.js';
export { frozenBefore } from './frozen-before.js';
export * from './sink/index.js';
export { zoneAtNoon } from './zone-at-noon.js';
