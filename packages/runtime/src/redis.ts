/**
 * Connections to Redis, whether it is one server, a Cluster, or a master that Sentinels name: producers fail fast, workers
 * wait; both come back within a second of Redis, and follow a failover.
 */
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { EventEmitter } from 'node:events';
import type { Logger } from './logger.js';
import { errorFields } from './logger.js';
import { redisAddress, type RedisAddress } from './redis-url.js';

/** A connection to Redis, in whichever of its modes. On a Cluster, a command's keys have to share a hash tag. */
export type RedisConnection = Redis | Cluster;

const RECONNECT_AT_MOST_MS = 1_000;
/**
 * A worker's connection over which nothing has come for so long, though an answer is due, is dead: it is broken off,
 * opened anew, and what was asked is asked again. Longer than the 10 s that BullMQ lets Redis wait for a job; beyond
 * that BullMQ itself gives the wait up.
 */
const SILENT_AT_MOST_MS = 15_000;
/** The same of a producer's: each of its commands has failed long before, but only a new connection finds a new master. */
const PRODUCER_SILENT_AT_MOST_MS = 5_000;
/** A Cluster is asked so often for its masters: one that is silent sends no redirection. */
const ASK_FOR_MASTERS_EVERY_MS = 2_000;
/** A command to a Cluster is sent again every 100 ms while its master changes: by producers for 0.8 s, by workers for 60 s. */
const PRODUCER_REDIRECTIONS = 8;
const WORKER_REDIRECTIONS = 600;

const retryStrategy = (times: number) => Math.min(times * 100, RECONNECT_AT_MOST_MS);

/** How a connection behaves while Redis does not answer. */
interface Manner {
  /** Holds for every connection to one server. */
  readonly commands: Pick<
    RedisOptions,
    'commandTimeout' | 'maxRetriesPerRequest' | 'connectTimeout' | 'socketTimeout'
  >;
  /** Whether commands wait for a connection. */
  readonly enableOfflineQueue: boolean;
  readonly maxRedirections: number;
  /** Connects again after so long; null: never. */
  readonly retryStrategy: (times: number) => number | null;
  readonly lazyConnect?: boolean;
}

/** A connection for adding jobs: a call fails within a second when Redis is dead or paused, and is never queued up. */
export function producerConnection(url: string, log: Logger): RedisConnection {
  const commands = {
    ...{ commandTimeout: 1_000, connectTimeout: 1_000, maxRetriesPerRequest: 1 },
    socketTimeout: PRODUCER_SILENT_AT_MOST_MS,
  };
  const manner = { commands, enableOfflineQueue: false, maxRedirections: PRODUCER_REDIRECTIONS };
  return watched(open(redisAddress(url), { ...manner, retryStrategy }), log);
}

/** A connection for working on jobs: commands wait until Redis is back, but never on a dead connection. */
export function workerConnection(url: string, log: Logger): RedisConnection {
  const commands = { maxRetriesPerRequest: null, socketTimeout: SILENT_AT_MOST_MS };
  const manner = { commands, enableOfflineQueue: true, maxRedirections: WORKER_REDIRECTIONS };
  return watched(open(redisAddress(url), { ...manner, retryStrategy }), log);
}

/**
 * Runs `use` on a connection that is opened for it alone, tried once, and closed again.
 * Rejects when Redis does not answer within `withinMs`, which is the time of each command as well.
 */
export async function withRedis<T>(
  url: string,
  withinMs: number,
  use: (connection: RedisConnection) => Promise<T>,
): Promise<T> {
  const connection = open(redisAddress(url), {
    commands: { commandTimeout: withinMs, connectTimeout: withinMs, maxRetriesPerRequest: 1 },
    enableOfflineQueue: true,
    maxRedirections: PRODUCER_REDIRECTIONS,
    retryStrategy: () => null,
    lazyConnect: true,
  });
  // The caller learns it from the rejection; the last error says more than "Connection is closed".
  let because: unknown;
  const events: EventEmitter = connection;
  events.on('error', (error: unknown) => {
    because = error;
  });
  try {
    await connection.connect().catch((error: unknown) => {
      throw causeOf(because ?? error);
    });
    return await use(connection);
  } finally {
    connection.disconnect();
  }
}

