/** Stores and processes that are started here and kept alive; for development, tests and measurements. */
export type { Backend, BackendPlace } from './backends/backend.js';
export { startContainers } from './backends/containers.js';
export { findProgram } from './backends/find-program.js';
export { canInstallPackages, installPackage } from './backends/install-package.js';
export { findOrStartMongo } from './backends/mongodb.js';
export { findOrStartRedis } from './backends/redis.js';
export { keepProcess, type KeptProcess } from './supervisor/keep-process.js';
export { launchProcess, type ProcessSpec } from './supervisor/launch-process.js';
export {
  endRecordedProcesses,
  forgetProcess,
  recordedProcess,
  recordProcess,
} from './supervisor/process-identity.js';
export { lastWords, rotateLogs, watchLogs } from './supervisor/service-logs.js';
