/**
 * Makes operations of the driver hang for good as they do when a socket is destroyed between the serialisation of a
 * command and its write: `write` answers false, and neither `drain` nor an error ever comes.
 */
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

interface Command {
  readonly command?: Readonly<Record<string, unknown>>;
  toBin(): Promise<unknown>;
}

interface DriverConnection {
  readonly id: unknown;
  socket: Socket;
  writeCommand: (this: DriverConnection, command: Command, options: unknown) => Promise<void>;
}

const { Connection } = createRequire(import.meta.url)('mongodb/lib/cmap/connection') as {
  readonly Connection: { readonly prototype: DriverConnection };
};

/** Lets the next `times` commands of a kind on a collection hang; answers the function that ends it. */
export function hangNext(times: number, kind: string, collection: string): () => void {
  const { prototype } = Connection;
  const { writeCommand } = prototype;
  let left = times;
  prototype.writeCommand = function (command, options) {
    if (left > 0 && command.command?.[kind] === collection) {
      left -= 1;
      const toBin = command.toBin.bind(command);
      command.toBin = async () => {
        const bytes = await toBin();
        this.socket.destroy();
        await pause(0);
        return bytes;
      };
    }
    return writeCommand.call(this, command, options);
  };
  return () => {
    prototype.writeCommand = writeCommand;
  };
}

/** Lets the next heartbeat hang: the driver then never asks that server again. Answers the function that ends it. */
export function hangNextHeartbeat(): () => void {
  const { prototype } = Connection;
  const { writeCommand } = prototype;
  let left = 1;
  prototype.writeCommand = function (command, options) {
    if (left > 0 && this.id === '<monitor>') {
      left -= 1;
      // What a connection that the server closed is for a moment: destroyed, and the driver has not heard of it.
      this.socket.destroy();
    }
    return writeCommand.call(this, command, options);
  };
  return () => {
    prototype.writeCommand = writeCommand;
  };
}
