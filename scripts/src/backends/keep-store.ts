/** A store's own program, kept running on a private port with its data in the data directory. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../supervisor/free-port.js';
import { keepProcess } from '../supervisor/keep-process.js';
import { Problem } from '../terminal/problem.js';
import type { Backend, BackendPlace } from './backend.js';
import { waitUntil } from './ping.js';

/** A store that comes as a program. */
export interface StoreProgram {
  readonly name: 'redis' | 'mongodb';
  readonly command: string;
  /** The folder of its data, within the data directory. */
  readonly folder: string;
  readonly url: (port: number) => string;
  readonly args: (port: number, dir: string) => readonly string[];
  readonly answers: (url: string, withinMs: number) => Promise<boolean>;
  /** How long it may take to write down what it has when it is stopped. */
  readonly stopsWithinMs: number;
}

/** Loading a large append-only file or replaying a journal takes a while. */
const START_WITHIN_MS = 60_000;

/** Starts the program and keeps it running. @throws Problem when it does not come to answer */
export async function keepStore(program: StoreProgram, place: BackendPlace): Promise<Backend> {
  const { name, command } = program;
  const dir = join(place.dataDir, program.folder);
  mkdirSync(dir, { recursive: true });
  const port = await freePort();
  const url = program.url(port);
  const logFile = join(place.logDir, `${name}.log`);
  const server = keepProcess(
    {
      name,
      command,
      args: program.args(port, dir),
      env: process.env,
      logFile,
      pidFile: join(place.dataDir, 'pids', `${name}.json`),
      leash: 'signal',
    },
    {
      started: () => place.started?.(),
      ended: ({ code, signal }) =>
        place.note(`  ! ${name} ended (${signal ?? code}); starting it again with its data`),
    },
  );
  if (!(await waitUntil(() => program.answers(url, 1_000), START_WITHIN_MS))) {
    server.kill();
    throw new Problem(`${command} does not start; its reason is in ${logFile}.`);
  }
  return {
    url,
    kind: 'system',
    label: `${command}, data in ${dir}`,
    get pid() {
      return server.pid;
    },
    stop: () => server.stop(program.stopsWithinMs),
  };
}
