/** Listening, and stopping to: requests under way are finished, idle connections are closed. */
import type { Server } from 'node:http';

/** Listens on `port`; answers the function that stops. */
export async function listen(server: Server, port: number): Promise<() => Promise<void>> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
  return () =>
    new Promise((resolve, reject) => {
      server.close((error) => (error ? reject(error) : resolve()));
      server.closeIdleConnections();
    });
}
