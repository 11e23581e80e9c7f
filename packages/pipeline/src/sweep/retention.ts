/**
 * Retention: once in a while the leader of the sweep walks over what each tenant keeps for a number of days, and deletes
 * what is older and finished, slice by slice. What a process leaves behind by dying, the next pass finishes.
 */
import { retentionKinds, type Retention, type RetentionKind, type Tenant } from '@sluice/contracts';
import { sumOfDeletions as sumOf, type Deleted, type RetentionWalk } from '@sluice/store';
import { hostname } from 'node:os';
import { now, type Core } from '../core.js';
import { failAlone } from './fail-alone.js';

const DAY_MS = 24 * 3600_000;

/** Deletes what is older than its tenant keeps it, of one tenant after the other; may be left after each slice. */
export async function* retentionPass(core: Core): AsyncGenerator<Deleted> {
  for (const tenant of await core.stores.tenants.all()) {
    const audit = auditedOnce(core, tenant);
    let deleted: Deleted = {};
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
  core: Pick<Core, 'stores' | 'log' | 'metrics'>,
  { tenantId, settings: { retention = {} } }: Tenant,
  announce: () => Promise<void>,
): AsyncGenerator<Deleted> {
  const own = core.stores.forTenant(tenantId).retention;
  // Also of a tenant that keeps everything by now.
  const left = await failAlone(core, 'retention', { tenantId }, () => own.finishBegun());
  if (left) yield left;
  for (const kind of retentionKinds) {
    const before = keptSince(retention, kind, now(core));
    if (!before) continue;
    for (const walk of own.walks(kind)) yield* slicesAlong(core, tenantId, walk, { before, announce });
  }
}

/** The instant before which what is finished of `kind` is deleted; undefined while it is kept for good. */
function keptSince(retention: Retention, kind: RetentionKind, at: Date): Date | undefined {
  const days = retention[kind];
  return days === undefined ? undefined : new Date(at.getTime() - days * DAY_MS);
}

interface Bounds {
  readonly before: Date;
  readonly announce: () => Promise<void>;
}

// A slice that fails ends its walk; the next pass tries it again, and the other walks go on.
async function* slicesAlong(
  core: Pick<Core, 'log' | 'metrics'>,
  tenantId: string,
  walk: RetentionWalk,
  { before, announce }: Bounds,
): AsyncGenerator<Deleted> {
  const ids = { tenantId, kind: walk.kind, collection: walk.name };
  let after: string | undefined;
  do {
    const end = await failAlone(core, 'retention', ids, () => walk.deleteSlice(before, after, announce));
    if (!end) return;
    yield end.deleted;
    ({ after } = end);
  } while (after !== undefined);
}

// One entry for each pass that deletes anything, written before the first deletion.
function auditedOnce({ stores }: Core, { tenantId, settings: { retention = {} } }: Tenant) {
  let entry: string | undefined;
  return {
    begin: async () => {
      entry ??= await stores.audit.begin({
        at: stores.clock.now(),
        who: 'retention',
        from: hostname(),
        what: `delete what tenant ${tenantId} keeps no longer (days: ${daysText(retention)})`,
        tenantId,
      });
    },
    conclude: async (deleted: Deleted) => {
      if (entry !== undefined) await stores.audit.conclude(entry, 'done', deleted);
    },
  };
}

function daysText(retention: Retention): string {
  return retentionKinds
    .flatMap((kind) => (retention[kind] === undefined ? [] : [`${kind} ${retention[kind]}`]))
    .join(', ');
}
