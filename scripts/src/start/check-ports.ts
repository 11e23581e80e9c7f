/** Checks the documented ports before anything slow starts. */
import { portState, Problem } from '@sluice/local';
import type { StartOptions } from './options.js';

/** Throws a `Problem` that names the port and its variable if one of the ports is unavailable. */
export async function checkPorts({
  gatewayPort,
  dashboardPort,
  sinkPort,
  mailboxPort,
}: StartOptions): Promise<void> {
  const promised = [
    { variable: 'PORT', port: gatewayPort, what: 'the gateway' },
    { variable: 'DASHBOARD_PORT', port: dashboardPort, what: 'the dashboard' },
    { variable: 'SINK_PORT', port: sinkPort, what: 'the demo buyer' },
    { variable: 'SINK_PORT', port: mailboxPort, what: "the demo buyer's mailbox" },
  ];
  for (const { variable, port, what } of promised) {
    if (port === undefined) continue;
    const state = await portState(port);
    if (state === 'free') continue;
    const why = state === 'taken' ? 'is already in use' : 'is not allowed for this user';
    throw new Problem(`Port ${port} for ${what} ${why}: free it, or set ${variable} to another port.`);
  }
}
