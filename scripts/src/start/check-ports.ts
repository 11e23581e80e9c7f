/** The ports that people were promised, checked before anything slow is done. */
import { portState, Problem } from '@sluice/local';
import type { StartOptions } from './options.js';

/** Throws a `Problem` that names the port and its variable when one of the promised ports cannot be had. */
export async function checkPorts({ gatewayPort, dashboardPort, sinkPort }: StartOptions): Promise<void> {
  const promised = [
    { variable: 'PORT', port: gatewayPort, what: 'the interface' },
    { variable: 'DASHBOARD_PORT', port: dashboardPort, what: 'the operator console' },
    { variable: 'SINK_PORT', port: sinkPort, what: 'the demo buyer' },
  ];
  for (const { variable, port, what } of promised) {
    if (port === undefined) continue;
    const state = await portState(port);
    if (state === 'free') continue;
    const why = state === 'taken' ? 'is already in use' : 'may not be used by this user';
    throw new Problem(`Port ${port} for ${what} ${why}: free it, or set ${variable} to another port.`);
  }
}
