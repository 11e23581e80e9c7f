/** Composes the stores: the collections of each, and what the stores of one process share. */
import type { AdminRole } from '@sluice/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import { createAcceptance } from './submissions/acceptance.js';
import { ActiveHolds } from './holds/active-holds.js';
import { AdminKeyStore, ApiKeyStore } from './tenants/api-keys.js';
import { AuditLog } from './operators/audit.js';
import { createListAwaited } from './sweep/awaited.js';
import { Configurations } from './configuration/configurations.js';
import { makeWriteOn } from './configuration/make-write.js';
import type { ChangeTenantOutside } from './configuration/planned-write.js';
import { DatabaseClock } from './driver/clock.js';
import type { BulkWriter } from './commit/ordered-writes.js';
import type { CountBounds } from './counts/count-store.js';
import { createListOpenNames } from './counts/open-names.js';
import { DueWork } from './sweep/due-work.js';
import type { FailpointHook } from './driver/failpoint-hook.js';
import { FigureStore } from './figures/figures.js';
import { createListHeldLeads } from './sweep/held-leads.js';
import { HoldStore } from './holds/hold.js';
import { createListAtRest } from './submissions/at-rest.js';
import { PostingLinkStore } from './tenants/posting-links.js';
import { RuleReadingStore } from './readings/rule-readings.js';
import { ReceiverHealthStore } from './receivers/receiver-health.js';
import { createListFailingPostbacks, createListSwitchedOff } from './receivers/webhook-urls.js';
import { LeaderLease } from './driver/leader-lease.js';
import { checkSchema, migrateDatabase } from './migrations/schema.js';
import { InvitationStore } from './people/invitations.js';
import { INSTALLATION } from './people/member-document.js';
import { Memberships, MemberStore } from './people/members.js';
import { OutboxLag } from './sweep/outbox-lag.js';
import { SharedBacklog } from './sweep/shared-backlog.js';
import type { ReplaceableClient } from './driver/replaceable-client.js';
import { anyCollection, collectionsOf, entries, type StoreDb } from './registry/collections.js';
import { expiresAt } from './registry/shared-indexes.js';
import { checkServer, diskUse, serverFacts } from './driver/server.js';
import { database, type OpenedStores } from './stores.js';
import { tenantStoresOn, type TenantStores } from './tenant-stores.js';
import type { SweepTiming } from './sweep/sweep-timing.js';
import { TenantHolds } from './holds/tenant-holds.js';
import { SecretStore } from './tenants/tenant-secrets.js';
import { TenantStore } from './tenants/tenants.js';
import { isStoreUnavailable } from './driver/unavailable.js';
import { WorkOnHold } from './holds/work-on-hold.js';

/** How long a stopping process waits for its last figures. */
const LAST_FIGURES_MS = 1_000;

/** What bounds the stores' work, and what a test changes of it. */
export interface StoreBounds {
  /** See {@link StoreOptions}. */
  readonly replacesDecisions: boolean;
  readonly counts: CountBounds;
  readonly sweep: SweepTiming;
}

/** The database of the stores; `db` and `writer` use the current client of `client`. */
export interface StoreDatabase {
  readonly db: StoreDb;
  readonly writer: BulkWriter;
  readonly client: ReplaceableClient;
}

/** Builds every store; the database is not queried yet. */
export function storesOn(
  { db, writer, client }: StoreDatabase,
  failpointHook: FailpointHook,
  { sweep, ...bounds }: StoreBounds,
): OpenedStores {
  const of = collectionsOf(db);
  const { submissions, effects, receivers, counts, namesSetAside } = of;
  const clock = new DatabaseClock(db);

  const outside: ChangeTenantOutside = (...change) => configurations.outside(...change);
  const tenantStore = new TenantStore(of.tenants);
  const secrets = new SecretStore(of.tenants, outside);

  const figures = new FigureStore(of.figures, clock);
  const receiverHealth = new ReceiverHealthStore(receivers, clock);
  const readings = new RuleReadingStore(of.readings, clock);
  const accept = createAcceptance(writer, of);

  const hold = new HoldStore(of.control);
  const tenantHolds = new TenantHolds(of.tenantHolds);

  const build = tenantStoresOn({ db, writer, of, clock, failpointHook, bounds, outside });
  const tenants = new Map<string, TenantStores>();
  const forTenant = (tenantId: string): TenantStores => {
    const known = tenants.get(tenantId) ?? build(tenantId);
    tenants.set(tenantId, known);
    return known;
  };

  const configurations = new Configurations(of.configurations, of.plannedWrites, {
    make: makeWriteOn({ tenants: tenantStore, secrets, forTenant }, failpointHook),
    noteChanged: (tenantId, at) => tenantStore.beginChange(tenantId, at),
    now: () => clock.now(),
  });

  const outbox = new OutboxLag(submissions, clock);
  return {
    [database]: db,
    forTenant,
    accept: async (accepted) => {
      const outcome = await accept(accepted);
      if (outcome === 'inserted') figures.countAccepted(accepted.submission.tenantId);
      return outcome;
    },
    clock,
    tenants: tenantStore,
    secrets,
    configurations,
    apiKeys: new ApiKeyStore(of.apiKeys, clock),
    adminKeys: new AdminKeyStore(of.adminKeys, clock),
    postingLinks: new PostingLinkStore(of.postingLinks, clock),
    hold,
    tenantHolds,
    activeHolds: new ActiveHolds(hold, tenantHolds),
    workOnHold: new WorkOnHold({ submissions, effects }, clock),
    due: new DueWork(
      {
        ...of,
        expiring: entries.flatMap(([name, { indexes }]) =>
          indexes.includes(expiresAt) ? [anyCollection(db, name)] : [],
        ),
      },
      clock,
      sweep,
    ),
    sweepTiming: sweep,
    outbox,
    backlog: new SharedBacklog(of.leases, clock, outbox),
    leaderLease: new LeaderLease(of.leases, clock),
    openNames: createListOpenNames({ counts, namesSetAside }, clock),
    awaited: createListAwaited(submissions),
    atRest: createListAtRest(submissions),
    heldLeads: createListHeldLeads(submissions),
    webhooksSwitchedOff: createListSwitchedOff(receivers),
    failingPostbacks: createListFailingPostbacks(receivers),
    audit: new AuditLog(of.audit),
    operators: new MemberStore<AdminRole>(of.members, { place: INSTALLATION, role: 'administer' }),
    memberships: new Memberships(of.members, of.identityTwoFactors),
    invitations: new InvitationStore(of.invitations),
    figures,
    receivers: receiverHealth,
    readings,
    ping: async () => {
      await db.command({ ping: 1 });
    },
    pool: () => client.pool(),
    server: () => serverFacts(db, clock),
    disk: () => diskUse(db),
    stuck: () => client.stuck(),
    begin: async () => {
      try {
        // A driver whose first connection failed answers "closed" until it is asked to connect again.
        await client.connect();
        await clock.begin();
        await checkServer(db);
        await checkSchema(db);
      } catch (error) {
        // The driver has many messages for this, which differ from one attempt to the next.
        throw isStoreUnavailable(error) ? new Error('mongodb does not answer', { cause: error }) : error;
      }
    },
    prepare: async () => {
      await migrateDatabase(db);
    },
    close: async () => {
      await Promise.race([
        Promise.all([figures.flush(), receiverHealth.flush(), readings.flush()]),
        pause(LAST_FIGURES_MS, undefined, { ref: false }),
      ]);
      await client.close();
    },
  };
}
