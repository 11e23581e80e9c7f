/** An installation to measure: what `npm start` runs, on ports and data of its own, ended when the measuring is over. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from '../project/root.js';
import { readRunFile, type RunFile } from '../start/run-file.js';
import { freePort } from '../supervisor/free-port.js';
import { Problem } from '../terminal/problem.js';

const STARTS_WITHIN_MS = 120_000;

/** Runs `measure` on a fresh installation. */
export async function onFreshInstallation<T>(measure: (run: RunFile) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
  const [port, dashboard, sink] = [await freePort(), await freePort(), await freePort()];
  const supervisor = spawn(process.execPath, [join(projectRoot, 'scripts', 'bootstrap.mjs'), 'start'], {
    cwd: projectRoot,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      DASHBOARD_PORT: String(dashboard),
      SINK_PORT: String(sink),
      LOG_LEVEL: 'info',
    },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => supervisor.once('exit', resolve));
  try {
    return await measure(await running(dataDir, () => supervisor.exitCode !== null));
  } finally {
    supervisor.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function running(dataDir: string, hasEnded: () => boolean): Promise<RunFile> {
  const until = performance.now() + STARTS_WITHIN_MS;
  while (performance.now() < until && !hasEnded()) {
    const run = readRunFile(dataDir);
    if (run) return run;
    await pause(100);
  }
  throw new Problem('The installation to measure did not start: try `npm start` to see why.');
}
