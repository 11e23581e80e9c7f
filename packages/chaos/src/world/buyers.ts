/** The buyers, webhook receivers and ad platforms: the sink as a process, told how to behave over its own interface. */
import { spawn } from 'node:child_process';
import type { Behaviour } from '@sluice/sink';
import { freePort, programPath } from '@sluice/local';
import { until } from './until.js';

/** Everybody whom the services call. */
export interface Buyers {
  readonly url: string;
  /** Puts a script in force for a path. */
  script(behaviour: Behaviour): Promise<void>;
  /** Ends the script of a path. */
  unscript(path: string): Promise<void>;
  /** Ends all scripts. */
  behave(): Promise<void>;
  stop(): Promise<void>;
}

/** What the buyers are started with. */
export interface BuyersSetup {
  readonly ledgerFile: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Starts them; what reaches them is written to `ledgerFile` before it is answered. */
export async function startBuyers({ ledgerFile, env }: BuyersSetup): Promise<Buyers> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [programPath('sink')], {
    env: { ...env, SINK_PORT: String(port), LEDGER_FILE: ledgerFile, SLUICE_SUPERVISED: '1' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const answers = async () => (await fetch(`${url}/healthz`).catch(() => undefined))?.ok ?? false;
  if (!(await until(answers, 30_000))) throw new Error('the buyers do not start');

  const ask = async (method: string, body?: string, query = '') => {
    const answer = await fetch(`${url}/behaviour${query}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    });
    if (!answer.ok) throw new Error(`the buyers refuse a script: ${await answer.text()}`);
  };
  return {
    url,
    script: (behaviour) => ask('PUT', JSON.stringify(behaviour)),
    unscript: (path) => ask('DELETE', undefined, `?path=${encodeURIComponent(path)}`),
    behave: () => ask('DELETE'),
    async stop() {
      const gone = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await gone;
    },
  };
}
