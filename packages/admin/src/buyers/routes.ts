/** Buyers and how they answer. */
import { adminGetBuyer, adminListBuyers, ApiError, pageEnd } from '@sluice/contracts';
import type { ReportsFor, StoresFor } from '@sluice/pipeline';
import { namesIn, type CallFigures } from '@sluice/reports';
import { addTimes, isOrderedOpen, pageOf, quantileMs, type ReceiverHealth } from '@sluice/store';
import type { Actor } from '../actor.js';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { shownBy } from '../who-did.js';
import { knownReceivers, receiverOr, type KnownReceiver } from './buyer-names.js';
import { buyerState, buyerStates, type BuyerState } from './buyer-state.js';
import { waitingIn } from './troubled-buyers.js';

type Deps = StoresFor<'clock' | 'forTenant' | 'receivers' | 'tenants'> & Pick<AdminDeps, 'redis'>;

const HOUR_MS = 3_600_000;
const ranges = {
  hours: { span: 'minute', lastsMs: 2 * HOUR_MS, stepMs: HOUR_MS / 60 },
  week: { span: 'hour', lastsMs: 7 * 24 * HOUR_MS, stepMs: HOUR_MS },
} as const;

const listBuyers = defineAdminRoute(
  adminListBuyers,
  async (
    { params: { tenantId }, query: { search = '', limit, cursor }, actor },
    { stores, reports, redis }: Deps & ReportsFor<'figures'>,
  ) => {
    const [known, health] = await Promise.all([
      knownReceivers(stores.forTenant(tenantId)),
      stores.receivers.of(tenantId),
    ]);
    const healthOf = new Map(health.map((one) => [one.receiver, one]));
    const now = stores.clock.now();
    const found = [...new Set([...known.keys(), ...healthOf.keys()])]
      .map((name) => placeOf(receiverOr(known, name), buyerState(healthOf.get(name), now)))
      .filter(({ known: { receiver, buyer } }) => contains(search, receiver, buyer))
      .sort(byPlace);
    const after = cursor === undefined ? undefined : placeAt(cursor, known);
    const rest = after ? found.filter((place) => byPlace(place, after) > 0) : found;
    const { items, nextCursor } = pageOf(rest, limit, cursorOf);
    const receivers = items.map((place) => place.known.receiver);
    const calls = await reports.figures.calls(
      tenantId,
      'minute',
      new Date(now.getTime() - HOUR_MS),
      receivers,
    );
    const buyers = await Promise.all(
      items.map((place) =>
        shown({ stores, redis, actor }, tenantId, {
          known: place.known,
          health: healthOf.get(place.known.receiver),
          calls: calls.filter(({ receiver }) => receiver === place.known.receiver),
        }),
      ),
    );
    return { buyers, ...pageEnd(nextCursor) };
  },
);

/** Where a buyer stands in the list. */
interface Place {
  readonly rank: number;
  readonly known: KnownReceiver;
}

function placeOf(known: KnownReceiver, state: BuyerState): Place {
  return { rank: buyerStates.indexOf(state), known };
}

function byPlace(a: Place, b: Place): number {
  return (
    a.rank - b.rank ||
    a.known.buyer.localeCompare(b.known.buyer) ||
    (a.known.receiver < b.known.receiver ? -1 : Number(a.known.receiver > b.known.receiver))
  );
}

// A buyer whose state changes between two pages may be on both or on neither; no other one is.
function cursorOf({ rank, known: { receiver } }: Place): string {
  return `${rank}.${receiver}`;
}

function placeAt(cursor: string, known: ReadonlyMap<string, KnownReceiver>): Place {
  const [, rank, receiver = ''] = /^(\d+)\.(.*)$/s.exec(cursor) ?? [];
  return { rank: Number(rank ?? 0), known: receiverOr(known, receiver) };
}

function contains(search: string, ...texts: readonly string[]): boolean {
  return texts.some((text) => text.toLowerCase().includes(search.toLowerCase()));
}

