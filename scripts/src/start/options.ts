/** The options of `npm start`: read once from the environment and checked, with every default in one place. */
import { join, resolve } from 'node:path';
import {
  Problem,
  projectRoot,
  serviceNamed,
  serviceNames,
  workersVariable,
  type ServiceName,
} from '@sluice/local';

/** The options of `npm start`. */
export interface StartOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Absolute. */
  readonly dataDir: string;
  /** Absolute. */
  readonly tenantFile: string;
  readonly gatewayPort: number;
  readonly dashboardPort: number;
  /** `undefined` if `SINK_URL` names other buyers. */
  readonly sinkPort: number | undefined;
  readonly sinkUrl: string;
  /** The demo buyer's mailbox; `undefined` without the demo buyer. */
  readonly mailboxPort: number | undefined;
  readonly gatewayUrl: string;
  readonly dashboardUrl: string;
  /** How long a service may take to finish its work when it is asked to stop. */
  readonly graceMs: (service: ServiceName) => number;
  /** The number of processes of each service. */
  readonly workers: Readonly<Record<ServiceName, number>>;
}

/** Reads the options; throws a `Problem` that names a variable with an invalid value. */
export function readStartOptions(env: NodeJS.ProcessEnv): StartOptions {
  const gatewayPort = port(env, 'PORT', 3000);
  const dashboardPort = port(env, 'DASHBOARD_PORT', 3001);
  const sinkPort = env['SINK_URL'] ? undefined : port(env, 'SINK_PORT', 4800);
  const grace = wholeNumber(env, 'SHUTDOWN_GRACE_SECONDS', 0, 1, 3_600);
  refuseSharedPorts({ PORT: gatewayPort, DASHBOARD_PORT: dashboardPort, SINK_PORT: sinkPort });
  return {
    env,
    dataDir: env['DATA_DIR'] ? resolve(env['DATA_DIR']) : join(projectRoot, '.sluice'),
    tenantFile: env['TENANT_FILE']
      ? resolve(env['TENANT_FILE'])
      : join(projectRoot, 'examples', 'demo-tenant.yaml'),
    gatewayPort,
    dashboardPort,
    sinkPort,
    sinkUrl: env['SINK_URL'] || local(sinkPort ?? 4800),
    mailboxPort: sinkPort === undefined ? undefined : sinkPort + 25,
    gatewayUrl: local(gatewayPort),
    dashboardUrl: local(dashboardPort),
    graceMs: (service) => 1_000 * (grace || serviceNamed(service).graceSeconds),
    workers: Object.fromEntries(
      serviceNames.map((name) => [name, wholeNumber(env, workersVariable(name), 1, 1, 64)]),
    ) as Record<ServiceName, number>,
  };
}

function local(portNumber: number): string {
  return `http://127.0.0.1:${portNumber}`;
}

function port(env: NodeJS.ProcessEnv, variable: string, standard: number): number {
  return wholeNumber(env, variable, standard, 1, 65_535);
}

function wholeNumber(
  env: NodeJS.ProcessEnv,
  variable: string,
  standard: number,
  min: number,
  max: number,
): number {
  const text = env[variable];
  if (text === undefined || text === '') return standard;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new Problem(`${variable} is "${text}", but must be a whole number from ${min} to ${max}.`);
  }
  return value;
}

function refuseSharedPorts(ports: Record<string, number | undefined>): void {
  const seen = new Map<number, string>();
  for (const [variable, number] of Object.entries(ports)) {
    if (number === undefined) continue;
    const other = seen.get(number);
    if (other !== undefined)
      throw new Problem(`${other} and ${variable} are both ${number}: change one of them.`);
    seen.set(number, variable);
  }
}
