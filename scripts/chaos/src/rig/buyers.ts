/** The buyers, webhook receivers and ad platforms: the sink as a process, scripted over its own interface. */
import type { Behaviour } from '@sluice/sink';
import { launchProgram, planSink } from '@sluice/launch';
import { freePort } from '@sluice/local';
import { send } from '../http-client.js';

/** All receivers that the services call. */
export interface Buyers {
  readonly url: string;
  /** Activates a script for a path. */
  script(behaviour: Behaviour): Promise<void>;
  /** Removes the script of a path. */
  unscript(path: string): Promise<void>;
  /** Removes all scripts. */
  behave(): Promise<void>;
  stop(): Promise<void>;
}

/** The settings of the buyers. */
export interface BuyersSetup {
  /** The folder of the log and the pid. */
  readonly folder: string;
  readonly ledgerFile: string;
  readonly env: NodeJS.ProcessEnv;
}

const GRACE_MS = 15_000;
const ANSWERS_WITHIN_MS = 30_000;

/** Starts them; every request is written to `ledgerFile` before it is answered. */
export async function startBuyers({ folder, ledgerFile, env }: BuyersSetup): Promise<Buyers> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const spec = planSink({ folder, env: { ...env, LEDGER_FILE: ledgerFile }, port });
  const sink = launchProgram(spec, [`${url}/healthz`]);
  await sink.ready();

  const command = async (method: 'PUT' | 'DELETE', body?: string, query = '') => {
    const answer = await send(`${url}/behaviour${query}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
      withinMs: ANSWERS_WITHIN_MS,
    });
    if (answer.status !== 204) throw new Error(`the buyers refuse a script: ${answer.body}`);
  };
  return {
    url,
    script: (behaviour) => command('PUT', JSON.stringify(behaviour)),
    unscript: (path) => command('DELETE', undefined, `?path=${encodeURIComponent(path)}`),
    behave: () => command('DELETE'),
    stop: () => sink.process.stop(GRACE_MS),
  };
}
