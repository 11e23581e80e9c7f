/**
 * Retention: from time to time the leader of the sweep goes through the records of each tenant, and deletes those that
 * are finished and past their retention, slice by slice. What a process leaves behind, here or in an erasure, is
 * completed first.
 */
import { retentionKinds, type Retention, type RetentionKind, type Tenant } from '@sluice/contracts';
import { sumOfRemovals as sumOf, type BeforeDeleting, type Removed, type RetentionWalk } from '@sluice/store';
import { hostname } from 'node:os';
import { now, type Core, type StoresFor } from '../core.js';
import { failAlone } from './fail-alone.js';

/** What a pass uses of the core. */
export type RetentionDeps = StoresFor<'audit' | 'clock' | 'forTenant' | 'tenants'> &
  Pick<Core, 'log' | 'metrics' | 'reports'>;

const DAY_MS = 24 * 3600_000;

/** Deletes records past their retention, tenant by tenant. The caller may stop after any slice. */
export async function* retentionPass(core: RetentionDeps): AsyncGenerator<Removed> {
  for (const tenant of await core.stores.tenants.all()) {
    const audit = auditedOnce(core, tenant);
    let deleted: Removed = {};
    for await (const slice of slicesOf(core, tenant, audit.begin)) {
      for (const [collection, count] of Object.entries(slice))
        core.metrics.retentionDeleted.inc({ collection }, count);
      deleted = sumOf(deleted, slice);
      yield slice;
    }
    await audit.conclude(deleted);
    if (Object.keys(deleted).length > 0)
      core.log.info('deleted by retention', { tenantId: tenant.tenantId, deleted });
  }
}

async function* slicesOf(
  core: StoresFor<'clock' | 'forTenant'> & Pick<Core, 'log' | 'metrics' | 'reports'>,
  { tenantId, settings: { retention = {} } }: Tenant,
  announce: () => Promise<void>,
): AsyncGenerator<Removed> {
  const own = core.stores.forTenant(tenantId).retention;
  const beforeDeleting = async (receivedAt: readonly Date[]) => {
    await announce();
    // What reports say of these leads is kept, and not counted again.
    await core.reports.forTenant(tenantId).counted.close(receivedAt);
  };
  // Also for a tenant that has removed its retention since.
  for (let more = true; more;) {
    const end = await failAlone(core, 'retention', { tenantId }, () => own.finishMarked());
    if (end) yield end.removed;
    more = end?.more ?? false;
  }
  for (const kind of retentionKinds) {
    const before = keptSince(retention, kind, now(core));
    if (!before) continue;
    for (const walk of own.walks(kind)) yield* slicesAlong(core, tenantId, walk, { before, beforeDeleting });
  }
}

/** Finished records of `kind` from before this instant are deleted; undefined if they are kept for good. */
function keptSince(retention: Retention, kind: RetentionKind, at: Date): Date | undefined {
  const days = retention[kind];
  return days === undefined ? undefined : new Date(at.getTime() - days * DAY_MS);
}

interface Bounds {
  readonly before: Date;
  readonly beforeDeleting: BeforeDeleting;
}

// A slice that fails ends its walk. The next pass tries it again, and the other walks continue.
async function* slicesAlong(
  core: Pick<Core, 'log' | 'metrics'>,
  tenantId: string,
  walk: RetentionWalk,
  { before, beforeDeleting }: Bounds,
): AsyncGenerator<Removed> {
  const ids = { tenantId, kind: walk.kind, collection: walk.name };
  let after: string | undefined;
  do {
    const end = await failAlone(core, 'retention', ids, () =>
      walk.deleteSlice(before, after, beforeDeleting),
    );
    if (!end) return;
    yield end.removed;
    ({ after } = end);
  } while (after !== undefined);
}

// One audit entry per pass that deletes anything, written before the first deletion.
function auditedOnce(
  { stores }: StoresFor<'audit' | 'clock'>,
  { tenantId, settings: { retention = {} } }: Tenant,
) {
  let entry: string | undefined;
  return {
    begin: async () => {
      entry ??= await stores.audit.begin({
        at: stores.clock.now(),
        who: 'retention',
        from: hostname(),
        what: `delete records of tenant ${tenantId} past their retention (days: ${daysText(retention)})`,
        tenantId,
      });
    },
    conclude: async (deleted: Removed) => {
      if (entry !== undefined) await stores.audit.conclude(entry, 'done', deleted);
    },
  };
}

function daysText(retention: Retention): string {
  return retentionKinds
    .flatMap((kind) => (retention[kind] === undefined ? [] : [`${kind} ${retention[kind]}`]))
    .join(', ');
}
