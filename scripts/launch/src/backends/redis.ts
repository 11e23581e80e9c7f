/** Redis: the one that REDIS_URL names, else a redis-server started here with its data in the data directory. */
import { Problem } from '@sluice/local';
import { askRedis } from './ask-store.js';
import type { Backend, BackendPlace } from './backend.js';
import { findProgram } from './find-program.js';
import { keepStore } from './keep-store.js';
import { obtainPackaged } from './obtain-packaged.js';
import { redisAnswers } from './ping.js';

/** A Redis that answers; throws a `Problem` if there is none. */
export async function findOrStartRedis(givenUrl: string | undefined, place: BackendPlace): Promise<Backend> {
  if (givenUrl) return givenRedis(givenUrl);
  const program = await obtainPackaged(
    {
      name: 'redis-server',
      debianPackage: 'redis-server',
      find: () => findProgram('redis-server'),
      remedy:
        'install it (Debian: "apt-get install redis-server", macOS: "brew install redis") or set REDIS_URL',
    },
    place.note,
  );
  if (program.kind === 'missing') throw new Problem(program.because);
  return startRedis(program.path, place);
}

async function givenRedis(url: string): Promise<Backend> {
  if (!(await redisAnswers(url, 5_000))) {
    throw new Problem(
      `No Redis answers at REDIS_URL: start it, correct the variable, or unset it so that one is started.`,
    );
  }
  return { url, kind: 'given', label: 'Redis from REDIS_URL', stop: async () => undefined };
}

const startRedis = (command: string, place: BackendPlace): Promise<Backend> =>
  keepStore(
    {
      name: 'redis',
      command,
      folder: 'redis',
      url: (port) => `redis://127.0.0.1:${port}`,
      args: redisArguments,
      ask: askRedis,
      stopsWithinMs: 10_000,
    },
    place,
  );

function redisArguments(port: number, dir: string): string[] {
  const settings: Record<string, string> = {
    port: String(port),
    bind: '127.0.0.1',
    dir,
    appendonly: 'yes',
    appendfsync: 'everysec',
    // Snapshots in addition to the append-only file would only cost disk space.
    save: '',
    // A queue must refuse new work rather than silently drop old work.
    'maxmemory-policy': 'noeviction',
  };
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
}