const getBuyer = defineAdminRoute(
  adminGetBuyer,
  async (
    { params: { tenantId, receiver }, query: { range }, actor },
    { stores, reports, redis }: Deps & ReportsFor<'figures'>,
  ) => {
    const { span, lastsMs, stepMs } = ranges[range];
    const now = stores.clock.now().getTime();
    const [known, health, lastHour, calls] = await Promise.all([
      knownReceivers(stores.forTenant(tenantId)),
      stores.receivers.find(tenantId, receiver),
      reports.figures.calls(tenantId, 'minute', new Date(now - HOUR_MS), [receiver]),
      reports.figures.calls(tenantId, span, new Date(now - lastsMs), [receiver]),
    ]);
    if (!known.has(receiver) && !health)
      throw new ApiError('NOT_FOUND', { message: `There is no receiver ${receiver}` });
    const buyer = await shown({ stores, redis, actor }, tenantId, {
      known: receiverOr(known, receiver),
      health,
      calls: lastHour,
    });
    return {
      buyer,
      names: await namesIn(
        stores.forTenant(tenantId),
        buyer.campaignIds.map((campaignId) => ({ campaignId })),
      ),
      points: callPoints(calls, { from: now - lastsMs + stepMs, until: now, stepMs }),
      answers: (health?.answers ?? []).map(({ at, ...answer }) => ({ at: at.toISOString(), ...answer })),
      circuit: (health?.circuit ?? [])
        .map(({ since, until, stands, by, byMember, reason }) => ({
          since: since.toISOString(),
          until: (stands ? new Date(now) : until).toISOString(),
          ...(by !== undefined && { by: shownBy(actor, { by, byMember }), reason: reason ?? '' }),
        }))
        .reverse(),
    };
  },
);

interface Steps {
  readonly from: number;
  readonly until: number;
  readonly stepMs: number;
}

// Every step is included, even one without calls: a plot of the other steps alone would draw lines through calls that
// were never made.
function callPoints(calls: readonly CallFigures[], { from, until, stepMs }: Steps) {
  const [first, last] = [Math.floor(from / stepMs), Math.floor(until / stepMs)];
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const at = new Date((first + index) * stepMs);
    const inStep = calls.filter((one) => Math.floor(one.at.getTime() / stepMs) === first + index);
    return {
      at: at.toISOString(),
      outcomes: { ...addTimes(inStep.map(({ outcomes }) => outcomes)) },
      statuses: { ...addTimes(inStep.map(({ statuses }) => statuses)) },
      ...quantiles(addTimes(inStep.map(({ times }) => times))),
    };
  });
}

interface Found {
  readonly known: KnownReceiver;
  readonly health: ReceiverHealth | undefined;
  readonly calls: readonly CallFigures[];
}

async function shown(
  { stores, redis, actor }: Deps & { readonly actor: Actor },
  tenantId: string,
  { known, health, calls }: Found,
) {
  const now = stores.clock.now();
  const { lane, ...receiver } = known;
  const waiting = await waitingIn(redis, tenantId, lane);
  const outcomes = addTimes(calls.map((one) => one.outcomes));
  const ordered = isOrderedOpen(health?.order, now) ? health?.order : undefined;
  const openUntil = ordered ? ordered.until : health?.openUntil;
  const isOpen = openUntil !== undefined && openUntil > now;
  return {
    tenantId,
    ...receiver,
    campaignIds: [...known.campaignIds],
    state: buyerState(health, now),
    failingSince: health?.failingSince?.toISOString(),
    openUntil: isOpen ? openUntil.toISOString() : undefined,
    openedBy: ordered && { by: shownBy(actor, ordered), reason: ordered.reason ?? '' },
    acceptsNoneSince: health?.acceptsNoneSince?.toISOString(),
    lastAcceptedAt: health?.lastAcceptedAt?.toISOString(),
    waiting,
    calls: Object.values(outcomes).reduce((sum, count) => sum + count, 0),
    outcomes: { ...outcomes },
    ...quantiles(addTimes(calls.map(({ times }) => times))),
  };
}

function quantiles(times: CallFigures['times']) {
  const [p50, p95] = [quantileMs(times, 0.5), quantileMs(times, 0.95)];
  return {
    p50Ms: p50 === undefined ? undefined : Math.round(p50),
    p95Ms: p95 === undefined ? undefined : Math.round(p95),
  };
}

export const buyerRoutes: readonly AdminRoute<AdminDeps>[] = [listBuyers, getBuyer];
