/** A lead's timeline: masked, or with personal data once an operator reveals it. */
import { adminGetLeadTimeline, adminRevealLead } from '@sluice/contracts';
import type { StoresFor } from '@sluice/pipeline';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { zoneOf } from '../tenants/tenant-of.js';
import { timelineOf } from './timeline-of.js';

type Deps = StoresFor<'activeHolds' | 'audit' | 'clock' | 'forTenant' | 'tenants'> & Pick<AdminDeps, 'redis'>;

const getTimeline = defineAdminRoute(
  adminGetLeadTimeline,
  async ({ tenant, params, actor: caller }, { stores, redis }: Deps) => {
    const zone = zoneOf(tenant);
    return timelineOf({ stores, redis }, params, { zone, reveal: false, caller });
  },
);

// Audited like a change, under the operator's name, before anything is shown.
const revealLead = defineAdminRoute(
  adminRevealLead,
  async ({ tenant, params, actor: caller }, { stores, redis }: Deps) => {
    const zone = zoneOf(tenant);
    return timelineOf({ stores, redis }, params, { zone, reveal: true, caller });
  },
);

export const leadTimelineRoutes: readonly AdminRoute<AdminDeps>[] = [getTimeline, revealLead];
