/**
 * The run's MongoDB: the embedded engine, which may be killed and paused, or a given one, which is only disconnected.
 */
import { mkdirSync } from 'node:fs';
import { embeddedMongoAvailability, startEmbeddedMongo } from '@sluice/embedded-mongo';
import { MongoClient } from 'mongodb';
import { freePort } from '@sluice/local';

/** A MongoDB for one run. */
export interface MongoServer {
  readonly port: number;
  /** A description for people. */
  readonly label: string;
  /** The URL of the run's database through `port`, which is the server's own or a link's. */
  readonly urlBy: (port: number) => string;
  /** Kills it; it restarts by itself with its data. Returns false for a given server, which must not be killed. */
  kill(): boolean;
  pause(): boolean;
  resume(): void;
  /** Ends the server that was started here, or drops the run's database from a given one. */
  stop(): Promise<void>;
}

/** The server that `givenUrl` names, else an embedded one with its data in `folder`. */
export async function startMongoServer(
  givenUrl: string | undefined,
  folder: string,
  database: string,
): Promise<MongoServer> {
  return givenUrl ? givenServer(givenUrl, database) : embeddedServer(folder, database);
}

async function embeddedServer(folder: string, database: string): Promise<MongoServer> {
  const availability = await embeddedMongoAvailability();
  if (!availability.available) throw new Error(availability.reason);
  mkdirSync(folder, { recursive: true });
  const engine = await startEmbeddedMongo({ dataDir: folder, port: await freePort() });
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(engine.pid, name);
    } catch {
      // It was killed and has not restarted yet.
    }
    return true;
  };
  return {
    port: engine.port,
    label: 'embedded engine',
    urlBy: (port) => `mongodb://127.0.0.1:${port}/${database}?retryWrites=false&directConnection=true`,
    kill: () => signal('SIGKILL'),
    pause: () => signal('SIGSTOP'),
    resume: () => void signal('SIGCONT'),
    stop: () => engine.stop(),
  };
}

function givenServer(givenUrl: string, database: string): MongoServer {
  // The driver's URLs may name several hosts, which WHATWG URLs may not; a run needs a single host, to put links in
  // front of it.
  const given = new URL(givenUrl.replace(/^mongodb:/, 'http:'));
  const urlBy = (port: number) => {
    const url = new URL(given);
    url.host = `127.0.0.1:${port}`;
    url.pathname = `/${database}`;
    url.searchParams.set('directConnection', 'true');
    return url.href.replace(/^http:/, 'mongodb:');
  };
  if (!['127.0.0.1', 'localhost'].includes(given.hostname))
    throw new Error(
      'MONGODB_URL must name a server on this machine, because the run puts links in front of it.',
    );
  const port = Number(given.port || 27_017);
  return {
    port,
    label: 'given by MONGODB_URL',
    urlBy,
    kill: () => false,
    pause: () => false,
    resume: () => undefined,
    async stop() {
      const client = new MongoClient(urlBy(port));
      await client.db(database).dropDatabase();
      await client.close();
    },
  };
}
