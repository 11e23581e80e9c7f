/**
 * One observation of the present state, which answers all who ask within the same second. It reads no leads, and counts
 * only up to a bound.
 */
import { withDeadline } from '@sluice/concurrency';
import { queues, type NowState } from '@sluice/contracts';
import { waitingAtCampaigns, type ReportsFor, type StoresFor } from '@sluice/pipeline';
import { cachedFor } from '@sluice/concurrency';
import type { RedisConnection } from '@sluice/process';
import { inspectQueue } from '@sluice/queue';
import type { Stores } from '@sluice/store';
import { everyOverspentBudget } from '../budgets/overspent-budgets.js';
import { readTroubledBuyers } from '../buyers/troubled-buyers.js';
import { readUnreadBuyers } from '../buyers/unread-buyers.js';
import { figurePoints } from './figure-points.js';
import { findingsOf, type ActiveHold } from './findings.js';

/** The dependencies of an observation. */
export interface NowDeps extends StoresFor<
  | 'clock'
  | 'forTenant'
  | 'heldLeads'
  | 'hold'
  | 'leaderLease'
  | 'outbox'
  | 'readings'
  | 'receivers'
  | 'tenantHolds'
  | 'tenants'
  | 'webhooksSwitchedOff'
> {
  readonly reports: ReportsFor<'figures' | 'leadsAwaitingOperator'>['reports'];
  readonly redis: RedisConnection;
}

const LOOK_EVERY_MS = 900;
/** A store that is silent for longer counts as unavailable in this observation. */
const WITHIN_MS = 2_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
const MOST_RULES = 50;
const MOST_COUNTED = 10_000;
const seldom = { lagMs: 2_000, sweepMs: 5_000, heldMs: 5_000, attentionMs: 10_000 } as const;

/** Makes the function that observes; it never rejects, and names each store that does not answer. */
export function createNowReader({ stores, reports, redis }: NowDeps): () => Promise<NowState> {
  const parts = {
    stages: cachedFor(LOOK_EVERY_MS, () => readStages(redis)),
    waitingAt: cachedFor(LOOK_EVERY_MS, () => waitingAtCampaigns(redis)),
    buyers: cachedFor(LOOK_EVERY_MS, () => readTroubledBuyers({ stores, redis })),
    minutes: cachedFor(LOOK_EVERY_MS, () => readMinutes({ stores, reports })),
    lag: cachedFor(seldom.lagMs, () => stores.outbox.lag()),
    oldestInProgressMs: cachedFor(seldom.lagMs, () => stores.outbox.oldestInProgressMs()),
    leaderUntil: cachedFor(seldom.sweepMs, () => stores.leaderLease.leaderUntil()),
    held: cachedFor(seldom.heldMs, () => readHeld(stores)),
    attention: cachedFor(seldom.attentionMs, () => reports.leadsAwaitingOperator(MOST_COUNTED)),
    holds: cachedFor(seldom.lagMs, () => readHolds(stores)),
    unreadBuyers: cachedFor(seldom.attentionMs, () => readUnreadBuyers(stores)),
    unreadRules: cachedFor(seldom.attentionMs, () => readUnreadRules(stores)),
    overspent: cachedFor(seldom.attentionMs, () => everyOverspentBudget({ stores })),
    receiversOff: cachedFor(seldom.attentionMs, () => stores.webhooksSwitchedOff(MOST_COUNTED)),
  };
  return cachedFor(LOOK_EVERY_MS, async () => {
    const [
      stages,
      buyers,
      minutes,
      lag,
      oldestInProgressMs,
      leaderUntil,
      held,
      attention,
      holds,
      off,
      unread,
      unreadRules,
      overspent,
      waitingAt,
    ] = await Promise.all([
      seen(parts.stages()),
      seen(parts.buyers()),
      seen(parts.minutes()),
      seen(parts.lag()),
      seen(parts.oldestInProgressMs()),
      seen(parts.leaderUntil()),
      seen(parts.held()),
      seen(parts.attention()),
      seen(parts.holds()),
      seen(parts.receiversOff()),
      seen(parts.unreadBuyers()),
      seen(parts.unreadRules()),
      seen(parts.overspent()),
      seen(parts.waitingAt()),
    ]);
    const at = stores.clock.now();
    const away = [...(minutes ? [] : ['mongodb']), ...(stages ? [] : ['redis'])];
    const shown = {
      stages: stages && [...stages],
      buyers: buyers && [...buyers],
      held: held && [...held],
    };
    const findings = findingsOf({
      at,
      away,
      ...shown,
      lag,
      oldestInProgressMs,
      leaderUntil,
      needingAttention: attention?.needingAttention,
      holds,
      receiversOff: off,
      unreadBuyers: unread,
      unreadRules,
      overspent,
      waitingAt,
    });
    return {
      at: at.toISOString(),
      away,
      findings,
      ...shown,
      minutes: minutes && [...minutes],
      attention: attention?.count,
    };
  });
}

// A part that does not answer in time is missing from this observation; the next one may have it.
function seen<T>(reading: Promise<T>): Promise<T | undefined> {
  return withDeadline('observing the installation', WITHIN_MS, reading).catch(() => undefined);
}

// What a rule met a day ago is no news.
async function readUnreadRules({ readings, clock }: Pick<Stores, 'readings' | 'clock'>) {
  return readings.unread(MOST_RULES, new Date(clock.now().getTime() - DAY_MS));
}

async function readStages(redis: RedisConnection) {
  const reports = await Promise.all(queues.map((queue) => inspectQueue(queue, redis)));
  return reports.map(({ name, waiting, active, delayed, failed, oldestWaitingMs, workers, paused }) => ({
    name,
    waiting,
    active,
    delayed,
    failed,
    oldestMs: oldestWaitingMs,
    workers,
    paused,
  }));
}

async function readMinutes({ stores, reports }: StoresFor<'clock'> & ReportsFor<'figures'>) {
  const from = new Date(stores.clock.now().getTime() - MINUTE_MS);
  const [leads, waits] = await Promise.all([
    reports.figures.leads('minute', from),
    reports.figures.waits('minute', from),
  ]);
  return figurePoints({ from, until: stores.clock.now(), stepMs: MINUTE_MS }, leads, waits);
}

async function readHeld(stores: Pick<Stores, 'forTenant' | 'heldLeads'>) {
  const held = await stores.heldLeads();
  return Promise.all(
    held.map(async ({ opensAt, oldestAt, ...group }) => {
      const campaign = await stores.forTenant(group.tenantId).campaigns.cached(group.campaignId);
      return {
        ...group,
        campaignName: campaign?.name === undefined ? undefined : campaign.name,
        opensAt: opensAt.toISOString(),
        oldestAt: oldestAt.toISOString(),
      };
    }),
  );
}

async function readHolds(stores: Pick<Stores, 'hold' | 'tenantHolds'>): Promise<readonly ActiveHold[]> {
  const [whole, ofTenants] = await Promise.all([stores.hold.current(), stores.tenantHolds.all()]);
  return [...(whole ? [{ ...whole, since: whole.at }] : []), ...ofTenants];
}
