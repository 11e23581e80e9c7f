/** Starts stores and processes and keeps them alive; for development, tests and measurements. */
export type { Backend, BackendPlace } from './backends/backend.js';
export { containerEngineAnswers, startContainers } from './backends/containers.js';
export { findOrStartStores, type StorePair } from './backends/find-or-start-stores.js';
export { findProgram } from './backends/find-program.js';
export { obtainPackaged, type Obtained } from './backends/obtain-packaged.js';
export { waitUntil } from './backends/ping.js';
export {
  launchInstallation,
  type AppliedTenant,
  type InstallationSetup,
  type LaunchedInstallation,
  type ServiceProcess,
} from './installation/launch-installation.js';
export { launchProgram, type Watch } from './installation/launch-program.js';
export { planSink } from './installation/services.js';
export { keepProcess, type KeptProcess, type ProcessEnd } from './supervisor/keep-process.js';
export { launchProcess, type ProcessSpec } from './supervisor/launch-process.js';
export {
  endRecordedProcesses,
  forgetProcess,
  recordedProcess,
  recordProcess,
} from './supervisor/process-identity.js';
export { lastWords, rotateLogs, watchLogs } from './supervisor/service-logs.js';
export { launchChromium } from './browser/launch-chromium.js';
export { findChromium, obtainChromium } from './browser/obtain-chromium.js';
