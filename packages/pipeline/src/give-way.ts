/**
 * Giving way at intake: while others post leads too, those of a tenant that brings a crowd are made durable in waves, with
 * a rest after each. What goes together shares its round trips, and in the rest the stores answer everybody else at once.
 */
import type { Admission } from '@sluice/runtime';
import { setTimeout as pause } from 'node:timers/promises';

/** Runs a tenant's piece of work: at once, or in its turn while the tenant crowds and others are about. */
export type GiveWay = <T>(tenantId: string, work: () => Promise<T>) => Promise<T>;

const WAVE = 16;
/** The rest after a wave, as many times as long as the wave took. */
const REST = 5;
/** Stores that take longer than this are not spared by waiting for them. */
const WAVE_AT_MOST_MS = 200;
/** Nobody who posts waits longer for the others than this; more than that is the business of who refuses work. */
const WAIT_AT_MOST_MS = 2_000;
const OTHERS_FOR_MS = 5_000;

interface Waiting {
  readonly since: number;
  readonly begin: () => Promise<void>;
}

/** Lets the crowds among those who post to this process give way. */
export function createGiveWay(admission: Pick<Admission, 'isCrowding' | 'isFull'>): GiveWay {
  let waiting: Waiting[] = [];
  let rolling = false;
  let othersUntil = -Infinity;
  const othersAbout = () => performance.now() < othersUntil;

  async function roll(): Promise<void> {
    while (waiting.length > 0) {
      const startedAt = performance.now();
      const late = waiting.filter(({ since }) => startedAt - since > WAIT_AT_MOST_MS).length;
      const wave = waiting.slice(0, othersAbout() ? Math.max(WAVE, late) : undefined);
      waiting = waiting.slice(wave.length);
      await Promise.race([Promise.all(wave.map(({ begin }) => begin())), pause(WAVE_AT_MOST_MS)]);
      if (othersAbout()) await pause((performance.now() - startedAt) * REST);
    }
    rolling = false;
  }

  return (tenantId, work) => {
    const crowds = admission.isFull('submissions', tenantId) || admission.isCrowding('submissions', tenantId);
    if (!crowds) othersUntil = performance.now() + OTHERS_FOR_MS;
    if (!crowds || !othersAbout()) return work();
    return new Promise((resolve, reject) => {
      waiting.push({ since: performance.now(), begin: () => work().then(resolve, reject) });
      if (rolling) return;
      rolling = true;
      // Those who come in this turn of the event loop go together.
      setImmediate(() => void roll());
    });
  };
}
