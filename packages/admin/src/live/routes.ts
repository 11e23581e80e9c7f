/** The installation now, as a stream of changes, and over an hour, a day or a week. */
import {
  adminGetHistory,
  adminGetNow,
  adminGetTenantHistory,
  adminGetTenantNow,
  adminWatchNow,
  adminWatchTenantNow,
  ApiError,
  type HistoryRange,
  type NowState,
  type TenantNow,
} from '@sluice/contracts';
import type { ReportsFor, StoresFor } from '@sluice/pipeline';
import { setTimeout as pause } from 'node:timers/promises';
import { defineAdminRoute } from '../route.js';
import { figurePoints } from './figure-points.js';
import { createNowReader, type NowDeps } from './read-now.js';
import { createTenantNowReader, leadFiguresOf, type TenantNowDeps } from './read-tenant-now.js';

const EVENT_EVERY_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const ranges = {
  hour: { span: 'minute', lastsMs: HOUR_MS, stepMs: MINUTE_MS },
  day: { span: 'minute', lastsMs: 24 * HOUR_MS, stepMs: 5 * MINUTE_MS },
  week: { span: 'hour', lastsMs: 7 * 24 * HOUR_MS, stepMs: HOUR_MS },
} as const;

// One reader serves all callers of a process.
const readers = new WeakMap<NowDeps['stores'], () => Promise<NowState>>();

function readerOf({ stores, reports, redis }: NowDeps): () => Promise<NowState> {
  const known = readers.get(stores) ?? createNowReader({ stores, reports, redis });
  readers.set(stores, known);
  return known;
}

const tenantReaders = new WeakMap<NowDeps['stores'], Map<string, () => Promise<TenantNow>>>();

async function tenantReaderOf({ stores, reports, redis }: TenantNowDeps, tenantId: string) {
  const known = tenantReaders.get(stores) ?? new Map<string, () => Promise<TenantNow>>();
  tenantReaders.set(stores, known);
  const reader = known.get(tenantId) ?? createTenantNowReader({ stores, reports, redis }, tenantId);
  known.set(tenantId, reader);
  return reader;
}

function spanOf(range: HistoryRange, until: Date) {
  const { span, lastsMs, stepMs } = ranges[range];
  return { span, stepMs, from: new Date(until.getTime() - lastsMs + stepMs), until };
}

export const liveRoutes = [
  defineAdminRoute(adminGetNow, async (_call, deps: NowDeps) => readerOf(deps)()),
  defineAdminRoute(
    adminGetHistory,
    async (
      { query: { range, tenantId } },
      { stores, reports }: StoresFor<'clock' | 'tenants'> & ReportsFor<'figures'>,
    ) => {
      if (tenantId !== undefined && !(await stores.tenants.find(tenantId))) throw new ApiError('NOT_FOUND');
      const { span, stepMs, from, until } = spanOf(range, stores.clock.now());
      const [leads, waits] = await Promise.all([
        reports.figures.leads(span, from, tenantId),
        reports.figures.waits(span, from),
      ]);
      return { stepMs, points: figurePoints({ from, until, stepMs }, leads, waits) };
    },
  ),
  defineAdminRoute(adminWatchNow, async ({ request: { signal } }, deps: NowDeps) =>
    changes(readerOf(deps), signal),
  ),
  defineAdminRoute(adminGetTenantNow, async ({ params: { tenantId } }, deps: TenantNowDeps) =>
    (await tenantReaderOf(deps, tenantId))(),
  ),
  defineAdminRoute(
    adminWatchTenantNow,
    async ({ params: { tenantId }, request: { signal } }, deps: TenantNowDeps) =>
      changes(await tenantReaderOf(deps, tenantId), signal),
  ),
  defineAdminRoute(
    adminGetTenantHistory,
    async (
      { params: { tenantId }, query: { range } },
      { stores, reports }: StoresFor<'clock' | 'tenants'> & ReportsFor<'figures'>,
    ) => {
      const { span, stepMs, from, until } = spanOf(range, stores.clock.now());
      const leads = await reports.figures.leads(span, from, tenantId);
      return { stepMs, points: figurePoints({ from, until, stepMs }, leads, []).map(leadFiguresOf) };
    },
  ),
];

async function* changes<State>(read: () => Promise<State>, signal: AbortSignal): AsyncIterable<State> {
  while (!signal.aborted) {
    yield await read();
    await pause(EVENT_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
