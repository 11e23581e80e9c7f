/** The affiliates' processes, one for each tenant. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ClientReport, ClientOrder } from '../client/messages.js';

/** The affiliates of all tenants. */
export interface Affiliates {
  order(tenantId: string, order: ClientOrder): void;
  /**
   * Stops all, lets them repeat requests for `withinMs`, and resolves once they have ended. Rejects if one of them
   * crashed, because the run then lacks its leads.
   */
  finish(withinMs: number): Promise<void>;
  /** Ends all at once. */
  kill(): void;
}

/** The settings of the affiliates. */
export interface AffiliatesSetup {
  readonly gatewayUrl: string;
  readonly seed: number;
  readonly apiKeys: ReadonlyMap<string, string>;
  readonly ledgerFileOf: (tenantId: string) => string;
}

const main = fileURLToPath(new URL('../client/main.js', import.meta.url));

/** Starts the affiliates. Until they get orders they only probe each other's leads. */
export function startAffiliates({ gatewayUrl, seed, apiKeys, ledgerFileOf }: AffiliatesSetup): Affiliates {
  const processes = new Map<string, ChildProcess>();
  const order = (tenantId: string, what: ClientOrder) => {
    const child = processes.get(tenantId);
    // An affiliate that has just finished no longer reads what others ask it to probe.
    if (child?.connected) child.send(what, () => undefined);
  };
  for (const [tenantId, apiKey] of apiKeys) {
    const setup = { gatewayUrl, apiKey, tenantId, seed, ledgerFile: ledgerFileOf(tenantId) };
    const child = fork(main, [JSON.stringify(setup)], { execArgv: [] });
    processes.set(tenantId, child);
    child.on('message', (report) => {
      const { leadId } = report as ClientReport;
      for (const other of processes.keys()) if (other !== tenantId) order(other, { order: 'probe', leadId });
    });
  }
  return {
    order,
    async finish(withinMs) {
      await Promise.all(
        [...processes].map(async ([tenantId, child]) => {
          if (child.exitCode === null && child.signalCode === null) {
            const gone = new Promise((done) => child.once('exit', done));
            order(tenantId, { order: 'finish', withinMs });
            await gone;
          }
          if (child.exitCode !== 0) throw new Error(`the affiliate of ${tenantId} crashed`);
        }),
      );
    },
    kill: () => processes.forEach((child) => child.kill('SIGKILL')),
  };
}
