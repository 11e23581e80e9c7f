/**
 * What findings are made of, read from the stores: for the first page every second, and for `sluice doctor` once. It reads
 * no leads, and counts only up to a bound.
 */
import { withDeadline } from '@sluice/concurrency';
import { isPaused, queues } from '@sluice/contracts';
import { waitingAtCampaigns, type StoresFor } from '@sluice/pipeline';
import { redisMemory, type RedisConnection } from '@sluice/process';
import { inspectQueue } from '@sluice/queue';
import {
  CHANGE_LATE_MS,
  RECENT_MS,
  type ActiveHold,
  type BoundedList,
  type CutShort,
  type Observation,
} from '@sluice/reports';
import { postbackAddress, type Hold, type Stores } from '@sluice/store';
import { everyOverspentBudget } from '../budgets/overspent-budgets.js';
import { readTroubledBuyers } from '../buyers/troubled-buyers.js';
import { readUnreadBuyers } from '../buyers/unread-buyers.js';
import { shownBy } from '../who-did.js';
import { firstOf, type First } from './first-of.js';

/** The stores that are observed. */
export interface Observed extends StoresFor<
  | 'clock'
  | 'configurations'
  | 'disk'
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
  | 'failingPostbacks'
  | 'workOnHold'
> {
  /** For how many leads wait for a buyer; they are not counted without it. */
  readonly redis?: RedisConnection;
  /** Only what is this tenant's, as its members are shown it. */
  readonly tenantId?: string;
}

/** What an observation consists of, apart from its time and the stores that do not answer. */
type Parts = Omit<Observation, 'at' | 'away' | 'cutShort'>;
/** The parts as they are read. */
export interface ReadParts extends Omit<Parts, BoundedList>, Bounded {}
type Bounded = { readonly [Name in BoundedList]?: First<NonNullable<Parts[Name]>[number]> };
type Reads<Part extends keyof Parts> = { readonly [Name in Part]: () => Promise<ReadParts[Name]> };

type OfStores =
  | 'disk'
  | 'lag'
  | 'oldestInProgressMs'
  | 'leaderUntil'
  | 'held'
  | 'buyers'
  | 'holds'
  | 'unreadBuyers'
  | 'unreadRules'
  | 'overspent'
  | 'receiversOff'
  | 'failingPostbacks'
  | 'unfinishedChanges';

const MOST_RULES = 50;
const MOST_CHANGES = 20;
const MOST_POSTBACKS = 20;
/** Trackers that fail, before those are left out that nothing more is sent to. */
const MOST_TRACKERS_READ = 500;
/** By then a postback was tried three times. */
const POSTBACKS_FAIL_MS = 30 * 60_000;
/** A tracker that nothing was sent to for so long may work again. */
const POSTBACK_FORGOTTEN_MS = 24 * 3_600_000;
const MOST_HOLDS_COUNTED = 50;
/** Leads and receivers of all tenants are counted up to this bound. */
export const MOST_COUNTED = 10_000;

/** How each part is read that MongoDB holds. */
export function readsOfStores({ stores, redis, tenantId }: Observed): Reads<OfStores> {
  return {
    disk: () => stores.disk(),
    lag: () => stores.outbox.lag(),
    oldestInProgressMs: () => stores.outbox.oldestInProgressMs(),
    leaderUntil: () => stores.leaderLease.leaderUntil(),
    held: () => readHeld(stores, tenantId),
    buyers: () => readTroubledBuyers({ stores, redis, tenantId }),
    holds: () => readHolds(stores, tenantId),
    unreadBuyers: () => readUnreadBuyers(stores, tenantId),
    unreadRules: () => readUnreadRules(stores, tenantId),
    overspent: () => everyOverspentBudget({ stores }, tenantId),
    receiversOff: () => stores.webhooksSwitchedOff(MOST_COUNTED, tenantId),
    failingPostbacks: () => readFailingPostbacks(stores, tenantId),
    unfinishedChanges: () => readUnfinished(stores),
  };
}

/** What was read as findings take it, where a list says nothing of what it leaves out. */
export function observedOf(seen: ReadParts): Partial<Observation> {
  const { buyers, unreadBuyers, unreadRules, failingPostbacks, unfinishedChanges } = seen;
  const lists = { buyers, unreadBuyers, unreadRules, failingPostbacks, unfinishedChanges };
  const cutShort = Object.entries(lists).flatMap(([list, found]): CutShort[] =>
    found?.more ? [{ list: list as BoundedList, listed: found.first.length }] : [],
  );
  return {
    ...seen,
    buyers: buyers?.first,
    unreadBuyers: unreadBuyers?.first,
    unreadRules: unreadRules?.first,
    failingPostbacks: failingPostbacks?.first,
    unfinishedChanges: unfinishedChanges?.first,
    cutShort,
  };
}

