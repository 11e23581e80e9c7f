/** Plays faults for a given time, in several concurrent lanes; the seed determines the order in every lane. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ChaosOptions } from '../options.js';
import type { Random } from '../random.js';
import type { Fault, Rig } from '../rig/rig.js';
import { badBuyer, posts, startMisbehaviour } from './load.js';
import { failpointKill, freeze, kill } from './processes.js';
import { cutOff, redisEmptied, storeAway } from './stores.js';

/** The lanes; a fault that is listed several times is played more often. */
const lanes: readonly (readonly Fault[])[] = [
  [kill, kill, cutOff],
  [freeze('qualification'), freeze('routing'), freeze('delivery')],
  [failpointKill],
  // Only in this lane, because two concurrent faults of one store would spoil each other.
  [
    redisEmptied,
    storeAway('redis', 'killed'),
    storeAway('redis', 'paused'),
    storeAway('mongodb', 'killed'),
    storeAway('mongodb', 'paused'),
    storeAway('mongodb', 'killed-paused'),
  ],
  [
    badBuyer,
    badBuyer,
    badBuyer,
    posts('race', ['RACE1', 'RACE2', 'RACE3', 'RACE4'], { count: 200, atOnce: 48 }),
    posts('twins', ['DUP'], { count: 100, atOnce: 16, twins: true }),
    posts('burst', ['GOOD', 'GROUP'], { count: 300, atOnce: 48 }),
  ],
];

/** The names of all faults. */
export const faultNames: readonly string[] = [...new Set(lanes.flat().map(({ name }) => name))];

/** Plays until the time is over, only the faults in `only`; a fault that has begun is finished. */
export async function playFaults(rig: Rig, chance: Random, { minutes, only }: ChaosOptions) {
  const endsAt = performance.now() + minutes * 60_000;
  const played: Record<string, number> = {};
  const playLane = async (lane: Random, faults: readonly Fault[]) => {
    for (let round: Fault[] = []; faults.length > 0 && performance.now() < endsAt;) {
      if (round.length === 0) round = lane.shuffled(faults);
      const fault = round.pop() as Fault;
      await pause(lane.between(200, 3_000));
      // A fault that cannot be played, e.g. because a store is already unavailable, must not end the run.
      await fault
        .play(rig, lane)
        .catch((error: unknown) => rig.note(`${fault.name} could not be played: ${String(error)}`));
      played[fault.name] = (played[fault.name] ?? 0) + 1;
    }
  };
  const stopMisbehaviour = startMisbehaviour(rig, chance.fork('misbehaviour'));
  const wanted = ({ name }: Fault) => only.includes(name);
  await Promise.all(lanes.map((faults, n) => playLane(chance.fork(`lane ${n}`), faults.filter(wanted))));
  await pause(Math.max(0, endsAt - performance.now()));
  stopMisbehaviour();
  return played;
}
