/** Ports: checks whether one is free, and picks one that no other process is likely to take. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './is-alive.js';

/** The result of an attempt to listen on a port. */
export type PortState = 'free' | 'taken' | 'forbidden';

/** Tries to listen on `port` for a moment, on every address or only on `host`. */
export function portState(port: number, host?: string): Promise<PortState> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'EACCES' ? 'forbidden' : 'taken'),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve('free')));
  });
}

/** Ports that this process has given out, whether or not their owners listen already. */
const given = new Set<number>();

/**
 * Returns a free port for a process that must keep its port after a crash; never the same port twice. The port is below
 * the system's range for outgoing connections: otherwise, while the process is down, a reconnecting client could be
 * assigned that very port and occupy it.
 */
export async function freePort(taken: ReadonlySet<number> = new Set()): Promise<number> {
  const first = firstPort();
  for (;;) {
    const port = first + Math.floor(Math.random() * CHOICE);
    if (taken.has(port) || given.has(port)) continue;
    if (await takePort(port)) return port;
  }
}

/**
 * Reserves `port` for a process that will listen on it, unless it is in use or another running process has reserved it;
 * returns whether it did.
 */
export async function takePort(port: number): Promise<boolean> {
  // Marked before it is tried, because two concurrent callers must not try the same port.
  given.add(port);
  // Of two processes that replace the same old reservation, the later one has it.
  if (reserved(port) && (await portState(port)) === 'free' && owns(port)) return true;
  given.delete(port);
  return false;
}

/** The reservations of all processes on this machine: one file per port, containing the pid of its owner. */
const reservations = join(tmpdir(), 'sluice-ports');

/**
 * Reserves a port unless a running process has reserved it; the process that will use it may not listen yet, or may be
 * restarting.
 */
function reserved(port: number): boolean {
  const file = join(reservations, String(port));
  const owner = String(process.pid);
  try {
    mkdirSync(reservations, { recursive: true });
    writeFileSync(file, owner, { flag: 'wx' });
    return true;
  } catch (error) {
    // If no file can be written, only the attempt to listen remains.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return true;
  }
  try {
    const other = readFileSync(file, 'utf8');
    if (other !== owner && isAlive(Number(other))) return false;
    writeFileSync(file, owner);
  } catch {
    // The file belongs to another user, and its process has ended.
  }
  return true;
}

function owns(port: number): boolean {
  try {
    return readFileSync(join(reservations, String(port)), 'utf8') === String(process.pid);
  } catch {
    // No file could be written.
    return true;
  }
}

/** The number of ports to choose from, and the first one if the system's range is unknown. */
const CHOICE = 10_000;
const USUAL_FIRST = 20_000;
const LEAST_FIRST = 2_000;

function firstPort(): number {
  try {
    const [low] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').trim().split(/\s+/);
    const below = Number(low) - CHOICE;
    return below >= LEAST_FIRST ? Math.min(USUAL_FIRST, below) : USUAL_FIRST;
  } catch {
    // Not Linux; other systems use higher ports for outgoing connections.
    return USUAL_FIRST;
  }
}
