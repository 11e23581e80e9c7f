/**
 * The engine's C library, bound with koffi: a directory is opened, sessions on it run commands. It knows nothing about
 * sockets or wire messages. `engine-files.ts` finds its file on this host.
 */
import { promisify } from 'node:util';
import koffi, { type KoffiFunc } from 'koffi';
import { MAX_PARALLEL_COMMANDS } from './engine-messages.js';

/** A command as the engine takes it: one BSON document, with everything that a wire message carries next to it. */
export interface EngineCommand {
  readonly database: string;
  readonly document: Buffer;
}

/** The engine's own description of why it refused a call. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
}

/** An address in the process's memory. */
export type Pointer = bigint;

// Each running command has a stack of this size in bytes, as in a MongoDB server; koffi keeps at most 32 for reuse.
const COMMAND_STACK_BYTES = 1 << 20;
koffi.config({ async_stack_size: COMMAND_STACK_BYTES, resident_async_pools: MAX_PARALLEL_COMMANDS });

/** What the engine sees as one client's connection. */
export interface Session {
  /** Runs a command on another thread and returns its reply, a BSON document. Only one at a time. @throws EngineError */
  run(command: EngineCommand): Promise<Buffer>;
  close(): void;
}

/** The library's functions, without their pointers and memory. All of them throw `EngineError`. */
export interface EngineLibrary {
  /** Prepares the library, once in a process, on the thread that loaded it. */
  initialize(): void;
  /** Opens a data directory, creating it if missing. */
  open(dataDir: string): Pointer;
  openSession(handle: Pointer): Session;
  /** Closes the directory, whose sessions must be closed. */
  close(handle: Pointer): void;
}

/**
 * Loads the library and binds its functions.
 * @throws Error if it does not load on this host.
 */
export function bindLibrary(path: string): EngineLibrary {
  const library = koffi.load(path);
  // Every function ends with a pointer to where it writes its error, and returns zero if there is none.
  const bind = (name: string, ...parameters: string[]): CFunction =>
    library.func(`embedded_mongodb_${name}`, 'int', [...parameters, 'void *']);
  const initialize = bind('initialize', 'void *');
  const open = bind('open', 'str', 'size_t', 'void *');
  const openSession = bind('session_open', 'void *', 'void *');
  const command = bind('session_run_command', 'void *', 'str', 'size_t', 'void *', 'size_t', 'void *');
  const onAnotherThread = promisify(command.async) as (...parameters: unknown[]) => Promise<number>;
  const closeSession = bind('session_close', 'void *');
  const close = bind('close', 'void *');
  const free: (address: Pointer) => void = library.func('embedded_mongodb_free', 'void', ['void *']);

  const check = (status: number, message: Pointer): void => {
    if (status === 0) return;
    const text = koffi.decode.string(message);
    free(message);
    throw new EngineError(text);
  };
  // koffi can copy memory itself, but keeps a type for each length forever.
  const copy: (to: Buffer, from: Pointer, bytes: number) => void = koffi
    .load(null)
    .func('memcpy', 'void *', ['void *', 'void *', 'size_t']);
  const takeReply = (address: Pointer, bytes: number): Buffer => {
    const reply = Buffer.allocUnsafe(bytes);
    copy(reply, address, bytes);
    free(address);
    return reply;
  };

  // The calls of this thread share their cells, because they end before they return: a result, and the error.
  const { address: resultAt, read } = outputCells(2);
  const errorAt = resultAt + CELL_BYTES;
  const call = (status: number): void => check(status, read(1));

  return {
    // Without a function that takes its log, the engine writes none.
    initialize: () => call(initialize(null, errorAt)),
    open(dataDir) {
      call(open(dataDir, Buffer.byteLength(dataDir), resultAt, errorAt));
      return read(0);
    },
    openSession(handle) {
      call(openSession(handle, resultAt, errorAt));
      const session = read(0);
      // A session's own cells: the reply's address and length, and the error.
      const { address: replyAt, read: readReply } = outputCells(3);
      // The engine reads the document's memory until the command ends, so something must refer to it.
      let inUse: Buffer | undefined;
      return {
        async run({ database, document }) {
          inUse = document;
          const input = [database, Buffer.byteLength(database), inUse, inUse.length];
          try {
            check(await onAnotherThread(session, ...input, replyAt, replyAt + 2n * CELL_BYTES), readReply(2));
          } finally {
            inUse = undefined;
          }
          return takeReply(readReply(0), Number(readReply(1)));
        },
        close: () => call(closeSession(session, errorAt)),
      };
    },
    close: (handle) => call(close(handle, errorAt)),
  };
}

/** A bound function: its status, zero for success. */
type CFunction = KoffiFunc<(...parameters: unknown[]) => number>;

const CELL_BYTES = 8n;

/** Memory outside V8's heap for pointers and sizes that a call writes; it is never freed. */
function outputCells(count: number): { readonly address: Pointer; readonly read: (index: number) => bigint } {
  const address = koffi.alloc('uint64_t', count) as Pointer;
  const cells = new BigUint64Array(koffi.view(address, count * Number(CELL_BYTES)));
  return { address, read: (index) => cells[index] ?? 0n };
}
