/** `npm start` as other tools run it, with ports and data of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, readRunFile, type RunFile } from '@sluice/local';

/** How long everything may take to answer. */
export const START_WITHIN_MS = 60_000;
/** What `npm start` runs. */
export const startProgram = fileURLToPath(new URL('../dist/start.js', import.meta.url));

/** One data directory, and the supervisor that runs on it. */
export interface NpmStart {
  readonly dataDir: string;
  readonly env: NodeJS.ProcessEnv;
  /** What the last start has printed. */
  readonly printed: () => string;
  readonly supervisorPid: () => number | undefined;
  /** Starts everything, and resolves once it answers. */
  start(): Promise<RunFile>;
  /** Sends the supervisor a signal, and resolves with its exit code. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
  /** Polls `look` until it returns a value; fails with `what` and what was printed. */
  until<T>(what: string, look: () => T | undefined | Promise<T | undefined>, withinMs: number): Promise<T>;
  /** Kills the supervisor, if it still runs, and deletes the data. */
  remove(): void;
}

/** Chooses ports and an empty data directory. */
export async function npmStart(): Promise<NpmStart> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-start-'));
  const ports = new Set<number>();
  while (ports.size < 3) ports.add(await freePort(ports));
  const [gateway, dashboard, sink] = [...ports].map(String);
  const env: NodeJS.ProcessEnv = {
    // Its own stores and buyers, whatever this test run was given.
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    DATA_DIR: dataDir,
    PORT: gateway,
    DASHBOARD_PORT: dashboard,
    SINK_PORT: sink,
  };
  let supervisor: ChildProcess | undefined;
  let printed = '';

  async function until<T>(
    what: string,
    look: () => T | undefined | Promise<T | undefined>,
    withinMs: number,
  ): Promise<T> {
    const giveUpAt = performance.now() + withinMs;
    for (;;) {
      const seen = await look();
      if (seen !== undefined) return seen;
      if (performance.now() > giveUpAt) throw new Error(`${what}: not within ${withinMs} ms\n${printed}`);
      await sleep(20);
    }
  }

  return {
    dataDir,
    env,
    printed: () => printed,
    supervisorPid: () => supervisor?.pid,
    until,
    async start() {
      printed = '';
      const child = spawn(process.execPath, [startProgram], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      supervisor = child;
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (text: Buffer) => (printed += text.toString()));
      }
      return until(
        'everything answers',
        () => {
          if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}\n${printed}`);
          return readRunFile(dataDir);
        },
        START_WITHIN_MS,
      );
    },
    async stop(signal) {
      const child = supervisor!;
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      child.kill(signal);
      return ended;
    },
    remove() {
      supervisor?.kill('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

/** The pids of every process except the supervisor's. */
export function pidsOf({ services, redis, mongodb }: RunFile): number[] {
  return [...Object.values(services).flat(), redis.pid!, mongodb.pid!];
}
