/** One observation of the present state, with its findings, which answers all who ask within the same second. */
import { cachedFor } from '@sluice/concurrency';
import type { NowState } from '@sluice/contracts';
import type { ReportsFor, StoresFor } from '@sluice/pipeline';
import type { RedisConnection } from '@sluice/process';
import { findingsOf } from '@sluice/reports';
import { figurePoints } from './figure-points.js';
import { waitsOf } from './waits-of.js';
import { MOST_COUNTED, observe, observedOf, readsOfRedis, readsOfStores, type Observed } from './observe.js';

/** The dependencies of an observation. */
export interface NowDeps extends Observed {
  readonly reports: ReportsFor<'figures' | 'leadsAwaitingOperator'>['reports'];
  readonly redis: RedisConnection;
}

export const LOOK_EVERY_MS = 900;
/** A store that is silent for longer counts as unavailable in this observation. */
export const WITHIN_MS = 2_000;
const MINUTE_MS = 60_000;

/** How old a part may be that is not read for every observation. */
const maxAgeMs: Readonly<Record<string, number>> = {
  lag: 2_000,
  oldestInProgressMs: 2_000,
  holds: 2_000,
  leaderUntil: 5_000,
  held: 5_000,
  onHold: 5_000,
  redis: 5_000,
  attention: 10_000,
  unreadBuyers: 10_000,
  unreadRules: 10_000,
  overspent: 10_000,
  receiversOff: 10_000,
  failingPostbacks: 10_000,
  unfinishedChanges: 10_000,
  disk: 60_000,
};

/** Makes the function that observes; it never rejects, and names each store that does not answer. */
export function createNowReader(deps: NowDeps): () => Promise<NowState> {
  const { stores, reports, redis } = deps;
  const reads = cachedReads({
    ...readsOfStores(deps),
    ...readsOfRedis(redis),
    attention: () => reports.leadsAwaitingOperator(MOST_COUNTED),
    minutes: () => readMinutes({ stores, reports }),
    onHold: () => stores.workOnHold.waiting(MOST_COUNTED),
  });
  return cachedFor(LOOK_EVERY_MS, async () => {
    const {
      seen: { minutes, attention, onHold, ...parts },
    } = await observe(reads, WITHIN_MS);
    const seen = observedOf(parts);
    const at = stores.clock.now();
    const away = [...(minutes ? [] : ['mongodb' as const]), ...(seen.stages ? [] : ['redis' as const])];
    const findings = findingsOf({
      ...seen,
      at,
      away: away.map((store) => ({ store })),
      needingAttention: attention?.needingAttention,
    });
    return {
      at: at.toISOString(),
      away,
      findings,
      stages: seen.stages && [...seen.stages],
      buyers: seen.buyers && [...seen.buyers],
      held: seen.held && [...seen.held],
      minutes: minutes && [...minutes],
      waits: waitsOf({ stages: seen.stages, held: seen.held, onHold, attention }),
    };
  });
}

/** Each read, of which one answers all who ask within the age that its part may have. */
export function cachedReads<Reads extends Readonly<Record<string, () => Promise<unknown>>>>(
  reads: Reads,
): Reads {
  const entries = Object.entries(reads).map(([part, read]) => [
    part,
    cachedFor(maxAgeMs[part] ?? LOOK_EVERY_MS, read),
  ]);
  return Object.fromEntries(entries) as Reads;
}

/** This minute and the last, of one tenant or of all; what waits is the installation's. */
export async function readMinutes(
  { stores, reports }: StoresFor<'clock'> & ReportsFor<'figures'>,
  tenantId?: string,
) {
  const from = new Date(stores.clock.now().getTime() - MINUTE_MS);
  const [leads, waits] = await Promise.all([
    reports.figures.leads('minute', from, tenantId),
    tenantId === undefined ? reports.figures.waits('minute', from) : [],
  ]);
  return figurePoints({ from, until: stores.clock.now(), stepMs: MINUTE_MS }, leads, waits);
}
