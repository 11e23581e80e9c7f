/** A worker's look at the hold of its installation: a small question a second, none on the way of a lead. */
import { repeat } from '@sluice/batching';
import type { Stores } from '@sluice/store';

/** What was last seen of the hold; the last known state stands while the database is away. */
export interface HoldWatch {
  readonly isOn: () => boolean;
  /** When it was last seen on, by this process's clock; 0 when it never was. */
  readonly lastOnAt: () => number;
  /** Begins to look, and calls `changed` with each change from then on. */
  start(changed: (isOn: boolean) => void): void;
  stop(): Promise<void>;
}

const EVERY_MS = 1_000;
const LOOK_WITHIN_MS = 10_000;

/** Looks for the first time, and answers the watch. Rejects when the database does not answer. */
export async function watchHold({ hold }: Pick<Stores, 'hold'>): Promise<HoldWatch> {
  let isOn = false;
  let lastOnAt = 0;
  const look = async () => {
    isOn = (await hold.current()) !== undefined;
    if (isOn) lastOnAt = Date.now();
  };
  await look();
  let looking: ReturnType<typeof repeat> | undefined;
  return {
    isOn: () => isOn,
    lastOnAt: () => lastOnAt,
    start: (changed) => {
      looking = repeat({
        what: 'a look at the hold',
        run: async () => {
          const before = isOn;
          await look();
          if (isOn !== before) changed(isOn);
        },
        everyMs: EVERY_MS,
        withinMs: LOOK_WITHIN_MS,
      });
    },
    stop: async () => looking?.stop(),
  };
}
