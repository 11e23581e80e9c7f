/** Servers of tests, on loopback. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A server that listens on 127.0.0.1. */
export interface Listening {
  readonly port: number;
  /** Without a slash at its end. */
  readonly url: string;
  /** Breaks what is still connected. */
  readonly close: () => Promise<void>;
}

/** Lets an app or a server listen on a free port, or on `port`. */
export async function listen(app: RequestListener | Server, port = 0): Promise<Listening> {
  const server = typeof app === 'function' ? createServer(app) : app;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const { port: own } = server.address() as AddressInfo;
  return {
    port: own,
    url: `http://127.0.0.1:${own}`,
    close: () => {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      return closed;
    },
  };
}
