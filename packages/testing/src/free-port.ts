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

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
