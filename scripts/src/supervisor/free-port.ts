/** Ports: whether one is free, and picking one that nobody else is likely to take. */
import { createServer } from 'node:net';

/** How an attempt to listen on a port went. */
export type PortState = 'free' | 'taken' | 'forbidden';

/** Tries to listen on `port` for a moment, on every address or on `host` alone. */
export function portState(port: number, host?: string): Promise<PortState> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'EACCES' ? 'forbidden' : 'taken'),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve('free')));
  });
}

/**
 * A free port for a process that must come back on the same port after a crash.
 * Below the range that systems give to outgoing connections: while the process is down, a client that tries
 * to reconnect could otherwise be given that very port as its own and so occupy it.
 */
export async function freePort(taken: ReadonlySet<number> = new Set()): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (!taken.has(port) && (await portState(port)) === 'free') return port;
  }
}
