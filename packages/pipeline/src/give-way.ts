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

interface Seen {
  readonly tenantId: string;
  readonly at: number;
}

interface Waiting {
  readonly tenantId: string;
  readonly since: number;
  readonly begin: () => Promise<void>;
}

/** Lets the crowds among those who post to this process give way. */
export function createGiveWay(admission: Pick<Admission, 'isCrowding'>): GiveWay {
  let waiting: Waiting[] = [];
  let rolling = false;
  // Of those who do not crowd, the tenant that came last, and the last one before who was another.
  let latest: Seen | undefined;
  let before: Seen | undefined;

  function othersAbout(tenantId: string): boolean {
    const other = latest?.tenantId === tenantId ? before : latest;
    return other !== undefined && performance.now() - other.at < OTHERS_FOR_MS;
  }

  async function roll(): Promise<void> {
    for (let first = waiting[0]; first; first = waiting[0]) {
      const { tenantId } = first;
      const startedAt = performance.now();
      const late = waiting.filter(({ since }) => startedAt - since > WAIT_AT_MOST_MS).length;
      const wave = waiting.slice(0, othersAbout(tenantId) ? Math.max(WAVE, late) : undefined);
      waiting = waiting.slice(wave.length);
      await Promise.race([Promise.all(wave.map(({ begin }) => begin())), pause(WAVE_AT_MOST_MS)]);
      const tookMs = Math.min(performance.now() - startedAt, WAVE_AT_MOST_MS);
      if (othersAbout(tenantId)) await pause(tookMs * REST);
    }
    rolling = false;
  }

  return (tenantId, work) => {
    if (!admission.isCrowding('submissions', tenantId)) {
      if (latest?.tenantId !== tenantId) before = latest;
      latest = { tenantId, at: performance.now() };
      return work();
    }
    if (!othersAbout(tenantId)) return work();
    return new Promise((resolve, reject) => {
      waiting.push({ tenantId, since: performance.now(), begin: () => work().then(resolve, reject) });
      if (rolling) return;
      rolling = true;
      // Those who come in this turn of the event loop go together.
      setImmediate(() => void roll());
    });
  };
}
