/** Plans the daily reports that are due. Every process does; the id of a report makes sure that there is one a day. */
import { repeat, type Repeated } from '@sluice/concurrency';
import { reportDue, reportEffect, resolveTimeZone } from '@sluice/domain';
import { now, planEffect, type PlanEffectDeps, type StoresFor } from '@sluice/pipeline';
import { errorFields, newId } from '@sluice/process';

const EVERY_MS = 30_000;
const WITHIN_MS = 60_000;

type Deps = PlanEffectDeps & StoresFor<'tenants'>;

/** Plans them again and again, for as long as the process lives. */
export function startReports(core: Deps): Repeated {
  const plan = createPlanReports(core);
  return repeat({
    what: 'planning daily reports',
    run: plan,
    everyMs: EVERY_MS,
    withinMs: WITHIN_MS,
    failed: (error) => core.log.warn('daily reports were not planned', errorFields(error)),
  });
}

/** Creates a function that plans what is due and was not planned by this process before. */
export function createPlanReports(core: Deps): () => Promise<void> {
  const planned = new Map<string, string>();
  return async () => {
    for (const { tenantId, settings } of await core.stores.tenants.all()) {
      for (const client of await core.stores.forTenant(tenantId).clients.allCached()) {
        const { clientId, archivedAt, settings: own } = client;
        if (own?.sendDailyReport !== true || !own.notificationEmail || archivedAt !== undefined) continue;
        const due = reportDue(resolveTimeZone(own.timezone, settings.timezone), now(core));
        const name = `${tenantId}/${clientId}`;
        if (!due || planned.get(name) === due.date) continue;
        await planEffect(core, tenantId, reportEffect(clientId, due, newId('event')));
        planned.set(name, due.date);
      }
    }
  };
}
