/** The environment of an installation that has ports, data and stores of its own. */
import { join } from 'node:path';
import { freePort } from '@sluice/local';

/** The environment of this process without its stores, sink and tenant, for an installation with its data in `folder`. */
export async function privateEnvironment(folder: string): Promise<NodeJS.ProcessEnv & { DATA_DIR: string }> {
  const ports = new Set<number>();
  for (let n = 0; n < 3; n += 1) ports.add(await freePort(ports));
  const [port, dashboardPort, sinkPort] = [...ports].map(String);
  // The environment's stores must not receive made-up leads.
  const {
    MONGODB_URL: _mongodb,
    REDIS_URL: _redis,
    SINK_URL: _sink,
    TENANT_FILE: _file,
    ...kept
  } = process.env;
  return {
    ...kept,
    DATA_DIR: join(folder, 'data'),
    PORT: port,
    DASHBOARD_PORT: dashboardPort,
    SINK_PORT: sinkPort,
  };
}
