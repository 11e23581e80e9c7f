/** The installation now, as a stream of changes, and over an hour, a day or a week. */
import { adminGetHistory, adminGetNow, adminWatchNow, ApiError, type NowState } from '@sluice/contracts';
import type { ReportsFor, StoresFor } from '@sluice/pipeline';
import { setTimeout as pause } from 'node:timers/promises';
import { defineAdminRoute } from '../route.js';
import { figurePoints } from './figure-points.js';
import { createNowReader, type NowDeps } from './read-now.js';

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

export const liveRoutes = [
  defineAdminRoute(adminGetNow, async (_call, deps: NowDeps) => readerOf(deps)()),
  defineAdminRoute(
    adminGetHistory,
    async (
      { query: { range, tenantId } },
      { stores, reports }: StoresFor<'clock' | 'tenants'> & ReportsFor<'figures'>,
    ) => {
      if (tenantId !== undefined && !(await stores.tenants.find(tenantId))) throw new ApiError('NOT_FOUND');
      const { span, lastsMs, stepMs } = ranges[range];
      const until = stores.clock.now();
      const from = new Date(until.getTime() - lastsMs + stepMs);
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
];

async function* changes(read: () => Promise<NowState>, signal: AbortSignal): AsyncIterable<NowState> {
  while (!signal.aborted) {
    yield await read();
    await pause(EVENT_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
