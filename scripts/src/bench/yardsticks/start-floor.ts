/**
 * The floor: a lead accepted over HTTP, passed through three queues and posted to the buyer, without any storage. No
 * system built from these parts, with one job a lead, can be faster.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Problem } from '@sluice/local';
import type { Bench, Contestant } from '../contestant.js';
import { buyerPath } from '../load/buyer.js';
import { running } from '../running.js';
import { campaigns } from '../sluice/campaigns.js';
import { startStores } from '../stores.js';

/** Its processes, in the order in which a lead passes them. */
const roles = ['gateway', 'qualification', 'routing', 'delivery'] as const;
const STARTS_WITHIN_MS = 60_000;
const program = new URL('./floor-program.js', import.meta.url);

/** Starts the floor on a Redis of its own, under the settings of this process. */
export async function startFloor(bench: Bench): Promise<Contestant> {
  const { redis } = await startStores(bench, 'floor');
  const starting = roles.map(async (role, n) => {
    const child = fork(program, [redis.url, `${bench.buyer.url}${buyerPath}`, ...roles.slice(n, n + 2)]);
    running.push({ stop: async () => child.kill('SIGKILL') });
    const ended = once(child, 'exit').then(() => {
      throw new Problem(`The ${role} of the floor ended before it was ready.`);
    });
    const started = once(child, 'message', { signal: AbortSignal.timeout(STARTS_WITHIN_MS) });
    const [url = ''] = (await Promise.race([started, ended])) as readonly string[];
    return { role, url, pid: child.pid ?? 0 };
  });
  const programs = await Promise.all(starting);
  const pids = Object.fromEntries(programs.map(({ role, pid }) => [role, [pid]]));
  return {
    url: programs[0]?.url ?? '',
    apiKey: 'none',
    campaign: campaigns.plain,
    pids: () => ({ ...pids, redis: [redis.pid ?? 0] }),
    atRest: () => Promise.resolve(),
  };
}
