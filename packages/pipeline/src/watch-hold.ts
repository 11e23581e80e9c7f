/**
 * Shows the hold of the installation in a worker's log and metrics: one small query a second, outside the path of any
 * lead. The stages themselves ask before each call (`holds/unless-on-hold.ts`).
 */
import { repeat } from '@sluice/concurrency';
import type { Core, StoresFor } from './core.js';

/** The shown state of the hold. */
export interface HoldWatch {
  readonly isOn: () => boolean;
  /** Starts to poll, and logs each change from then on. */
  start(): void;
  stop(): Promise<void>;
}

const EVERY_MS = 1_000;
const LOOK_WITHIN_MS = 10_000;

/** Polls once and returns the watch. Rejects when the database does not answer. */
export async function watchHold({
  stores,
  log,
  metrics,
}: StoresFor<'hold'> & Pick<Core, 'log' | 'metrics'>): Promise<HoldWatch> {
  let isOn = false;
  const look = async () => {
    isOn = (await stores.hold.current()) !== undefined;
    metrics.onHold.set(isOn ? 1 : 0);
  };
  await look();
  let looking: ReturnType<typeof repeat> | undefined;
  return {
    isOn: () => isOn,
    start: () => {
      looking = repeat({
        what: 'a check of the hold',
        run: async () => {
          const before = isOn;
          await look();
          if (isOn !== before) log.info(isOn ? 'on hold: no receiver is called' : 'released');
        },
        everyMs: EVERY_MS,
        withinMs: LOOK_WITHIN_MS,
      });
    },
    stop: async () => looking?.stop(),
  };
}
