/** Group replays: started, shown and stopped. */
import {
  adminGetReplay,
  adminListReplays,
  adminReplayLeads,
  adminStartReplay,
  adminStopReplay,
  ApiError,
  type AdminReplay,
} from '@sluice/contracts';
import { now, type ReportsFor, type StoresFor, type IntakeDeps } from '@sluice/pipeline';
import { namesIn } from '@sluice/reports';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { campaignOf } from '../campaign-view/campaign-of.js';
import { shownBy, type Caller } from '../who-did.js';
import { askToStop, knownReplay, latestReplays, type KeptReplay } from './known-replays.js';
import { beginReplay, type ReplayDeps } from './run-replay.js';
import { streamReplay } from './stream-replay.js';

type Deps = StoresFor<'clock' | 'tenants'> & Pick<AdminDeps, 'redis'>;

/** A process renews the replay that it runs several times a second; after this long a silence it counts as dead. */
const GONE_AFTER_MS = 15_000;

const start = defineAdminRoute(
  adminStartReplay,
  async ({ params: { tenantId }, body, actor, note }, deps: Deps & ReplayDeps) => {
    const { status, campaignId, reason, ...how } = body;
    const replay = await beginReplay(
      deps,
      { tenantId, cause: { status, campaignId, reason }, ...how },
      actor,
    );
    note({ replayId: replay.replayId });
    return shown(deps, replay, actor);
  },
  ({ body: { status, campaignId, reason = '', since = '', dryRun, times, unknownToo } }) => ({
    status,
    campaignId,
    reason,
    since,
    dryRun: String(dryRun),
    times: String(times),
    unknownToo: String(unknownToo),
  }),
);

const list = defineAdminRoute(
  adminListReplays,
  async ({ params: { tenantId }, actor }, deps: Deps & ReplayDeps) => {
    const latest = await latestReplays(deps.redis, tenantId);
    const names = await namesIn(deps.stores.forTenant(tenantId), latest);
    return { replays: latest.map((replay) => ({ ...shown(deps, replay, actor), leads: [] })), names };
  },
);

const get = defineAdminRoute(adminGetReplay, async ({ params: { tenantId, replayId }, actor }, deps: Deps) =>
  shown(deps, await replayOf(deps, tenantId, replayId), actor),
);

const stop = defineAdminRoute(
  adminStopReplay,
  async ({ params: { tenantId, replayId }, actor }, deps: Deps) => {
    const { state } = shown(deps, await replayOf(deps, tenantId, replayId), actor);
    if (state !== 'running' && state !== 'stopping')
      throw new ApiError('INVALID_STATE', { message: `The replay is not running: it is ${state}` });
    await askToStop(deps.redis, tenantId, replayId);
    return { stopping: true as const };
  },
);

const replayWhileListened = defineAdminRoute(
  adminReplayLeads,
  async (
    { params: { tenantId }, body, request: { signal }, note },
    deps: IntakeDeps & StoresFor<'tenants'> & ReportsFor<'forTenant'>,
  ) => {
    const { campaignId, reason, since, ...how } = body;
    if (campaignId !== undefined) await campaignOf(deps.stores.forTenant(tenantId), campaignId);
    const filter = {
      tenantId,
      ...how,
      campaignId,
      reason,
      since: since === undefined ? undefined : new Date(since),
    };
    return streamReplay(deps, filter, signal, note);
  },
  ({ body: { statuses, campaignId = '', reason = '', since = '', times, unknownToo } }) => ({
    statuses: statuses.join(','),
    campaignId,
    reason,
    since,
    times: String(times),
    unknownToo: String(unknownToo),
  }),
);

async function replayOf({ redis }: Deps, tenantId: string, replayId: string): Promise<KeptReplay> {
  const replay = await knownReplay(redis, tenantId, replayId);
  if (!replay)
    throw new ApiError('NOT_FOUND', {
      message: `Tenant ${tenantId} has no replay ${replayId} in the last day.`,
    });
  return replay;
}

function shown({ stores }: StoresFor<'clock'>, replay: KeptReplay, caller: Caller): AdminReplay {
  const { tenantId: _tenantId, renewedAt, byMember, ...seen } = replay;
  const runs = seen.state === 'running' || seen.state === 'stopping';
  const gone = runs && now({ stores }).getTime() - renewedAt > GONE_AFTER_MS;
  return {
    ...seen,
    by: shownBy(caller, { by: seen.by, byMember }),
    ...(gone && { state: 'interrupted' as const }),
    left: Math.max(0, seen.total - seen.went - seen.skipped),
  };
}

export const replayRoutes: readonly AdminRoute<AdminDeps>[] = [start, list, get, stop, replayWhileListened];
