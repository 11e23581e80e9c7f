/**
 * Test files take turns on a machine: at most {@link FILES_AT_ONCE} run at once, whichever runs of the tests they belong
 * to. Otherwise two runs side by side would start twice as many installations as the machine can serve, and leases,
 * locks and deadlines would expire everywhere.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
// Not the whole package, which loads every schema: jest reads this file before anything else, in each process.
import { isAlive } from '@sluice/local/is-alive';

/** Half of a file's time is waiting, so four keep two processors busy. */
export const FILES_AT_ONCE = 4;

const LOOK_EVERY_MS = 100;
/** For two processes that find the same turn abandoned: the one that wrote last has it. */
const SETTLED_AFTER_MS = 20;

const own = String(process.pid);

const usualFolder = join(tmpdir(), `sluice-test-turns-${userInfo().uid}`);

/**
 * Waits for a turn; resolves with the function that ends it. Of the files that fill a machine by themselves, because they
 * start every service as a process of its own, only one runs at a time. `folder` has a file for each turn, with the pid
 * of the process that has it; the turn of a dead process is free.
 */
export async function takeTurn({ fillsMachine = false, folder = usualFolder } = {}) {
  mkdirSync(folder, { recursive: true });
  // First, because a file that waits for it must not keep an ordinary turn meanwhile.
  const endAlone = fillsMachine ? await oneOf([join(folder, 'fills-machine')]) : () => undefined;
  const end = await oneOf(Array.from({ length: FILES_AT_ONCE }, (_, n) => join(folder, String(n))));
  return () => {
    end();
    endAlone();
  };
}

async function oneOf(turns) {
  for (;;) {
    for (const turn of turns) if (await took(turn)) return () => rmSync(turn, { force: true });
    await pause(LOOK_EVERY_MS);
  }
}

async function took(turn) {
  try {
    writeFileSync(turn, own, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const owner = ownerOf(turn);
  if (owner === undefined || (owner !== own && owner !== '' && isAlive(Number(owner)))) return false;
  writeFileSync(turn, own);
  await pause(SETTLED_AFTER_MS);
  return ownerOf(turn) === own;
}

// Undefined if the turn has just ended; empty if its process died before it wrote its pid.
function ownerOf(turn) {
  try {
    return readFileSync(turn, 'utf8');
  } catch {
    return undefined;
  }
}
