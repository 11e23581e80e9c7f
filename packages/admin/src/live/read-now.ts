/** One observation of the present state, with its findings, which answers all who ask within the same second. */
import { cachedFor } from '@sluice/concurrency';
import type { FigurePoint, NowState } from '@sluice/contracts';
import type { ReportsFor, StoresFor } from '@sluice/pipeline';
import type { RedisConnection } from '@sluice/process';
import { findingsOf, type LeadsAwaitingOperator, type Observation } from '@sluice/reports';
import { figurePoints } from './figure-points.js';
import { waitsOf } from './waits-of.js';
import {
  MOST_COUNTED,
  observe,
  observedOf,
  readsOfRedis,
  readsOfStores,
  type Observed,
  type ReadParts,
} from './observe.js';

/** The dependencies of an observation. */
export interface NowDeps extends Observed {
  readonly reports: ReportsFor<'figures' | 'leadsAwaitingOperator'>['reports'];
  readonly redis: RedisConnection;
}

const LOOK_EVERY_MS = 900;
/** A store that is silent for longer counts as unavailable in this observation. */
const WITHIN_MS = 2_000;
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
  const reads = {
    ...readsOfStores(deps),
    ...readsOfRedis(redis),
    attention: () => reports.leadsAwaitingOperator(MOST_COUNTED),
    minutes: () => readMinutes({ stores, reports }),
    onHold: () => stores.workOnHold.waiting(MOST_COUNTED),
  };
  return nowReader(stores, reads, ({ seen, shown, minutes, onHold, attention }) => {
    const away = [...(minutes ? [] : ['mongodb' as const]), ...(seen.stages ? [] : ['redis' as const])];
    return {
      ...shown,
      away,
      findings: findingsOf({ ...seen, away: away.map((store) => ({ store })) }),
      stages: seen.stages && [...seen.stages],
      minutes: minutes && [...minutes],
      waits: waitsOf({ stages: seen.stages, held: seen.held, onHold, attention }),
    };
  });
}

/** What is read for the present state of the installation or of a tenant, as far as it answers. */
interface Parts extends ReadParts {
  readonly attention: LeadsAwaitingOperator;
  readonly minutes: readonly FigurePoint[];
  readonly onHold: number;
}

/** An observation, and the part of it that every state shows alike. */
interface Seen extends Partial<Pick<Parts, 'attention' | 'minutes' | 'onHold'>> {
  readonly seen: Omit<Observation, 'away'>;
  readonly shown: Pick<NowState, 'at' | 'buyers' | 'held'>;
}

/** Makes a function that observes by these reads, once for all who ask at the same time. */
export function nowReader<State>(
  { clock }: Pick<NowDeps['stores'], 'clock'>,
  reads: { readonly [Part in keyof Parts]?: () => Promise<Parts[Part]> },
  stateOf: (seen: Seen) => State,
): () => Promise<State> {
  const cached = cachedReads(reads);
  return cachedFor(LOOK_EVERY_MS, async () => {
    const {
      seen: { minutes, attention, onHold, ...parts },
    } = await observe<Partial<Parts>>(cached, WITHIN_MS);
    const at = clock.now();
    const seen = { ...observedOf(parts), at, needingAttention: attention?.needingAttention };
    const { buyers, held } = seen;
    const shown = { at: at.toISOString(), buyers: buyers && [...buyers], held: held && [...held] };
    return stateOf({ seen, shown, minutes, attention, onHold });
  });
}

// Each read, of which one answers all who ask within the age that its part may have.
function cachedReads<Reads extends Readonly<Record<string, unknown>>>(reads: Reads): Reads {
  const entries = Object.entries(reads).map(([part, read]) => [
    part,
    cachedFor(maxAgeMs[part] ?? LOOK_EVERY_MS, read as () => Promise<unknown>),
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
