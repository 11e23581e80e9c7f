/**
 * Makes operations of the driver hang forever, as happens when a socket is destroyed between the serialisation of a
 * command and its write: `write` returns false, and neither `drain` nor an error follows.
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

const kinds = ['find', 'insert', 'update', 'findAndModify', 'aggregate'];

/** Makes the next `times` commands of a kind on a collection hang; returns a function that ends it. */
export function hangNext(times: number, kind: string, collection: string): () => void {
  let left = times;
  return beforeEachCommand((connection, command) => {
    if (left === 0 || command.command?.[kind] !== collection) return;
    left -= 1;
    hang(connection, command);
  });
}

/**
 * Makes the next heartbeat hang, after which the driver never queries that server again. Returns a function that ends
 * it.
 */
export function hangNextHeartbeat(): () => void {
  let left = 1;
  return beforeEachCommand(({ id, socket }) => {
    if (left === 0 || id !== '<monitor>') return;
    left -= 1;
    // The state of a connection just after the server closed it: destroyed, but the driver does not know yet.
    socket.destroy();
  });
}

/** Makes the commands of these numbers hang in this process, counted from 1 over all reads and writes. */
export function hangAt(numbers: Iterable<number>): void {
  const hanging = new Set(numbers);
  let commands = 0;
  beforeEachCommand((connection, command) => {
    if (!kinds.some((kind) => command.command?.[kind] !== undefined)) return;
    commands += 1;
    if (hanging.has(commands)) hang(connection, command);
  });
}

function hang(connection: DriverConnection, command: Command): void {
  const toBin = command.toBin.bind(command);
  command.toBin = async () => {
    const bytes = await toBin();
    connection.socket.destroy();
    await pause(0);
    return bytes;
  };
}

function beforeEachCommand(look: (connection: DriverConnection, command: Command) => void): () => void {
  // Resolved only when needed, because it is an internal module of the driver.
  const { Connection } = createRequire(import.meta.url)('mongodb/lib/cmap/connection') as {
    readonly Connection: { readonly prototype: DriverConnection };
  };
  const { prototype } = Connection;
  const { writeCommand } = prototype;
  prototype.writeCommand = function (command, options) {
    look(this, command);
    return writeCommand.call(this, command, options);
  };
  return () => {
    prototype.writeCommand = writeCommand;
  };
}
