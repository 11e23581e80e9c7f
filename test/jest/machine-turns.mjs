/**
 * Test files take turns on a machine: at most {@link FILES_AT_ONCE} run at once, whichever runs of the tests they belong
 * to. Otherwise two runs side by side would start twice as many installations as the machine can serve, and leases,
 * locks and deadlines would expire everywhere.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Much of a file's time is waiting, so three keep two processors busy; with five, deadlines pass where these are slow. */
export const FILES_AT_ONCE = 3;

const LOOK_EVERY_MS = 100;
const SAYS_SO_EVERY_MS = 60_000;

/**
 * A turn is a port on loopback: one process listens there at a time, and the system takes it back however that process
 * ends. Neither the system nor `freePort` gives out the ports from here on.
 */
const firstPort = Number(process.env.TEST_TURNS_FROM_PORT || 31_310);
const fillingTurns = [firstPort];
const turns = Array.from({ length: FILES_AT_ONCE }, (_, n) => firstPort + 1 + n);

/**
 * Waits for a turn; resolves with the function that ends it. Of the files that fill a machine by themselves, because they
 * start every service as a process of its own, only one runs at a time.
 */
export async function takeTurn({ fillsMachine = false } = {}) {
  // First, because a file that waits for it must not keep an ordinary turn meanwhile.
  const filling = fillsMachine ? await oneOf(fillingTurns) : undefined;
  const turn = await oneOf(turns);
  return () => {
    turn.close();
    filling?.close();
  };
}

async function oneOf(ports) {
  for (let sayAt = performance.now() + SAYS_SO_EVERY_MS; ;) {
    for (const port of ports) {
      const server = createServer().unref();
      try {
        await once(server.listen(port, '127.0.0.1'), 'listening');
        return server;
      } catch (error) {
        if (error.code !== 'EADDRINUSE') throw error;
      }
    }
    await pause(LOOK_EVERY_MS);
    if (performance.now() < sayAt) continue;
    sayAt += SAYS_SO_EVERY_MS;
    process.stderr.write(
      `A test file waits for other files: until one of the ports ${ports.join(', ')} is free.\n`,
    );
  }
}
