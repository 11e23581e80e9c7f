/** Ports: whether one is free, and picking one that no other process is likely to take. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './is-alive.js';

/** How an attempt to listen on a port went. */
export type PortState = 'free' | 'taken' | 'forbidden';

/** Tries to listen on `port` for a moment, on every address or on `host` alone. */
export function portState(port: number, host?: string): Promise<PortState> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'EACCES' ? 'forbidden' : 'taken'),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve('free')));
  });
}

/** Ports that were given out by this process, whether or not their owners listen already. */
const given = new Set<number>();

/**
 * A free port for a process that must come back on the same port after a crash; never the same one twice.
 * Below the range that this system gives to outgoing connections: while the process is down, a client that tries
 * to reconnect could otherwise be given that very port as its own and so occupy it.
 */
export async function freePort(taken: ReadonlySet<number> = new Set()): Promise<number> {
  const first = firstPort();
  for (;;) {
    const port = first + Math.floor(Math.random() * CHOICE);
    if (taken.has(port) || given.has(port)) continue;
    // Marked before it is tried: two callers that choose at once must not try the same one.
    given.add(port);
    if (reserved(port) && (await portState(port)) === 'free') return port;
    given.delete(port);
  }
}

/** Where the processes of this machine read which ports others gave out: a file for each, with the pid of that process. */
const reservations = join(tmpdir(), 'sluice-ports');

/** Reserves a port unless a process that runs gave it out: its owner may not listen yet, or just start again. */
function reserved(port: number): boolean {
  const file = join(reservations, String(port));
  const owner = String(process.pid);
  try {
    mkdirSync(reservations, { recursive: true });
    writeFileSync(file, owner, { flag: 'wx' });
    return true;
  } catch (error) {
    // Where no file can be written, it remains to try the port.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return true;
  }
  try {
    const other = readFileSync(file, 'utf8');
    if (other !== owner && isAlive(Number(other))) return false;
    writeFileSync(file, owner);
  } catch {
    // Another person's file of a process that is gone.
  }
  return true;
}

/** How many ports there are to choose from, and from where on when the system does not say. */
const CHOICE = 10_000;
const USUAL_FIRST = 20_000;
const LEAST_FIRST = 2_000;

function firstPort(): number {
  try {
    const [low] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').trim().split(/\s+/);
    const below = Number(low) - CHOICE;
    return below >= LEAST_FIRST ? Math.min(USUAL_FIRST, below) : USUAL_FIRST;
  } catch {
    // Not a Linux; others give higher ports to outgoing connections.
    return USUAL_FIRST;
  }
}
