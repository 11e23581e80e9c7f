/**
 * Recording what came of a call. Until that is done, only this process knows what the receiver answered; if it gave up,
 * another worker would treat the outcome as unknown once the lease ends. So while the database is unavailable, it writes
 * again until then.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isStoreUnavailable } from '@sluice/store';
import { now, type StoresFor } from '../core.js';

/** Makes a call of the database again while that is unavailable. */
export type Insist = <T>(call: () => Promise<T>) => Promise<T>;

/** The pause after a call that failed. */
const PAUSE_MS = 250;

/** Repeats calls; no repetition begins after `leaseUntil`. */
export function insistUntil(core: StoresFor<'clock'>, leaseUntil: Date): Insist {
  return async (call) => {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        const next = now(core).getTime() + PAUSE_MS;
        if (!isStoreUnavailable(error) || next > leaseUntil.getTime()) throw error;
        await pause(PAUSE_MS);
      }
    }
  };
}
