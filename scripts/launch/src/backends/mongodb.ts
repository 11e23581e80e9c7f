/**
 * MongoDB: the one that MONGODB_URL names, else a mongod on PATH, else the embedded engine, with its data in the data
 * directory.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { embeddedMongoAvailability, startEmbeddedMongo } from '@sluice/embedded-mongo';
import { freePort, Problem, projectRoot } from '@sluice/local';
import { forgetProcess, recordProcess } from '../supervisor/process-identity.js';
import { askMongo, askMongod } from './ask-store.js';
import type { Backend, BackendPlace } from './backend.js';
import { openEngineLog } from './engine-log.js';
import { findProgram } from './find-program.js';
import { keepStore } from './keep-store.js';
import { mongoAnswers, mongoKind } from './ping.js';
import { usualPatience, watchStore } from './watch-store.js';

/** The oldest version that Sluice works with. */
const LEAST_VERSION = 8;

/** A MongoDB that answers; throws a `Problem` if there is none. */
export async function findOrStartMongo(givenUrl: string | undefined, place: BackendPlace): Promise<Backend> {
  if (givenUrl) return givenMongo(givenUrl);
  const program = findProgram('mongod');
  if (program !== undefined && isRecent(program)) return startMongod(program, place);
  if (program !== undefined)
    place.note(`  ! ${program} is older than MongoDB 8.0: using the embedded engine`);
  return startEmbedded(place);
}

function isRecent(program: string): boolean {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 5_000 });
  return Number(/v(\d+)\./.exec(stdout)?.[1]) >= LEAST_VERSION;
}

async function givenMongo(url: string): Promise<Backend> {
  if (!(await mongoAnswers(url, 5_000))) {
    throw new Problem(
      'No MongoDB answers at MONGODB_URL: start it, correct the variable, or unset it so that one is started.',
    );
  }
  const label = `MongoDB from MONGODB_URL, ${await mongoKind(url)}`;
  return { url, kind: 'given', label, stop: async () => undefined };
}

const startMongod = (command: string, place: BackendPlace): Promise<Backend> =>
  keepStore(
    {
      name: 'mongodb',
      command,
      folder: 'mongod',
      url: (port) => `mongodb://127.0.0.1:${port}/`,
      args: (port, dir) => ['--port', String(port), '--bind_ip', '127.0.0.1', '--dbpath', dir, '--quiet'],
      ask: askMongod,
      stopsWithinMs: 15_000,
    },
    place,
  );

async function startEmbedded(place: BackendPlace): Promise<Backend> {
  const availability = await embeddedMongoAvailability();
  // The reason is a complete sentence with a remedy.
  if (!availability.available) throw new Problem(availability.reason);
  // Not in the folder of a mongod, because the two may have different versions and must not open each other's files.
  const dir = join(place.dataDir, 'mongodb');
  mkdirSync(dir, { recursive: true });
  const log = openEngineLog(join(place.logDir, 'mongodb.log'));
  const pidFile = join(place.dataDir, 'pids', 'mongodb.json');
  const engine = await startOnFreePort(place, (port) =>
    startEmbeddedMongo({
      dataDir: dir,
      port,
      cacheDir: join(projectRoot, 'node_modules', '.cache', 'embedded-mongo'),
      env: place.env,
      log: log.note,
      onOutput: log.write,
      // A paused engine outlives its supervisor and holds the data; the next supervisor finds it by its record.
      onSpawn: (pid) => recordProcess(pidFile, pid),
      onRestart: () => {
        place.note('  ! mongodb ended; restarted with its data');
        place.started?.();
      },
      onCannotStart: (reason) =>
        place.note(`  ! mongodb ended and does not restart (${reason}): see ${log.file}; retrying.`),
    }),
  );
  place.started?.();
  const watch = watchStore(
    {
      name: 'mongodb',
      port: engine.port,
      logFile: log.file,
      pid: () => (engine.serving ? engine.pid : undefined),
      ask: (withinMs) => askMongo({ port: engine.port }, withinMs),
      restart: (reason) => engine.restart(reason),
      note: place.note,
    },
    // The engine counts as serving only after it has read its journal.
    { ...usualPatience, startWithinMs: 0, ...place.patience },
  );
  return {
    url: engine.url,
    kind: 'embedded',
    label: `embedded engine, data in ${dir}`,
    get pid() {
      return engine.pid;
    },
    stop: async () => {
      watch.stop();
      await engine.stop();
      forgetProcess(pidFile);
    },
  };
}

/** How many ports are tried if other processes take them before the engine listens. */
const PORTS_TRIED = 3;

async function startOnFreePort<T>(place: BackendPlace, start: (port: number) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await start(await (place.choosePort ?? freePort)());
    } catch (error) {
      if (tried === PORTS_TRIED || !String(error).includes('EADDRINUSE')) throw error;
    }
  }
}
