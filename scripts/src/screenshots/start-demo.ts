/** What `npm start` runs, with ports and data of its own. */
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { launchProcess } from '@sluice/launch';
import { freePort, Problem, projectRoot, readRunFile, type RunFile } from '@sluice/local';

/** A running demo. */
export interface Demo {
  readonly run: RunFile;
  /** What `sluice` is to be run with to reach it. */
  readonly env: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

const STARTS_WITHIN_MS = 240_000;

/** Starts it with its data in `folder`; resolves when everything answers. */
export async function startDemo(folder: string): Promise<Demo> {
  const env = await environment(folder);
  const logFile = join(folder, 'start.log');
  const log = openSync(logFile, 'a');
  const supervisor = launchProcess(
    {
      name: 'sluice',
      command: process.execPath,
      args: [join(projectRoot, 'scripts', 'bootstrap.mjs'), 'start'],
      env,
      logFile,
      pidFile: join(folder, 'supervisor.json'),
      leash: 'signal',
    },
    log,
  );
  closeSync(log);
  const ended = new Promise<void>((resolve) => supervisor.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    supervisor.kill('SIGTERM');
    await ended;
  };
  const until = performance.now() + STARTS_WITHIN_MS;
  while (performance.now() < until && supervisor.exitCode === null) {
    const run = readRunFile(join(folder, 'data'));
    if (run) return { run, env, stop };
    await pause(200);
  }
  await stop();
  const said = readFileSync(logFile, 'utf8').trim().split('\n').slice(-5).join('\n');
  throw new Problem(`The installation to picture did not start; it said:\n${said}`);
}

async function environment(folder: string): Promise<NodeJS.ProcessEnv> {
  const ports = new Set<number>();
  for (let n = 0; n < 3; n += 1) ports.add(await freePort(ports));
  const [port, dashboardPort, sinkPort] = [...ports].map(String);
  // Stores of the environment are not for made-up leads.
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
