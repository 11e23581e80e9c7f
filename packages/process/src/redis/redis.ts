/**
 * Connections to Redis, whether one server, a Cluster, or a master that Sentinels name. Producers fail fast, workers
 * wait. Both reconnect within a second of Redis being back, and follow a failover.
 */
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { EventEmitter } from 'node:events';
import type { Logger } from '../logger.js';
import { errorFields } from '../logger.js';
import { FailoverConnector } from './failover-connector.js';
import { redisAddress, type RedisAddress } from './redis-url.js';

/** A connection to Redis in any of its modes. On a Cluster, all keys of a command need the same hash tag. */
export type RedisConnection = Redis | Cluster;

const RECONNECT_AT_MOST_MS = 1_000;
/** A host that does not accept a connection may be dead: the next attempt asks for the master again. */
const CONNECT_WITHIN_MS = 1_000;
/**
 * A worker's connection that receives nothing for this long while a reply is pending is dead: it is closed and
 * reopened, and its commands are sent again. Longer than the 10 s for which BullMQ lets Redis wait for a job; past
 * that, BullMQ itself gives up the wait.
 */
const SILENT_AT_MOST_MS = 15_000;
/** The same for a producer. Each of its commands fails long before, but only a new connection finds a new master. */
const PRODUCER_SILENT_AT_MOST_MS = 5_000;
/** How often the masters of a Cluster are queried, because a master that is silent sends no redirection. */
const ASK_FOR_MASTERS_EVERY_MS = 2_000;
/**
 * While a master of a Cluster changes, a command is sent again every 100 ms: by producers for 0.8 s, by workers for 60
 * s.
 */
const PRODUCER_REDIRECTIONS = 8;
const WORKER_REDIRECTIONS = 600;

/**
 * How long a closed connection waits for Redis to close its end. Nothing is awaited from it any more, and ioredis also
 * waits, and keeps the process alive, when the connection was lost before.
 */
const DISCONNECT_WITHIN_MS = 0;

const retryStrategy = (times: number) => Math.min(times * 100, RECONNECT_AT_MOST_MS);

/** How a connection behaves while Redis does not answer. */
interface Manner {
  /** Options of every connection to a single server. */
  readonly commands: Pick<
    RedisOptions,
    'commandTimeout' | 'maxRetriesPerRequest' | 'connectTimeout' | 'socketTimeout'
  >;
  /** Whether commands wait for a connection. */
  readonly enableOfflineQueue: boolean;
  readonly maxRedirections: number;
  /** The delay before the next attempt to connect; null for none. */
  readonly retryStrategy: (times: number) => number | null;
  readonly lazyConnect?: boolean;
}

/** A connection for adding jobs. A call fails within a second when Redis is dead or paused, and is never queued. */
export function producerConnection(url: string, log: Logger): RedisConnection {
  const commands = {
    commandTimeout: 1_000,
    connectTimeout: CONNECT_WITHIN_MS,
    maxRetriesPerRequest: 1,
    socketTimeout: PRODUCER_SILENT_AT_MOST_MS,
  };
  const manner = { commands, enableOfflineQueue: false, maxRedirections: PRODUCER_REDIRECTIONS };
  return watched(open(redisAddress(url), { ...manner, retryStrategy }), log);
}

/** A connection for working on jobs. Commands wait until Redis is back, but never on a dead connection. */
export function workerConnection(url: string, log: Logger): RedisConnection {
  const commands = {
    connectTimeout: CONNECT_WITHIN_MS,
    maxRetriesPerRequest: null,
    socketTimeout: SILENT_AT_MOST_MS,
  };
  const manner = { commands, enableOfflineQueue: true, maxRedirections: WORKER_REDIRECTIONS };
  return watched(open(redisAddress(url), { ...manner, retryStrategy }), log);
}

/**
 * Runs `use` on a connection that is opened only for it, tries to connect once, and closes it afterwards. Rejects when
 * Redis does not answer within `withinMs`, which is also the timeout of each command.
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
  // The caller receives it through the rejection. The last error event says more than "Connection is closed".
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
  const { commands: limits, maxRedirections, retryStrategy: again, ...waits } = manner;
  const commands = { ...limits, disconnectTimeout: DISCONNECT_WITHIN_MS };
  switch (address.kind) {
    case 'server':
      return new Redis(address.url, { ...commands, ...waits, retryStrategy: again, reconnectOnError });
    case 'sentinel': {
      const { sentinels, master, database, login, sentinelLogin, tls } = address;
      return new Redis({
        ...commands,
        ...waits,
        ...login,
        Connector: FailoverConnector,
        sentinels: [...sentinels],
        name: master,
        db: database,
        ...(sentinelLogin.username !== undefined && { sentinelUsername: sentinelLogin.username }),
        ...(sentinelLogin.password !== undefined && { sentinelPassword: sentinelLogin.password }),
        // A silent master closes no connection, but its Sentinels report when it is no longer the master.
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
        // A certificate names hosts, not their current addresses.
        dnsLookup: (host, done) => done(null, host),
        redisOptions: { ...commands, ...address.login, ...(address.tls && { tls: {} }) },
      });
  }
}

// The server behind a name may have become a replica during the connection. A new connection finds the master, and the
// command is sent again.
const reconnectOnError = ({ message }: Error) => (message.startsWith('READONLY') ? 2 : false);

// For a Cluster, ioredis reports only that no node answered; the error of the last node is in `lastNodeError`.
function causeOf(error: unknown): unknown {
  return (error as { readonly lastNodeError?: Error | null }).lastNodeError ?? error;
}

// Logs once when the connection is lost and once when it is restored, however many attempts lie in between.
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

/** The servers that accept writes: the one server, or all known masters of a Cluster. */
export function mastersOf(connection: RedisConnection): readonly Redis[] {
  return connection instanceof Cluster ? connection.nodes('master') : [connection];
}

/** Resolves when every part of Redis that holds queues answers; rejects if one does not. */
export async function pingRedis(connection: RedisConnection): Promise<void> {
  const masters = mastersOf(connection);
  if (connection.status !== 'ready' || masters.length === 0) throw new Error('redis is not connected');
  await Promise.all([
    ...masters.map((master) => master.ping()),
    ...(connection instanceof Cluster ? [servesAllSlots(connection, masters.length)] : []),
  ]);
}

// A master whose connection was lost is unknown until the Cluster's nodes are queried again.
async function servesAllSlots(cluster: Cluster, knownMasters: number): Promise<void> {
  const info = String(await cluster.cluster('INFO'));
  const masters = Number(/^cluster_size:(\d+)/m.exec(info)?.[1]);
  if (!info.includes('cluster_state:ok') || knownMasters < masters)
    throw new Error('the Redis Cluster does not serve all its slots');
}

/** The memory of a Redis server. */
export interface RedisMemory {
  readonly usedBytes: number;
  /** 0 if unlimited. */
  readonly mostBytes: number;
}

/** The memory used and allowed on the fullest Redis server; allowed is 0 if unlimited. */
export async function redisMemory(connection: RedisConnection): Promise<RedisMemory> {
  const servers = await Promise.all(mastersOf(connection).map(memoryOf));
  const [fullest] = servers.sort((one, other) => fractionOf(other) - fractionOf(one));
  return fullest ?? { usedBytes: 0, mostBytes: 0 };
}

/** The fraction of its memory that the fullest Redis server uses, from 0 to 1; 0 if unlimited. */
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
