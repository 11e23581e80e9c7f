/**
 * Plays faults for a time, in several lanes at once: what happens to stores and processes, processes that end at a
 * named line, what happens to single workers for longer than their locks last, what buyers and crowds do, and in long
 * runs stores that die again and again, one poisonous lead and one flood. The seed decides every lane's order.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.js';
import { badBuyer, startWeather } from './callees.js';
import { burst, capRace, flood, twins } from './crowds.js';
import type { Fault, World } from './fault.js';
import { hammer } from './hammer.js';
import { cutAfterAnswer, cutFromRedis, gatewayCut } from './links.js';
import { failpoints, freeze, kill, poison, stop } from './processes.js';
import { mongodbKilled, mongodbPaused, redisEmptied, redisFull, redisKilled, redisPaused } from './stores.js';

/** The lanes. A fault that stands several times in a round is played as often in it. */
const lanes: Readonly<Record<string, readonly Fault[]>> = {
  sudden: [
    ...[kill, kill, kill, stop, gatewayCut, cutAfterAnswer],
    ...[redisKilled, redisPaused, redisEmptied, redisEmptied, redisFull, mongodbKilled, mongodbPaused],
    // In this lane and no other: two faults of one store at once would spoil each other.
    hammer,
  ],
  lines: failpoints,
  lonely: [freeze('qualification'), freeze('routing'), freeze('delivery'), cutFromRedis, cutFromRedis],
  outside: [badBuyer, badBuyer, badBuyer, badBuyer, badBuyer, badBuyer, capRace, twins, burst],
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

/** What is to be played. */
export interface Programme {
  readonly minutes: number;
  /** Only these; all when empty. */
  readonly only: readonly string[];
  readonly chance: Random;
}

/** How often each fault was played. */
export type Played = Readonly<Record<string, number>>;

/** Plays until the time is over; what has begun is played to its end. */
export async function playFaults(world: World, { minutes, only, chance }: Programme): Promise<Played> {
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
      // A fault that cannot be played (say, a store that is away already) must not end the run.
      await fault
        .play(world, lane.fork(`${fault.name}${(played[fault.name] ?? 0) + 1}`))
        .catch((error: unknown) => {
          world.log.note(
            `${fault.name} could not be played: ${error instanceof Error ? error.message : 'unknown'}`,
          );
        });
      played[fault.name] = (played[fault.name] ?? 0) + 1;
    }
  }

  const stopWeather = startWeather(world, chance.fork('weather'));
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
