/** MongoDB: the one that MONGODB_URL names, else a mongod on PATH, else the embedded engine; data in the data directory. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { embeddedMongoAvailability, startEmbeddedMongo } from '@sluice/embedded-mongo';
import { projectRoot } from '../project/root.js';
import { freePort } from '../supervisor/free-port.js';
import { Problem } from '../terminal/problem.js';
import type { Backend, BackendPlace } from './backend.js';
import { findProgram } from './find-program.js';
import { keepStore } from './keep-store.js';
import { mongoAnswers } from './ping.js';

/** A MongoDB that answers; throws a `Problem` when none can be had. */
export async function findOrStartMongo(givenUrl: string | undefined, place: BackendPlace): Promise<Backend> {
  if (givenUrl) return givenMongo(givenUrl);
  const program = findProgram('mongod');
  return program === undefined ? startEmbedded(place) : startMongod(program, place);
}

async function givenMongo(url: string): Promise<Backend> {
  if (!(await mongoAnswers(url, 5_000))) {
    throw new Problem(
      'No MongoDB answers at MONGODB_URL: start it, correct the variable, or unset it to have one started.',
    );
  }
  return { url, kind: 'given', label: 'MongoDB from MONGODB_URL', stop: async () => undefined };
}

const startMongod = (command: string, place: BackendPlace): Promise<Backend> =>
  keepStore(
    {
      name: 'mongodb',
      command,
      folder: 'mongod',
      url: (port) => `mongodb://127.0.0.1:${port}/`,
      args: (port, dir) => ['--port', String(port), '--bind_ip', '127.0.0.1', '--dbpath', dir, '--quiet'],
      answers: mongoAnswers,
      stopsWithinMs: 15_000,
    },
    place,
  );

async function startEmbedded(place: BackendPlace): Promise<Backend> {
  const availability = await embeddedMongoAvailability();
  // Its reason is a whole sentence with the remedy.
  if (!availability.available) throw new Problem(availability.reason);
  // Not in the folder of a mongod: the two may be of different versions and must not open each other's files.
  const dir = join(place.dataDir, 'mongodb');
  mkdirSync(dir, { recursive: true });
  const engine = await startEmbeddedMongo({
    dataDir: dir,
    port: await freePort(),
    cacheDir: join(projectRoot, 'node_modules', '.cache', 'embedded-mongo'),
    onRestart: () => {
      place.note('  ! mongodb ended; it was started again with its data');
      place.started?.();
    },
    onExit: (reason) => place.note(`  ! mongodb ended and cannot be started again: ${reason}`),
  });
  place.started?.();
  return {
    url: engine.url,
    kind: 'embedded',
    label: `embedded engine, data in ${dir}`,
    get pid() {
      return engine.pid;
    },
    stop: () => engine.stop(),
  };
}
