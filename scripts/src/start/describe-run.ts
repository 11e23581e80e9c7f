/** The run.json of an installation that `npm start` runs. */
import type { Backend } from '@sluice/launch';
import { serviceNames, type RunFile, type RunningStore, type ServiceName } from '@sluice/local';
import type { StartOptions } from './options.js';
import type { Running } from './shut-down.js';

/** The content of run.json at the present moment. */
export function describeRun(
  { gatewayUrl, dashboardUrl, sinkUrl }: StartOptions,
  { services }: Running,
  facts: Pick<RunFile, 'tenantId' | 'apiKey' | 'adminKey' | 'operatorEmail' | 'operatorPassword'> & {
    mongodb: Backend;
    redis: Backend;
  },
): RunFile {
  const pids = (name: ServiceName): number[] =>
    services.filter(({ service }) => service === name).flatMap(({ process: { pid } }) => pid ?? []);
  const healthUrls = (name: ServiceName) =>
    services.filter(({ service }) => service === name).map(({ healthUrl }) => healthUrl);
  const ofEach = <T>(of: (name: ServiceName) => T) =>
    Object.fromEntries(serviceNames.map((name) => [name, of(name)])) as Record<ServiceName, T>;
  return {
    supervisor: process.pid,
    gatewayUrl,
    dashboardUrl,
    sinkUrl,
    tenantId: facts.tenantId,
    apiKey: facts.apiKey,
    adminKey: facts.adminKey,
    operatorEmail: facts.operatorEmail,
    operatorPassword: facts.operatorPassword,
    mongodb: runningStore(facts.mongodb),
    redis: runningStore(facts.redis),
    health: ofEach((name) => healthUrls(name)[0] ?? ''),
    healthOfAll: ofEach(healthUrls),
    services: ofEach(pids),
  };
}

function runningStore({ url, pid }: Backend): RunningStore {
  return pid === undefined ? { url } : { url, pid };
}
