/**
 * The entry point to all stored data, by tenant. The few entry points without a tenant (keys by hash, tenants, overdue
 * work) are named only here.
 */
import type { AdminRole } from '@sluice/contracts';
import type { Accept } from './submissions/acceptance.js';
import type { ActiveHolds } from './holds/active-holds.js';
import type { AdminKeyStore, ApiKeyStore } from './tenants/api-keys.js';
import type { ListAtRest } from './submissions/at-rest.js';
import type { AuditLog } from './operators/audit.js';
import type { ListAwaited } from './sweep/awaited.js';
import type { Configurations } from './configuration/configurations.js';
import type { DatabaseClock } from './driver/clock.js';
import type { DueWork } from './sweep/due-work.js';
import type { FigureStore } from './figures/figures.js';
import type { ListHeldLeads } from './sweep/held-leads.js';
import type { HoldStore } from './holds/hold.js';
import type { PostingLinkStore } from './tenants/posting-links.js';
import type { RuleReadingStore } from './readings/rule-readings.js';
import type { ReceiverHealthStore } from './receivers/receiver-health.js';
import type { ListFailingPostbacks, ListSwitchedOff } from './receivers/webhook-urls.js';
import type { StoreDb } from './registry/collections.js';
import type { LeaderLease } from './driver/leader-lease.js';
import type { ListOpenNames } from './counts/open-names.js';
import type { InvitationStore } from './people/invitations.js';
import type { Memberships, MemberStore } from './people/members.js';
import type { OutboxLag } from './sweep/outbox-lag.js';
import type { SharedBacklog } from './sweep/shared-backlog.js';
import type { SweepTiming } from './sweep/sweep-timing.js';
import type { TenantHolds } from './holds/tenant-holds.js';
import type { SecretStore } from './tenants/tenant-secrets.js';
import type { TenantStore } from './tenants/tenants.js';
import type { PoolUse } from './driver/watch-pool.js';
import type { WorkOnHold } from './holds/work-on-hold.js';
import type { DiskUse, ServerFacts } from './driver/server.js';
import type { TenantStores } from './tenant-stores.js';

/**
 * The name under which stores have their database, with the data of all tenants. `@sluice/reports` uses it, which builds
 * its readers for one tenant each, and `@sluice/identity`, whose library reads collections of its own.
 */
export const database = Symbol('database');

/** All stored data. */
export interface Stores {
  readonly [database]: StoreDb;
  readonly forTenant: (tenantId: string) => TenantStores;
  readonly accept: Accept;
  readonly clock: Pick<DatabaseClock, 'now'>;
  /** When the sweep checks the records that are written here. */
  readonly sweepTiming: SweepTiming;
  readonly tenants: TenantStore;
  readonly secrets: SecretStore;
  /** The versions and plans of tenants' configurations. */
  readonly configurations: Configurations;
  readonly apiKeys: ApiKeyStore;
  readonly adminKeys: AdminKeyStore;
  readonly postingLinks: PostingLinkStore;
  readonly tenantHolds: TenantHolds;
  readonly activeHolds: ActiveHolds;
  readonly workOnHold: WorkOnHold;
  readonly due: DueWork;
  readonly outbox: OutboxLag;
  readonly backlog: SharedBacklog;
  readonly leaderLease: LeaderLease;
  readonly openNames: ListOpenNames;
  readonly awaited: ListAwaited;
  readonly atRest: ListAtRest;
  readonly heldLeads: ListHeldLeads;
  readonly webhooksSwitchedOff: ListSwitchedOff;
  readonly failingPostbacks: ListFailingPostbacks;
  readonly audit: AuditLog;
  readonly hold: HoldStore;
  /** Who works on the installation. */
  readonly operators: MemberStore<AdminRole>;
  readonly memberships: Memberships;
  readonly invitations: InvitationStore;
  /** Counts what happens, by minute and by hour. */
  readonly figures: FigureStore;
  /** How buyers do. */
  readonly receivers: ReceiverHealthStore;
  /** Which rules meet values that they cannot read. */
  readonly readings: RuleReadingStore;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
  /** How this process uses its connections to the database. */
  pool(): PoolUse;
  /** The kind of database, and its clock difference. Rejects if it does not answer. */
  server(): Promise<ServerFacts>;
  /** How full the database's disk is; undefined if it does not report that. Rejects if it does not answer. */
  disk(): Promise<DiskUse | undefined>;
  /** Returns a reason when database operations never settle and a fresh client did not help. */
  stuck(): string | undefined;
  /**
   * Measures the database's clock, and checks that its indexes and migrations are those of this release. A service
   * starts to work after this. Throws if the database does not answer, a `ServerTooOldError` if it is too old, and a
   * `SchemaBehindError` if its schema is behind.
   */
  begin(): Promise<void>;
  /** Brings indexes and migrations up to date within the limits of these stores; for new databases. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}

/** The stores as opened, whose clock can also be measured. */
export interface OpenedStores extends Stores {
  readonly clock: DatabaseClock;
}
