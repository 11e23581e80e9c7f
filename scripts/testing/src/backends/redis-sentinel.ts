/** A master, a replica and their Sentinels for a single test, as processes on loopback. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@sluice/local';
import { startChildSentinel, type ChildRedis } from '../child-redis.js';
import { openAccess, type RedisAccess } from './redis-access.js';
import { askRedis, serversReport, startRedisNode, type RedisNode } from './redis-node.js';

/** A running master with its replica and its Sentinels. */
export interface SentinelRedis {
  /** The value for REDIS_URL. */
  readonly url: string;
  readonly nodes: readonly RedisNode[];
  /** The ports of the Sentinels. */
  readonly ports: readonly number[];
  /** The current master, according to the Sentinels. */
  readonly master: () => Promise<RedisNode>;
  stop(): Promise<void>;
}

const MASTER = 'leads';
/** Sentinels that fail to replace the master, for instance because their votes are split, try again after twice this time. */
const FAILOVER_TIMEOUT_MS = 5_000;

/**
 * Starts them all; a master that is silent for `downAfterMs` is replaced once most of the `count` Sentinels agree.
 * Rejects if there is no redis-server on PATH.
 */
export async function startSentinelRedis({
  count = 3,
  downAfterMs = 1_000,
  access = openAccess,
}: {
  readonly count?: number;
  readonly downAfterMs?: number;
  readonly access?: RedisAccess;
} = {}): Promise<SentinelRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-test-sentinel-'));
  const nodes: RedisNode[] = [];
  const sentinels: ChildRedis[] = [];
  const stop = async () => {
    await Promise.all([...sentinels.map(({ end }) => end()), ...nodes.map((node) => node.stop())]);
    await rm(folder, { recursive: true, force: true });
  };
  const sentinelAccess = { ...openAccess, client: access.sentinelClient };
  const ports: number[] = [];
  try {
    const master = await startRedisNode(await freePort(), {}, access);
    nodes.push(master);
    nodes.push(
      await startRedisNode(await freePort(), { replicaof: ['127.0.0.1', String(master.port)] }, access),
    );
    await serversReport('the replica follows', async () =>
      String(await master.ask('INFO', 'replication')).includes('state=online'),
    );
    for (let n = 0; n < count; n += 1) {
      const port = await freePort();
      const file = join(folder, `sentinel-${n}.conf`);
      const watched = { masterPort: master.port, quorum: Math.floor(count / 2) + 1, downAfterMs };
      await writeFile(file, settingsFor(port, watched, access).join('\n'));
      sentinels.push(await startChildSentinel(file));
      ports.push(port);
    }
    await serversReport('the Sentinels know each other and the replica', async () =>
      (await Promise.all(ports.map((port) => isComplete(port, count, sentinelAccess)))).every(
        (complete) => complete,
      ),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `${access.scheme}+sentinel://${access.login}${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${MASTER}${access.sentinelQuery}`,
    nodes,
    ports,
    async master() {
      const address = await askRedis(
        ports[0] ?? 0,
        'SENTINEL',
        ['GET-MASTER-ADDR-BY-NAME', MASTER],
        sentinelAccess,
      );
      const master = nodes.find(({ port }) => String(port) === (address as string[])[1]);
      if (!master) throw new Error('the Sentinels name no master');
      return master;
    },
    stop,
  };
}

/** What a Sentinel is told about its master. */
interface Watched {
  readonly masterPort: number;
  readonly quorum: number;
  readonly downAfterMs: number;
}

function settingsFor(
  port: number,
  { masterPort, quorum, downAfterMs }: Watched,
  access: RedisAccess,
): readonly string[] {
  return [
    'bind 127.0.0.1',
    ...access.sentinelSettings(port),
    `sentinel monitor ${MASTER} 127.0.0.1 ${masterPort} ${quorum}`,
    `sentinel down-after-milliseconds ${MASTER} ${downAfterMs}`,
    `sentinel failover-timeout ${MASTER} ${FAILOVER_TIMEOUT_MS}`,
    ...access.sentinelLogin(MASTER),
    '',
  ];
}

async function isComplete(port: number, count: number, access: RedisAccess): Promise<boolean> {
  const fields = (await askRedis(port, 'SENTINEL', ['MASTER', MASTER], access)) as readonly string[];
  const value = (name: string) => Number(fields[fields.indexOf(name) + 1]);
  return value('num-slaves') === 1 && value('num-other-sentinels') === count - 1;
}
