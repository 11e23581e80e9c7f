/** Loopback servers for these tests, all closed after each test. */
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

const open: { server: Server; sockets: Set<Socket> }[] = [];

/** A server on a free port of 127.0.0.1 that counts its connections and requests. */
export interface Loopback {
  readonly port: number;
  readonly url: string;
  connections(): number;
  bytesReceived(): number;
}

/** Serves HTTP. */
export function serveHttp(handle: RequestListener): Promise<Loopback> {
  return listen(createServer({ maxHeaderSize: 64 * 1024 }, handle));
}

/** Serves bare TCP. */
export function serveTcp(handle: (socket: Socket) => void): Promise<Loopback> {
  return listen(createTcpServer(handle));
}

/** A port on which nothing listens. */
export async function deadPort(): Promise<number> {
  const { port } = await serveTcp(() => undefined);
  await closeServers();
  return port;
}

/** Closes all servers that the test opened, broken connections included. */
export async function closeServers(): Promise<void> {
  await Promise.all(
    open.splice(0).map(({ server, sockets }) => {
      for (const socket of sockets) socket.destroy();
      return new Promise((done) => server.close(done));
    }),
  );
}

async function listen(server: Server): Promise<Loopback> {
  const sockets = new Set<Socket>();
  let connections = 0;
  let bytes = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      bytes += socket.bytesRead;
      sockets.delete(socket);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push({ server, sockets });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    connections: () => connections,
    bytesReceived: () => [...sockets].reduce((sum, socket) => sum + socket.bytesRead, bytes),
  };
}
