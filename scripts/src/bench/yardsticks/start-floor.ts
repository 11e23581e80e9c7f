/**
 * The floor: a lead accepted over HTTP, passed through three queues and posted to the buyer, without any storage. No
 * system built from these parts, with one job a lead, can be faster.
 */
import { fork } from 'node:child_process';
import { Problem } from '@sluice/local';
import type { Bench, Contestant } from '../contestant.js';
import { running } from '../running.js';
import { campaigns } from '../sluice/tenants.js';
import { startStores } from './start-stores.js';

/** Its processes, in the order in which a lead passes them. */
const roles = ['gateway', 'qualification', 'routing', 'delivery'] as const;

const buyerPath = '/buyers/floor';

/** Starts the floor on a Redis of its own. */
export async function startFloor(bench: Bench): Promise<Contestant> {
  const { redis } = await startStores(bench, 'floor');
  const starting = roles.map((role, n) =>
    startProgram(role, [redis.url, `${bench.buyer.url}${buyerPath}`, ...roles.slice(n, n + 2)]),
  );
  const programs = await Promise.all(starting);
  const pids = Object.fromEntries(programs.map(({ role, pid }) => [role, [pid]]));
  return {
    url: programs.map(({ url }) => url).join(''),
    apiKey: 'none',
    campaign: campaigns.plain,
    buyerPath,
    pids: () => ({ ...pids, redis: [redis.pid ?? 0] }),
    atRest: () => Promise.resolve(),
  };
}

/** Starts a process under the settings of this one; a worker has no address. */
async function startProgram(role: string, args: readonly string[]) {
  const child = fork(new URL('./floor-program.js', import.meta.url), args);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  running.push({ stop: () => (child.kill('SIGKILL'), ended) });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(message as string));
    child.once('exit', () => reject(new Problem(`The ${role} of the floor ended before it was ready.`)));
  });
  return { role, url, pid: child.pid ?? 0 };
}
