/** The run.json of an installation that `npm start` runs. */
import type { Backend } from '@sluice/launch';
import { serviceNames, type RunFile, type RunningStore, type ServiceName } from '@sluice/local';
import type { StartOptions } from './options.js';
import type { Running } from './shut-down.js';

/** The content of run.json at the present moment. */
export function describeRun(
  { gatewayUrl, dashboardUrl, sinkUrl }: StartOptions,
  { services }: Running,
  facts: Pick<RunFile, 'tenantId' | 'apiKey' | 'adminKey' | 'operatorPassword'> & {
    mongodb: Backend;
    redis: Backend;
  },
): RunFile {
  const pids = (name: ServiceName): number[] =>
    services.filter(({ service }) => service === name).flatMap(({ process: { pid } }) => pid ?? []);
  const healthUrl = (name: ServiceName) => services.find(({ service }) => service === name)?.healthUrl ?? '';
  return {
    supervisor: process.pid,
    gatewayUrl,
    dashboardUrl,
    sinkUrl,
    tenantId: facts.tenantId,
    apiKey: facts.apiKey,
    adminKey: facts.adminKey,
    operatorPassword: facts.operatorPassword,
    mongodb: runningStore(facts.mongodb),
    redis: runningStore(facts.redis),
    health: Object.fromEntries(serviceNames.map((name) => [name, healthUrl(name)])) as Record<
      ServiceName,
      string
    >,
    services: Object.fromEntries(serviceNames.map((name) => [name, pids(name)])) as Record<
      ServiceName,
      number[]
    >,
  };
}

function runningStore({ url, pid }: Backend): RunningStore {
  return pid === undefined ? { url } : { url, pid };
}
