/** Listening on a port, and closing it again: requests in progress are finished, idle connections are closed. */
import { repeat } from '@sluice/concurrency';
import type { Server } from 'node:http';

const CLOSE_IDLE_EVERY_MS = 50;

/** Listens on `port` and returns the function that stops listening. */
export async function listen(server: Server, port: number): Promise<() => Promise<void>> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
  return () =>
    new Promise((resolve, reject) => {
      // A connection becomes idle only after its request was answered, and would otherwise be kept alive for the next
      // one.
      const closingIdle = repeat({
        what: 'closing idle connections',
        run: () => server.closeIdleConnections(),
        everyMs: CLOSE_IDLE_EVERY_MS,
        withinMs: CLOSE_IDLE_EVERY_MS,
        firstAfterMs: 0,
      });
      server.close((error) => {
        void closingIdle.stop();
        if (error) reject(error);
        else resolve();
      });
    });
}
