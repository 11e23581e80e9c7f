/** What the tools on one machine use; services do not. */
export { freePort, portState, takePort, type PortState } from './free-port.js';
export { isAlive } from './is-alive.js';
export { Problem } from '@sluice/contracts';
export { report } from './problem.js';
export { artefactPath, programPath } from './program-path.js';
export { lineProgress, type Progress } from './progress.js';
export { projectRoot } from './project-root.js';
export { planRestart } from './restart-delay.js';
export { readRunFile, removeRunFile, writeRunFile, type RunFile, type RunningStore } from './run-file.js';
export {
  demoAddress,
  demoRoles,
  keepSecrets,
  keptDemoPasswords,
  readOrMakeSecrets,
  secretsFile,
  usualOperatorEmail,
  type DemoRole,
  type Secrets,
} from './secrets.js';
export { memoryEnvironment, memoryFlags } from './service-memory.js';
export {
  buyerServices,
  effectServices,
  neverInProduction,
  scaling,
  serviceNamed,
  serviceNames,
  services,
  workersVariable,
  type ServiceContract,
  type ServiceName,
} from './services.js';
export { outboundAllow, tenantEnvironment } from './tenant-environment.js';
export { optionsOf, toolCommand, wholeUpTo } from './tool-options.js';
