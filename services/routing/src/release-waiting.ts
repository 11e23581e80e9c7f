/**
 * Releases leads that wait for a campaign, the oldest first, as names leave its count. Every routing process does so for
 * all campaigns, so that none waits for the process that put its leads on the list.
 */
import { repeat, type Repeated } from '@sluice/concurrency';
import { MAX_BATCH, routingQueue } from '@sluice/contracts';
import { now, type Core, type StoresFor } from '@sluice/pipeline';
import { errorFields } from '@sluice/process';
import type { WaitingList, WaitingLists } from '@sluice/queue';
import type { OnTheWay } from './on-the-way.js';

/** What releasing uses of the core. */
export type ReleaseDeps = StoresFor<'clock' | 'forTenant'> &
  Pick<Core, 'producer' | 'log'> & { readonly onTheWay: OnTheWay };

type ListName = Pick<WaitingList, 'tenantId' | 'list'>;
type Released = Awaited<ReturnType<WaitingLists['release']>>['released'];

const WHILE_WAITING_MS = 200;
/** How often a process without leads that wait looks whether others have some. */
const OTHERWISE_MS = 1_000;
const LOOK_WITHIN_MS = 10_000;

/** Starts to release, until it is stopped. */
export function startReleasing(deps: ReleaseDeps): Repeated {
  let hasLists = false;
  return repeat({
    what: 'releasing leads that wait for campaigns',
    run: async () => {
      hasLists = (await releaseOnce(deps)) > 0;
    },
    everyMs: () => (hasLists ? WHILE_WAITING_MS : OTHERWISE_MS),
    withinMs: LOOK_WITHIN_MS,
    failed: (error) => deps.log.debug('leads that wait for campaigns were not released', errorFields(error)),
  });
}

/** Looks once at every waiting list, and returns how many there are. */
async function releaseOnce(deps: ReleaseDeps): Promise<number> {
  const { producer, log, onTheWay } = deps;
  const names = await producer.lists(routingQueue).names();
  const waiting = await Promise.all(
    names.map(async (name) => {
      try {
        return (await releaseFrom(deps, name)) > 0 ? [name] : [];
      } catch (error) {
        log.debug('a waiting list was not looked at', { ...name, ...errorFields(error) });
        return [name];
      }
    }),
  );
  onTheWay.noteWaiting(waiting.flat());
  return names.length;
}

// How many still wait.
async function releaseFrom(deps: ReleaseDeps, name: ListName): Promise<number> {
  const { stores, producer, onTheWay } = deps;
  const left = await onTheWay.leftOn(stores.forTenant(name.tenantId), name.list);
  const { released, waiting } = await producer.lists(routingQueue).release(name, Math.max(0, left));
  for (let start = 0; start < released.length; start += MAX_BATCH)
    enqueue(deps, name, released.slice(start, start + MAX_BATCH));
  return waiting;
}

// As one batch, which keeps the place of its first lead, should they have to wait again.
function enqueue(deps: ReleaseDeps, { tenantId, list }: ListName, together: Released): void {
  const { producer, log } = deps;
  const waited = { list, since: together[0]?.sinceMs ?? 0 };
  const since = now(deps);
  for (const { item } of together) {
    // What Redis refuses leaves the list by itself, and the sweep requeues it.
    void producer
      .add(routingQueue, { payload: routingQueue.payload(tenantId, item), since, waited })
      .catch((error: unknown) => log.debug('left to the sweep', errorFields(error)));
  }
}
