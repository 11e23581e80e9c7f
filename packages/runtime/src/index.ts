/**
 * What every process is built on: configuration, logs, metrics, health, shutdown, HTTP, Redis, queues and tracing.
 */
export { bodyHash } from './http/body-hash.js';
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
export { describeApi, type ApiFacts } from './http/openapi.js';
export { createRateLimiter } from './http/rate-limit.js';
export {
  AlsoAnswer,
  TextAnswer,
  defineRoute,
  type Route,
  type RouteCall,
  type TenantScope,
} from './http/route.js';
export {
  armFailpoint,
  failpoint,
  failpoints,
  isSkipped,
  returnFailpoints,
  skippableSteps,
  type Failpoint,
} from './failpoint.js';
export type { Hook, HookAnswer, HookCall } from './http/hook.js';
export { listen } from './http/listen.js';
export { clientAddress, trustedProxies, type TrustedProxies } from './http/trusted-proxies.js';
export { createGuessLimiter, type GuessLimiter } from './http/guess-limiter.js';
export { failureAnswer, send, successAnswer, type Answer } from './http/answer.js';
export { exchangeOf, type Exchange } from './http/exchange.js';
export { bodyText, formText, refuseOtherCharset } from './http/body-text.js';
export { bodyReader, noBody } from './http/read-request.js';
export { failed } from './http/serve-route.js';
export { ADMIN_PATH, createHttpServer } from './http/server.js';
export { watchDependencies, type Dependencies } from './dependencies.js';
export { mountPublicHealth, serveHealth, type Health, type InternalAnswers } from './health.js';
export { cachedFor } from './cached-for.js';
export { newId } from './ids.js';
export { createInstallationMetrics, type InstallationMetrics } from './installation-metrics.js';
export { jobBudgetMs } from './stage/job-budget.js';
export { ownTurn } from './own-turn.js';
export { boundLabels } from './label-bound.js';
export { createLogger, errorFields, silentLogger, type Logger } from './logger.js';
export { createMetrics, type Metrics } from './metrics.js';
export { changeQueue, type QueueChange } from './queues/change-queue.js';
export { inspectQueue, waitingFor, type QueueReport } from './queues/inspect-queue.js';
export { createProducer, type Producer, type Work } from './queues/producer.js';
export { watchQueue, type QueueWatch } from './queues/watch-queue.js';
export { createReadiness, type Readiness } from './readiness.js';
export {
  mastersOf,
  memoryFraction,
  pingRedis,
  producerConnection,
  redisMemory,
  withRedis,
  workerConnection,
  type RedisConnection,
} from './redis.js';
export { redisAddress, redisUrlProblem } from './redis-url.js';
export { closeOnSignals, createShutdown, finishWithinMs, type Shutdown } from './shutdown.js';
export { defineStage, type Stage, type StageOutcome, type StageRun } from './stage/stage.js';
export { startStage, type Progress, type RunningStage } from './stage/start-stage.js';
export { continueTrace, startTracing, traceCall, traceContext, tracingFragment } from './tracing/tracing.js';
export { showPool, watchStoreClient } from './watch-store-client.js';
