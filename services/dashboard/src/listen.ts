/** Listening, and stopping to: requests under way are finished, idle connections are closed. */
import type { Express } from 'express';

/** Listens on `port`; answers the function that stops. */
export async function listen(app: Express, port: number): Promise<() => Promise<void>> {
  const server = await new Promise<ReturnType<Express['listen']>>((resolve, reject) => {
    const opened = app.listen(port, (error) => (error ? reject(error) : resolve(opened)));
  });
  return () =>
    new Promise((resolve, reject) => {
      server.close((error) => (error ? reject(error) : resolve()));
      server.closeIdleConnections();
    });
}
