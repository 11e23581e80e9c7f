/** Ports for what must come back on the same port after a crash. */
import { createServer } from 'node:net';

const taken = new Set<number>();

/**
 * A free port that this run does not use yet. Below the range that systems give to outgoing connections: while its
 * owner is down, a client that reconnects could otherwise be given that very port as its own.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (taken.has(port) || !(await isFree(port))) continue;
    taken.add(port);
    return port;
  }
}

/** What a node of a Redis Cluster adds to its port, for the port on which the nodes talk to each other. */
const CLUSTER_BUS_ABOVE = 10_000;

/** A free port of a Redis Cluster's node, whose second port is free as well. */
export async function freeClusterPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 2_000);
    const bus = port + CLUSTER_BUS_ABOVE;
    if (taken.has(port) || taken.has(bus) || !(await isFree(port)) || !(await isFree(bus))) continue;
    taken.add(port).add(bus);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
