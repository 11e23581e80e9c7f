/**
 * A store's own program, kept running on a private port with its data in the data directory, and monitored from
 * outside.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, portState, Problem } from '@sluice/local';
import { keepProcess, type KeptProcess } from '../supervisor/keep-process.js';
import type { AskStore } from './ask-store.js';
import type { Backend, BackendPlace } from './backend.js';
import { waitUntil } from './ping.js';
import { usualPatience, watchStore } from './watch-store.js';

/** A store that is an installed program. */
export interface StoreProgram {
  readonly name: 'redis' | 'mongodb';
  readonly command: string;
  /** The folder of its data, within the data directory. */
  readonly folder: string;
  readonly url: (port: number) => string;
  readonly args: (port: number, dir: string) => readonly string[];
  readonly ask: AskStore;
  /** How long it may take to save its data when it is stopped. */
  readonly stopsWithinMs: number;
}

/** Loading a large append-only file or replaying a journal takes some time. */
const START_WITHIN_MS = 60_000;

/** The grace period of a store that does not answer; short, because its journal already has its data. */
const DEAF_GRACE_MS = 2_000;

/** How many ports are tried if other processes take them before the program listens. */
const PORTS_TRIED = 3;

interface Started {
  readonly port: number;
  readonly server: KeptProcess;
}

/** Starts the program, keeps it running and restarts it if it stops answering. @throws Problem if it never answers */
export async function keepStore(program: StoreProgram, place: BackendPlace): Promise<Backend> {
  const { name, command } = program;
  const dir = join(place.dataDir, program.folder);
  mkdirSync(dir, { recursive: true });
  const logFile = join(place.logDir, `${name}.log`);
  const { port, server } = await startSomewhere(program, place, { dir, logFile });
  const watch = watchStore(
    {
      name,
      port,
      logFile,
      pid: () => server.pid,
      ask: (withinMs) => program.ask({ port, pid: server.pid }, withinMs),
      restart: () => server.restart(DEAF_GRACE_MS),
      note: place.note,
    },
    { ...usualPatience, ...place.patience },
  );
  return {
    url: program.url(port),
    kind: 'system',
    label: `${command}, data in ${dir}`,
    get pid() {
      return server.pid;
    },
    stop: () => {
      watch.stop();
      return server.stop(program.stopsWithinMs);
    },
  };
}

/** Starts the program on a free port, and on another one if the port was taken meanwhile. */
async function startSomewhere(
  program: StoreProgram,
  place: BackendPlace,
  { dir, logFile }: { dir: string; logFile: string },
): Promise<Started> {
  for (let tried = 1; ; tried += 1) {
    const port = await (place.choosePort ?? freePort)();
    let ends = 0;
    const server = keepStoreProcess(program, place, { port, dir, logFile }, () => (ends += 1));
    let stolen = false;
    const answers = async (): Promise<boolean> => {
      // An exit alone does not prove a port conflict; an exit with another process on the port does.
      stolen = ends > 0 && server.pid === undefined && (await portState(port, '127.0.0.1')) === 'taken';
      return stolen || (await program.ask({ port, pid: server.pid }, 1_000)).kind === 'answers';
    };
    const answered = await waitUntil(answers, START_WITHIN_MS);
    if (answered && !stolen) return { port, server };
    server.kill();
    if (!stolen || tried === PORTS_TRIED) {
      throw new Problem(`${program.command} does not start; see ${logFile} for the reason.`);
    }
  }
}

function keepStoreProcess(
  { name, command, args }: StoreProgram,
  place: BackendPlace,
  { port, dir, logFile }: { port: number; dir: string; logFile: string },
  ended: () => void,
): KeptProcess {
  return keepProcess(
    {
      name,
      command,
      args: args(port, dir),
      env: place.env ?? process.env,
      logFile,
      pidFile: join(place.dataDir, 'pids', `${name}.json`),
      tiedBy: 'signal',
    },
    {
      started: () => place.started?.(),
      ended: ({ code, signal }) => {
        ended();
        place.note(`  ! ${name} ended (${signal ?? code}); restarting it with its data`);
      },
    },
  );
}
