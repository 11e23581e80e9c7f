/** What every process is built on: configuration, logs, metrics, Redis, failpoints, shutdown and tracing. */
export { ConfigError, configFromEnvironment, maskedConfig, readConfig } from './config/config.js';
export {
  concurrencyFragment,
  encryptionFragment,
  healthPortOr,
  outboundCallsFragment,
  outboundFragment,
  portOr,
  processFragment,
  proxyFragment,
  mailFragment,
  publicUrlFragment,
  shutdownFragment,
  storesFragment,
  sweepFragment,
} from './config/fragments.js';
export { clientAddress, trustedProxies, type TrustedProxies } from './config/trusted-proxies.js';
export { watchDependencies, type Dependencies, type DependencyState } from './dependencies.js';
export {
  armFailpoint,
  failpoint,
  failpoints,
  isSkipped,
  returnFailpoints,
  skippableSteps,
  type Failpoint,
} from './failpoint.js';
export { newId, newUlid } from './ids.js';
export { createInstallationMetrics, type InstallationMetrics } from './installation-metrics.js';
export { boundLabels } from './label-bound.js';
export { createLogger, errorFields, silentLogger, type Logger } from './logger.js';
export { createMetrics, type Metrics } from './metrics.js';
export { createReadiness, type Readiness } from './readiness.js';
export { release } from './release.js';
export { redisAddress, redisUrlProblem } from './redis/redis-url.js';
export {
  mastersOf,
  memoryFraction,
  pingRedis,
  producerConnection,
  redisMemory,
  withRedis,
  workerConnection,
  type RedisConnection,
} from './redis/redis.js';
export { isLate, isRedisUnavailable } from './redis/waiting.js';
export { closeOnSignals, createShutdown, finishWithinMs, type Shutdown } from './shutdown.js';
export type { TracedBatch } from './tracing/tracer.js';
export {
  continueTrace,
  startTracing,
  traceCall,
  traceContext,
  tracingFragment,
  activeTracer,
} from './tracing/tracing.js';
export { showPool, watchStoreClient } from './watch-store-client.js';
