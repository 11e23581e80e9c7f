/**
 * Plays faults for a given time, in several concurrent lanes: faults of stores and processes, processes that end at a
 * failpoint, single workers that hang for longer than their locks last, faults of buyers and load, and in long runs
 * stores that die repeatedly, one poison lead and one flood. The seed determines the order in every lane.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.js';
import { badBuyer, startWeather } from './callees.js';
import { burst, capRace, flood, twins } from './bursts.js';
import type { Fault, Rig } from './fault.js';
import { hammer } from './hammer.js';
import { limits } from './limits.js';
import { cutAfterAnswer, cutFromRedis, gatewayCut } from './links.js';
import { failpoints, freeze, kill, poison, stop } from './processes.js';
import { mongodbKilled, mongodbPaused, redisEmptied, redisFull, redisKilled, redisPaused } from './stores.js';

/** The lanes. A fault that is listed several times in a round is played that often in it. */
const lanes: Readonly<Record<string, readonly Fault[]>> = {
  sudden: [
    ...[kill, kill, kill, stop, gatewayCut, cutAfterAnswer],
    ...[redisKilled, redisPaused, redisEmptied, redisEmptied, redisFull, mongodbKilled, mongodbPaused],
    // Only in this lane, because two concurrent faults of one store would spoil each other.
    hammer,
  ],
  lines: failpoints,
  lonely: [freeze('qualification'), freeze('routing'), freeze('delivery'), cutFromRedis, cutFromRedis],
  outside: [
    badBuyer,
    badBuyer,
    badBuyer,
    badBuyer,
    badBuyer,
    badBuyer,
    capRace,
    twins,
    burst,
    limits,
    limits,
  ],
  poisoned: [poison],
  flooded: [flood],
};

/** The names of all faults. */
export const faultNames: readonly string[] = [
  ...new Set(
    Object.values(lanes)
      .flat()
      .map(({ name }) => name),
  ),
];

/** The faults to play. */
export interface Programme {
  readonly minutes: number;
  /** Only these; all if empty. */
  readonly only: readonly string[];
  readonly chance: Random;
}

/** How often each fault was played. */
export type Played = Readonly<Record<string, number>>;

/** Plays until the time is over; a fault that has begun is finished. */
export async function playFaults(rig: Rig, { minutes, only, chance }: Programme): Promise<Played> {
  const endsAt = performance.now() + minutes * 60_000;
  const played: Record<string, number> = {};

  async function playLane(name: string, faults: readonly Fault[]): Promise<void> {
    const lane = chance.fork(name);
    const again = faults.filter(({ once }) => !once);
    let round = [
      ...faults.filter(({ first }) => first),
      ...lane.shuffled(faults.filter(({ first }) => !first)),
    ];
    while (performance.now() < endsAt) {
      if (round.length === 0) round = lane.shuffled(again);
      const fault = round.shift();
      if (!fault) return;
      await pause(lane.between(200, 1_500));
      // A fault that cannot be played, e.g. because a store is already unavailable, must not end the run.
      await fault
        .play(rig, lane.fork(`${fault.name}${(played[fault.name] ?? 0) + 1}`))
        .catch((error: unknown) => {
          rig.log.note(
            `${fault.name} could not be played: ${error instanceof Error ? error.message : 'unknown'}`,
          );
        });
      played[fault.name] = (played[fault.name] ?? 0) + 1;
    }
  }

  const stopWeather = startWeather(rig, chance.fork('weather'));
  await Promise.all(
    Object.entries(lanes).map(async ([name, faults]) => {
      const wanted = faults.filter(({ name, leastMinutes }) =>
        only.length === 0 ? (leastMinutes ?? 0) <= minutes : only.includes(name),
      );
      if (wanted.length > 0) await playLane(name, wanted);
    }),
  );
  await pause(Math.max(0, endsAt - performance.now()));
  stopWeather();
  return played;
}
