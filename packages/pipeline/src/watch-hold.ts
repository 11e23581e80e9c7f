/** Polls the hold of the installation from a worker: one small query a second, outside the path of any lead. */
import { repeat } from '@sluice/batching';
import type { Stores } from '@sluice/store';

/** The last known state of the hold, which also applies while the database is unavailable. */
export interface HoldWatch {
  readonly isOn: () => boolean;
  /** When the hold was last seen on, by this process's clock; 0 if it never was. */
  readonly lastOnAt: () => number;
  /** Starts to poll, and calls `changed` on each change from then on. */
  start(changed: (isOn: boolean) => void): void;
  stop(): Promise<void>;
}

const EVERY_MS = 1_000;
const LOOK_WITHIN_MS = 10_000;

/** Polls once and returns the watch. Rejects when the database does not answer. */
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
        what: 'a check of the hold',
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
