/** The processes of `npm start`, with ports and data of their own. */
import { join } from 'node:path';
import { freePort } from '@sluice/local';
import { launchStart, type StartedInstallation } from '../installation/launch-start.js';

/** Starts it with its data in `folder`; resolves once everything answers. */
export async function startDemo(folder: string): Promise<StartedInstallation> {
  return launchStart(folder, await environment(folder));
}

async function environment(folder: string) {
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