/** How each part is read that Redis holds. */
export function readsOfRedis(redis: RedisConnection): Reads<'stages' | 'waitingAt' | 'redis'> {
  return {
    stages: () => readStages(redis),
    waitingAt: () => waitingAtCampaigns(redis),
    redis: async () => [await redisMemory(redis)],
  };
}

/** A part that could not be read. */
export interface Unread {
  readonly part: string;
  readonly because: string;
}

/**
 * Reads every part within `withinMs`. It never rejects: a part that does not answer is absent, and among `unread` with why.
 */
export async function observe<T>(
  reads: { readonly [Part in keyof T]: () => Promise<T[Part]> },
  withinMs: number,
): Promise<{ readonly seen: Partial<T>; readonly unread: readonly Unread[] }> {
  const unread: Unread[] = [];
  const parts = await Promise.all(
    Object.entries<() => Promise<unknown>>(reads).map(async ([part, read]) => {
      const value = await withDeadline('observing the installation', withinMs, read()).catch(
        (error: unknown) =>
          void unread.push({ part, because: error instanceof Error ? error.message : String(error) }),
      );
      return [part, value] as const;
    }),
  );
  return { seen: Object.fromEntries(parts) as Partial<T>, unread };
}

function before({ clock }: Pick<Stores, 'clock'>, ms: number): Date {
  return new Date(clock.now().getTime() - ms);
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

async function readHeld(stores: Pick<Stores, 'forTenant' | 'heldLeads'>, tenantId?: string) {
  const held = await stores.heldLeads(tenantId);
  return Promise.all(
    held.map(async ({ opensAt, oldestAt, ...group }) => {
      const campaign = await stores.forTenant(group.tenantId).campaigns.cached(group.campaignId);
      return {
        ...group,
        campaignName: campaign?.name,
        opensAt: opensAt.toISOString(),
        oldestAt: oldestAt.toISOString(),
      };
    }),
  );
}

async function readHolds(
  { hold, tenantHolds, workOnHold }: Pick<Stores, 'hold' | 'tenantHolds' | 'workOnHold'>,
  tenantId?: string,
) {
  const [whole, found] = await Promise.all([hold.current(), tenantHolds.all(tenantId)]);
  const ofTenants = tenantId === undefined ? found : found.map((one) => ({ ...one, by: shownBy({}, one) }));
  const holds = [
    ...(whole ? [holdOfAll(whole, tenantId)] : []),
    ...ofTenants.slice(0, MOST_HOLDS_COUNTED),
  ].map(async (one) => ({ ...one, waiting: await workOnHold.waiting(MOST_COUNTED, one.tenantId) }));
  return [...(await Promise.all(holds)), ...ofTenants.slice(MOST_HOLDS_COUNTED)];
}

// Its reason may name another tenant.
function holdOfAll({ at: since, by, reason }: Hold, tenantId?: string): ActiveHold {
  return tenantId === undefined
    ? { by, reason, since }
    : { tenantId, ofAll: true, by: shownBy({}, { by }), since };
}

async function readUnreadRules(stores: Pick<Stores, 'clock' | 'readings'>, tenantId?: string) {
  const found = await stores.readings.unread(MOST_RULES + 1, before(stores, RECENT_MS), tenantId);
  return firstOf(MOST_RULES, found);
}

async function readFailingPostbacks(
  stores: Pick<Stores, 'clock' | 'failingPostbacks' | 'forTenant'>,
  only?: string,
) {
  const failing = await stores.failingPostbacks(
    {
      failingBefore: before(stores, POSTBACKS_FAIL_MS),
      failedSince: before(stores, POSTBACK_FORGOTTEN_MS),
    },
    MOST_TRACKERS_READ,
    only,
  );
  const isInUse = await Promise.all(
    failing.map(async ({ tenantId, supplierId, address }) => {
      const supplier = await stores.forTenant(tenantId).suppliers.cached(supplierId);
      if (!supplier?.postback || isPaused(supplier)) return false;
      return postbackAddress(supplierId, supplier.postback.url) === address;
    }),
  );
  const { first, more } = firstOf(
    MOST_POSTBACKS,
    failing.filter((_, n) => isInUse[n]),
  );
  return { first, more: more || failing.length === MOST_TRACKERS_READ };
}

async function readUnfinished(stores: Pick<Stores, 'clock' | 'configurations'>) {
  const late = before(stores, CHANGE_LATE_MS);
  const found = await stores.configurations.unfinished(late, MOST_CHANGES + 1);
  return firstOf(
    MOST_CHANGES,
    found.map((tenantId) => ({ tenantId })),
  );
}