function open(address: RedisAddress, manner: Manner): RedisConnection {
  const { commands, maxRedirections, retryStrategy: again, ...waits } = manner;
  switch (address.kind) {
    case 'server':
      return new Redis(address.url, { ...commands, ...waits, retryStrategy: again, reconnectOnError });
    case 'sentinel': {
      const { sentinels, master, database, login, sentinelLogin, tls } = address;
      return new Redis({
        ...commands,
        ...waits,
        ...login,
        sentinels: [...sentinels],
        name: master,
        db: database,
        ...(sentinelLogin.username !== undefined && { sentinelUsername: sentinelLogin.username }),
        ...(sentinelLogin.password !== undefined && { sentinelPassword: sentinelLogin.password }),
        // A master that is silent breaks off no connection; its Sentinels say that it is one no more.
        failoverDetector: true,
        sentinelCommandTimeout: 1_000,
        sentinelRetryStrategy: again,
        retryStrategy: again,
        reconnectOnError,
        ...(tls && { tls: {}, enableTLSForSentinelMode: true, sentinelTLS: {} }),
      });
    }
    case 'cluster':
      return new Cluster([...address.nodes], {
        ...waits,
        clusterRetryStrategy: again,
        maxRedirections,
        slotsRefreshInterval: ASK_FOR_MASTERS_EVERY_MS,
        // A certificate names hosts, not the addresses that they have today.
        dnsLookup: (host, done) => done(null, host),
        redisOptions: { ...commands, ...address.login, ...(address.tls && { tls: {} }) },
      });
  }
}

// Behind one name, the server may have become a replica while the connection to it lasted: a new one finds the master, and
// the command is sent again.
const reconnectOnError = ({ message }: Error) => (message.startsWith('READONLY') ? 2 : false);

// Of a Cluster, ioredis says only that no node answered, and what the last one said beside it.
function causeOf(error: unknown): unknown {
  return (error as { readonly lastNodeError?: Error | null }).lastNodeError ?? error;
}

// One line when the connection is lost and one when it is back, however often it is tried in between.
function watched(connection: RedisConnection, log: Logger): RedisConnection {
  const events: EventEmitter = connection;
  let lost = false;
  events.on('error', (error: Error) => {
    if (lost) return;
    lost = true;
    log.warn('redis connection lost', errorFields(causeOf(error)));
  });
  events.on('ready', () => {
    if (lost) log.info('redis connection restored');
    lost = false;
  });
  return connection;
}

/** The servers that take writes: one, or all masters of a Cluster that are known. */
export function mastersOf(connection: RedisConnection): readonly Redis[] {
  return connection instanceof Cluster ? connection.nodes('master') : [connection];
}

/** Resolves when every part of Redis that holds queues answers; rejects when one does not. */
export async function pingRedis(connection: RedisConnection): Promise<void> {
  const masters = mastersOf(connection);
  if (connection.status !== 'ready' || masters.length === 0) throw new Error('redis is not connected');
  await Promise.all([
    ...masters.map((master) => master.ping()),
    ...(connection instanceof Cluster ? [servesAllSlots(connection, masters.length)] : []),
  ]);
}

// A master whose connection was lost is no longer known, until the Cluster has been asked again.
async function servesAllSlots(cluster: Cluster, knownMasters: number): Promise<void> {
  const info = String(await cluster.cluster('INFO'));
  const masters = Number(/^cluster_size:(\d+)/m.exec(info)?.[1]);
  if (!info.includes('cluster_state:ok') || knownMasters < masters)
    throw new Error('the Redis Cluster does not serve all its slots');
}

/** The memory of a Redis server. */
export interface RedisMemory {
  readonly usedBytes: number;
  /** 0 when it has no bound. */
  readonly mostBytes: number;
}

/** How much memory Redis uses on its fullest server, and how much it may; 0 when it has no bound. */
export async function redisMemory(connection: RedisConnection): Promise<RedisMemory> {
  const servers = await Promise.all(mastersOf(connection).map(memoryOf));
  const [fullest] = servers.sort((one, other) => fractionOf(other) - fractionOf(one));
  return fullest ?? { usedBytes: 0, mostBytes: 0 };
}

/** How much of its memory Redis uses, from 0 to 1, on its fullest server; 0 when it has no bound. */
export async function memoryFraction(connection: RedisConnection): Promise<number> {
  return fractionOf(await redisMemory(connection));
}

async function memoryOf(server: Redis): Promise<RedisMemory> {
  const info = await server.info('memory');
  const value = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  return { usedBytes: value('used_memory'), mostBytes: value('maxmemory') };
}

const fractionOf = ({ usedBytes, mostBytes }: RedisMemory): number =>
  mostBytes > 0 ? usedBytes / mostBytes : 0;
