/** The engine's front: a TCP server on the loopback address that speaks MongoDB's wire protocol to any driver. */
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { NativeEngine } from '../native-engine.js';
import { serveConnection, type Connection } from './connection.js';
import { prepareHello } from './hello.js';

const LOOPBACK = '127.0.0.1';

/** A listening front. */
export interface WireFront {
  readonly port: number;
  /** Accepts no more connections or messages, and resolves once the current messages are answered. */
  close(): Promise<void>;
}

/**
 * Serves the engine on 127.0.0.1; port 0 picks any free port.
 * @throws if the port is taken.
 */
export async function openFront(engine: NativeEngine, port: number): Promise<WireFront> {
  const served = { engine, hello: await prepareHello(engine) };
  const connections = new Set<Connection>();
  let connectionCount = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    const connection = serveConnection(socket, served, ++connectionCount);
    connections.add(connection);
    void connection.ended.then(() => connections.delete(connection));
  });
  server.listen(port, LOOPBACK);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close();
      await Promise.all([...connections].map((connection) => connection.drain()));
    },
  };
}
