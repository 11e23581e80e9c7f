/** Building blocks of tests; only tests and the chaos rig import it. */
export * from './backends/index.js';
export * from './browser/index.js';
export * from './builders/index.js';
export { clockVariables } from './clock-variables.js';
export { hangNext, hangNextHeartbeat } from './driver-hang/driver-hang.js';
export { fixedClock } from './clock.js';
export type { FixedClock } from './clock.js';
export { demoTenantAtNoon, writeDemoTenantAtNoon } from './demo-tenant.js';
export { everythingIn } from './everything.js';
export { plannedCounts } from './examples/leads-plan.js';
export { frozenBefore } from './frozen-before.js';
export { isAlive } from '@sluice/local';
export { startChildRedis, type ChildRedis } from './child-redis.js';
export { openLink } from './link.js';
export type { Link, LinkState } from './link.js';
export { sluiceOn, testEncryptionKey, type Ended, type RunSluice } from './run-sluice.js';
export { zoneAtNoon } from './zone-at-noon.js';
export { freePort } from '@sluice/local';
