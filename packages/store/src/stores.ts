/**
 * The entry point to all stored data, by tenant. The few entry points without a tenant (keys by hash, tenants, overdue
 * work) are named only here.
 */
import type {
  AdminRole,
  AgentVariables,
  Campaign,
  Client,
  DeliveryEndpoint,
  FieldLibraryEntry,
  MemberRole,
  Lookup,
  Offer,
  PhoneNumber,
  SmsAgent,
  Supplier,
  SuppressionList,
  ValueSet,
} from '@sluice/contracts';
import type { Accept } from './submissions/acceptance.js';
import type { ActiveHolds } from './holds/active-holds.js';
import type { AdminKeyStore, ApiKeyStore } from './tenants/api-keys.js';
import type { ListAtRest } from './submissions/at-rest.js';
import type { AttemptStore } from './journal/attempts.js';
import type { AuditLog } from './operators/audit.js';
import type { ListAwaited } from './sweep/awaited.js';
import type { Catalog } from './configuration/catalog.js';
import type { Configurations } from './configuration/configurations.js';
import type { ItemVersionStore } from './configuration/item-versions.js';
import type { DatabaseClock } from './driver/clock.js';
import type { DueWork } from './sweep/due-work.js';
import type { DuplicateClaimStore } from './journal/duplicate-claims.js';
import type { EffectStore } from './effects/effects.js';
import type { ConclusionStore } from './journal/conclusions.js';
import type { FigureStore } from './figures/figures.js';
import type { FileStore } from './leads/files.js';
import type { ListHeldLeads } from './sweep/held-leads.js';
import type { HoldStore } from './holds/hold.js';
import type { IdempotencyStore } from './submissions/idempotency.js';
import type { InteractionStore } from './conversations/interactions.js';
import type { Journal } from './journal/journal.js';
import type { LedgerStore } from './ledger/ledger.js';
import type { PostingLinkStore } from './tenants/posting-links.js';
import type { RuleReadingStore } from './readings/rule-readings.js';
import type { CircuitOrders } from './receivers/circuit-orders.js';
import type { OpenCircuitStore } from './receivers/open-circuits.js';
import type { ReceiverHealthStore } from './receivers/receiver-health.js';
import type { ListFailingPostbacks, ListSwitchedOff, WebhookUrlStore } from './receivers/webhook-urls.js';
import type { LookupAnswerStore } from './lookups/lookup-answers.js';
import type { ReportMarks } from './reports/report-marks.js';
import type { StoreDb } from './registry/collections.js';
import type { LeadUpdates } from './leads/lead-updates.js';
import type { LeaderLease } from './driver/leader-lease.js';
import type { LeadStore } from './leads/leads.js';
import type { MessageStore } from './conversations/messages.js';
import type { EffectTakings } from './effects/take-effect.js';
import type { MailEffectStore } from './effects/mail-effects.js';
import type { ListOpenNames } from './counts/open-names.js';
import type { InvitationStore } from './people/invitations.js';
import type { Memberships, MemberStore } from './people/members.js';
import type { OutboxLag } from './sweep/outbox-lag.js';
import type { SuppressionImports } from './suppression/suppression-imports.js';
import type { SuppressionStore } from './suppression/suppression-store.js';
import type { SharedBacklog } from './sweep/shared-backlog.js';
import type { ReplayStore } from './operators/replays.js';
import type { ReturnQuotaStore } from './ledger/return-quota-store.js';
import type { ReturnStore } from './ledger/return-store.js';
import type { RemovalStore } from './removal/removal-store.js';
import type { RetentionStore } from './removal/retention-store.js';
import type { CountStore } from './counts/count-store.js';
import type { SubmissionStore } from './submissions/submissions.js';
import type { SweepTiming } from './sweep/sweep-timing.js';
import type { TenantHolds } from './holds/tenant-holds.js';
import type { SecretStore } from './tenants/tenant-secrets.js';
import type { TenantStore } from './tenants/tenants.js';
import type { PoolUse } from './driver/watch-pool.js';
import type { WorkOnHold } from './holds/work-on-hold.js';

/** The data of one tenant that its handlers and stages can reach. */
export interface TenantStores {
  readonly tenantId: string;
  readonly campaigns: Catalog<Campaign>;
  readonly offers: Catalog<Offer>;
  readonly clients: Catalog<Client>;
  readonly deliveryEndpoints: Catalog<DeliveryEndpoint>;
  readonly phoneNumbers: Catalog<PhoneNumber>;
  readonly smsAgents: Catalog<SmsAgent>;
  readonly agentVariables: Catalog<AgentVariables>;
  readonly suppliers: Catalog<Supplier>;
  readonly suppressionLists: Catalog<SuppressionList>;
  readonly valueSets: Catalog<ValueSet>;
  readonly lookups: Catalog<Lookup>;
  readonly fieldLibrary: Catalog<FieldLibraryEntry>;
  /** What items were before their changes. */
  readonly itemVersions: ItemVersionStore;
  readonly members: MemberStore<MemberRole>;
  readonly leads: LeadStore;
  readonly leadUpdates: LeadUpdates;
  readonly submissions: SubmissionStore;
  readonly journal: Journal;
  readonly attempts: AttemptStore;
  readonly effects: EffectStore;
  readonly mails: MailEffectStore;
  readonly takings: EffectTakings;
  readonly conclusions: ConclusionStore;
  readonly counts: CountStore;
  readonly ledger: LedgerStore;
  readonly reportMarks: ReportMarks;
  readonly returns: ReturnStore;
  readonly returnQuotas: ReturnQuotaStore;
  readonly duplicateClaims: DuplicateClaimStore;
  readonly lookupAnswers: LookupAnswerStore;
  readonly suppression: SuppressionStore;
  readonly suppressionImports: SuppressionImports;
  readonly idempotency: IdempotencyStore;
  readonly webhookUrls: WebhookUrlStore;
  readonly files: FileStore;
  readonly interactions: InteractionStore;
  readonly messages: MessageStore;
  readonly replays: ReplayStore;
  readonly removal: RemovalStore;
  readonly openCircuits: OpenCircuitStore;
  readonly circuitOrders: CircuitOrders;
  readonly retention: RetentionStore;
}

/** Facts about the database server. */
export interface ServerFacts {
  readonly kind: 'server' | 'replica set' | 'sharded cluster';
  /** How far its clock is ahead of this machine's, in milliseconds; negative if behind. */
  readonly clockAheadMs: number;
}

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
  disk(): Promise<{ readonly usedBytes: number; readonly totalBytes: number } | undefined>;
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
