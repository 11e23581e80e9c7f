export { startPrivateRedis } from './private-redis.js';
export type { PrivateRedis } from './private-redis.js';
export { testBackends } from './test-backends.js';
export type { TestBackends, TestBackendsOptions } from './test-backends.js';
