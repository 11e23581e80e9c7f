/** A Redis Cluster for a single test, made of processes on loopback. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, portState } from '@sluice/local';
import { openAccess, type RedisAccess } from './redis-access.js';
import { serversReport, startRedisNode, type RedisNode } from './redis-node.js';

/** A running Cluster of three masters. */
export interface RedisCluster {
  /** The value for REDIS_URL. */
  readonly url: string;
  /** Masters first, then their replicas, if any, in the same order. */
  readonly nodes: readonly RedisNode[];
  /** The current master of the slot of `key`, according to the other servers. */
  readonly masterOf: (key: string) => Promise<RedisNode>;
  stop(): Promise<void>;
}

const MASTERS = 3;
const SLOTS = 16_384;

/**
 * How long a master may be silent before the others count it as failed. A replica then replaces it, soon enough for a
 * test. Without replicas the Cluster would only refuse commands until the master answers again, which on a busy machine
 * it does after a second or two.
 */
const NODE_TIMEOUT_MS = { withReplicas: 1_000, withoutReplicas: 15_000 };

/**
 * Starts a Cluster of three masters, each with a replica if `replicas` is given. Rejects if there is no redis-server on
 * PATH.
 */
export async function startRedisCluster({
  replicas = false,
  access = openAccess,
}: {
  readonly replicas?: boolean;
  readonly access?: RedisAccess;
} = {}): Promise<RedisCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-test-cluster-'));
  const nodes: RedisNode[] = [];
  const nodeTimeoutMs = replicas ? NODE_TIMEOUT_MS.withReplicas : NODE_TIMEOUT_MS.withoutReplicas;
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (let n = 0; n < (replicas ? 2 : 1) * MASTERS; n += 1) {
      const dir = join(folder, String(n));
      await mkdir(dir);
      const settings = {
        dir,
        'cluster-enabled': 'yes',
        'cluster-config-file': 'nodes.conf',
        'cluster-node-timeout': String(nodeTimeoutMs),
        'cluster-replica-validity-factor': '0',
        ...(access.scheme === 'rediss' && { 'tls-cluster': 'yes' }),
      };
      nodes.push(await startRedisNode(await freeNodePort(), settings, access));
    }
    await introduce(nodes);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `${access.scheme}+cluster://${access.login}${nodes.map(({ host, port }) => `${host}:${port}`).join(',')}`,
    nodes,
    masterOf: (key) => masterOf(nodes, key),
    stop,
  };
}

/** The offset from a node's port to the port on which the nodes communicate. */
const BUS_ABOVE = 10_000;
/** From this port on, systems assign ports to outgoing connections. */
const OUTGOING_FROM = 32_768;

/** A free port for a node, whose second port is free too. */
async function freeNodePort(): Promise<number> {
  for (;;) {
    const port = await freePort();
    const bus = port + BUS_ABOVE;
    if (bus < OUTGOING_FROM && (await portState(bus)) === 'free') return port;
  }
}

async function introduce(nodes: readonly RedisNode[]): Promise<void> {
  const masters = nodes.slice(0, MASTERS);
  for (const [n, node] of nodes.entries()) await node.ask('CLUSTER', 'SET-CONFIG-EPOCH', n + 1);
  for (const [n, master] of masters.entries()) {
    const [from, to] = [Math.floor((n * SLOTS) / MASTERS), Math.floor(((n + 1) * SLOTS) / MASTERS)];
    await master.ask('CLUSTER', 'ADDSLOTS', ...Array.from({ length: to - from }, (_, slot) => from + slot));
  }
  const [first, ...others] = nodes as [RedisNode, ...RedisNode[]];
  for (const { host, port } of others) await first.ask('CLUSTER', 'MEET', host, port);
  await serversReport('all servers know each other', () => all(nodes, knows(nodes.length)));
  for (const [n, replica] of nodes.slice(MASTERS).entries()) {
    await replica.ask('CLUSTER', 'REPLICATE', String(await masters[n]?.ask('CLUSTER', 'MYID')));
  }
  await serversReport('the Cluster serves all slots', () => all(nodes, isServing));
  const linked = async (node: RedisNode) => infoOf(await node.ask('INFO', 'replication'), 'connected_slaves');
  if (nodes.length > MASTERS)
    await serversReport('every master has its replica', () =>
      all(masters, async (node) => (await linked(node)) === '1'),
    );
  // A server would not vote for a node that it does not yet see as a replica.
  await serversReport('every server sees all roles', () => all(nodes, seesReplicas(nodes.length - MASTERS)));
}

const knows = (count: number) => async (node: RedisNode) =>
  infoOf(await node.ask('CLUSTER', 'INFO'), 'cluster_known_nodes') === String(count) &&
  !String(await node.ask('CLUSTER', 'NODES')).includes('handshake');

const isServing = async (node: RedisNode) =>
  infoOf(await node.ask('CLUSTER', 'INFO'), 'cluster_state') === 'ok';

const seesReplicas = (count: number) => async (node: RedisNode) =>
  String(await node.ask('CLUSTER', 'NODES')).match(/\b(slave|replica)\b/g)?.length === (count || undefined);

async function masterOf(nodes: readonly RedisNode[], key: string): Promise<RedisNode> {
  const opinions = await Promise.all(nodes.map((node) => ownerBy(node, key).catch(() => undefined)));
  // During a failover the latest view has the highest epoch.
  const latest = opinions.flatMap((opinion) => opinion ?? []).sort((a, b) => b.epoch - a.epoch)[0];
  const owner = nodes.find(({ port }) => port === latest?.port);
  if (!owner) throw new Error(`no server of the Cluster has the slot of ${key}`);
  return owner;
}

async function ownerBy(node: RedisNode, key: string): Promise<{ port: number; epoch: number } | undefined> {
  const slot = Number(await node.ask('CLUSTER', 'KEYSLOT', key));
  const lines = String(await node.ask('CLUSTER', 'NODES')).split('\n');
  for (const line of lines) {
    const [, address = '', flags = '', , , , epoch, , ...ranges] = line.trim().split(' ');
    if (!flags.includes('master') || /fail(?!\?)/.test(flags)) continue;
    const owns = ranges.some((range) => {
      const [from = NaN, to = from] = range.split('-').map(Number);
      return from <= slot && slot <= to;
    });
    if (owns) return { port: Number(/:(\d+)@/.exec(address)?.[1]), epoch: Number(epoch) };
  }
  return undefined;
}

async function all(
  nodes: readonly RedisNode[],
  holds: (node: RedisNode) => Promise<boolean>,
): Promise<boolean> {
  return (await Promise.all(nodes.map(holds))).every((each) => each);
}

function infoOf(text: unknown, name: string): string | undefined {
  return new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(String(text))?.[1];
}
