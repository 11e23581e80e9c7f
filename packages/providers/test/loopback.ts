/** Loopback servers for these tests, all closed after each test. */
import { listen, type Listening } from '@sluice/testing';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';

const open: Listening[] = [];

/** A server on a free port of 127.0.0.1 that counts its connections and requests. */
export interface Loopback {
  readonly port: number;
  readonly url: string;
  connections(): number;
  bytesReceived(): number;
}

/** Serves HTTP. */
export function serveHttp(handle: RequestListener): Promise<Loopback> {
  return counting(createServer({ maxHeaderSize: 64 * 1024 }, handle));
}

/** Serves bare TCP. */
export function serveTcp(handle: (socket: Socket) => void): Promise<Loopback> {
  return counting(createTcpServer(handle));
}

/** A port on which nothing listens. */
export async function deadPort(): Promise<number> {
  const { port } = await serveTcp(() => undefined);
  await closeServers();
  return port;
}

/** Closes all servers that the test opened, broken connections included. */
export async function closeServers(): Promise<void> {
  await Promise.all(open.splice(0).map(({ close }) => close()));
}

async function counting(server: Server): Promise<Loopback> {
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
  const listening = await listen(server);
  open.push(listening);
  return {
    ...listening,
    connections: () => connections,
    bytesReceived: () => [...sockets].reduce((sum, socket) => sum + socket.bytesRead, bytes),
  };
}
