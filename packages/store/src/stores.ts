/**
 * The way in: everything that is stored, by tenant. The entrances without a tenant — keys by hash, tenants,
 * what is past due — are named here and nowhere else.
 */
import type {
  Campaign,
  Client,
  DeliveryEndpoint,
  ExportLine,
  ExportRange,
  FieldLibraryEntry,
  Offer,
  PhoneNumber,
  SmsAgent,
  ValueSet,
} from '@sluice/contracts';
import { MongoClient, type Collection, type Db, type Document } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { createAcceptance, type Accept } from './acceptance.js';
import { AdminKeyStore, ApiKeyStore, type AdminKey, type ApiKey, type StoredKey } from './api-keys.js';
import { AttentionGroups } from './attention-groups.js';
import { AuditLog, type AuditDocument } from './audit.js';
import { AttemptStore, attemptBatching, type AttemptDocument } from './attempts.js';
import { CampaignDayStore, type CampaignDayDocument } from './campaign-days.js';
import { CircuitOrders, type CircuitOrderDocument } from './circuit-orders.js';
import { Catalog, CatalogCache, catalogBatching, type CatalogDocument } from './catalog.js';
import { DatabaseClock } from './clock.js';
import { DueWork, type LeaseDocument } from './due-work.js';
import { DuplicateClaimStore, claimBatching, type ClaimDocument } from './duplicate-claims.js';
import { EffectStore, effectBatching, type EffectDocument } from './effects.js';
import { FileStore, type FileDocument } from './files.js';
import { HoldStore, type HoldDocument } from './hold.js';
import { createListHeldLeads, type ListHeldLeads } from './held-leads.js';
import { IdempotencyStore, idempotencyBatching, type IdempotencyDocument } from './idempotency.js';
import { ErasureStore } from './erasure.js';
import { exportRecords } from './export/export-records.js';
import { InteractionStore, type ConversationDocument, type InteractionDocument } from './interactions.js';
import { Journal, journalBatching, type DecisionDocument } from './journal.js';
import { LeadCountStore, type LeadCountsDocument } from './lead-counts.js';
import { LeadUpdates } from './lead-updates.js';
import { LeadStore, leadBatching, type LeadDocument } from './leads.js';
import { MessageStore, type MessageDocument, type OptOutDocument } from './messages.js';
import { NeedsAttention } from './needs-attention.js';
import { OpenCircuitStore, type OpenCircuitDocument } from './open-circuits.js';
import { FigureStore, type FigureDocument } from './figures/figures.js';
import { ReceiverHealthStore, type ReceiverDocument } from './figures/receiver-health.js';
import { TenantHolds, type TenantHoldDocument } from './tenant-holds.js';
import { guardedDb } from './guarded-db.js';
import { createListOpenSlots, type ListOpenSlots } from './open-slots.js';
import { checkSchema, databaseName, migrateDatabase } from './migrations/schema.js';
import { OperatorStore, type ConsoleStateDocument, type OperatorDocument } from './operators/operators.js';
import type { FailpointHook } from './failpoint-hook.js';
import type { PoolUse } from './watch-pool.js';
import { ReplaceableClient, type ClientWatcher } from './replaceable-client.js';
import { ReplayStore, type ReplayDocument } from './replays.js';
import type { ForgottenPlacementsDocument } from './retention/forgotten-placements.js';
import type { RetentionDocument } from './retention/retention-document.js';
import { RetentionStore } from './retention/retention-store.js';
import type { CounterDocument } from './counter-document.js';
import { slotBatching, SlotStore, usualSlotBounds, type SlotBounds } from './slots.js';
import { submissionBatching, SubmissionStore, type SubmissionDocument } from './submissions.js';
import { isStoreUnavailable } from './unavailable.js';
import { WebhookUrlStore, type WebhookUrlDocument } from './webhook-urls.js';
import { sweepTiming, type SweepTiming } from './sweep-timing.js';
import { TenantStore, type TenantDocument } from './tenants.js';

/** How long the stores may take before a call fails. Both together bound each operation, whatever the driver does. */
export interface StoreLimits {
  /** Until a server is found. */
  readonly connectTimeoutMs: number;
  /** Until a single call has answered. */
  readonly callTimeoutMs: number;
  /** Connections to each server at most. */
  readonly poolSize: number;
}

/** How stores are opened. */
export interface StoreOptions extends Partial<StoreLimits> {
  readonly failpointHook?: FailpointHook;
  readonly watcher?: ClientWatcher;
  readonly slots?: Partial<SlotBounds>;
  readonly sweep?: SweepTiming;
}

const HEARTBEAT_MS = 2_000;
/** A process that stops waits no longer for its last figures. */
const LAST_FIGURES_MS = 1_000;

const usual: Required<StoreOptions> = {
  connectTimeoutMs: 5_000,
  callTimeoutMs: 15_000,
  poolSize: 32,
  failpointHook: () => undefined,
  watcher: { timedOut: () => undefined, replaced: () => undefined },
  slots: {},
  sweep: sweepTiming(),
};

/** What one tenant's handlers and stages may reach. */
export interface TenantStores {
  readonly tenantId: string;
  readonly campaigns: Catalog<Campaign>;
  readonly offers: Catalog<Offer>;
  readonly clients: Catalog<Client>;
  readonly deliveryEndpoints: Catalog<DeliveryEndpoint>;
  readonly phoneNumbers: Catalog<PhoneNumber>;
  readonly smsAgents: Catalog<SmsAgent>;
  readonly valueSets: Catalog<ValueSet>;
  readonly fieldLibrary: Catalog<FieldLibraryEntry>;
  readonly leads: LeadStore;
  readonly leadCounts: LeadCountStore;
  readonly campaignDays: CampaignDayStore;
  readonly leadUpdates: LeadUpdates;
  readonly submissions: SubmissionStore;
  readonly journal: Journal;
  readonly attempts: AttemptStore;
  readonly effects: EffectStore;
  readonly slots: SlotStore;
  readonly duplicateClaims: DuplicateClaimStore;
  readonly idempotency: IdempotencyStore;
  readonly webhookUrls: WebhookUrlStore;
  readonly files: FileStore;
  readonly interactions: InteractionStore;
  readonly messages: MessageStore;
  readonly replays: ReplayStore;
  readonly erasure: ErasureStore;
  readonly openCircuits: OpenCircuitStore;
  readonly circuitOrders: CircuitOrders;
  readonly retention: RetentionStore;
  readonly needsAttention: NeedsAttention;
  readonly attentionGroups: AttentionGroups;
}

/** Everything that is stored. */
export interface Stores {
  readonly forTenant: (tenantId: string) => TenantStores;
  readonly accept: Accept;
  readonly clock: DatabaseClock;
  /** When the sweep checks what is written here. */
  readonly sweepTiming: SweepTiming;
  readonly tenants: TenantStore;
  readonly apiKeys: ApiKeyStore;
  readonly adminKeys: AdminKeyStore;
  readonly tenantHolds: TenantHolds;
  readonly due: DueWork;
  readonly openSlots: ListOpenSlots;
  readonly heldLeads: ListHeldLeads;
  readonly audit: AuditLog;
  readonly hold: HoldStore;
  /** A tenant's records, line by line as they are exported. */
  readonly exportRecords: (range: ExportRange) => AsyncGenerator<ExportLine>;
  readonly operators: OperatorStore;
  /** What happened by the minute and the hour. */
  readonly figures: FigureStore;
  /** How receivers answered lately. */
  readonly receivers: ReceiverHealthStore;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
  /** How this process uses its connections to the database. */
  pool(): PoolUse;
  /** How full the database's disk is; undefined where it does not say. Rejects when it does not answer. */
  disk(): Promise<{ readonly usedBytes: number; readonly totalBytes: number } | undefined>;
  /** Says so when operations on the database never settle, and a fresh client did not help. */
  stuck(): string | undefined;
  /**
   * Measures the database's clock and makes sure that its indexes and migrations are those of this release. A service
   * begins to work after it. Throws when the database does not answer, and a `SchemaBehindError` when it is behind.
   */
  begin(): Promise<void>;
  /** Brings indexes and migrations up to date within the limits of these stores; for databases that are new. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the stores at a MongoDB `url` that answers; see {@link storesAt}. Rejects when it does not. */
export async function openStores(url: string, options: StoreOptions = {}): Promise<Stores> {
  const stores = storesAt(url, options);
  await stores.clock.begin();
  return stores;
}

/**
 * The stores at a MongoDB `url`, its database name, or `sluice`, before anything is asked of it: it may be away.
 * Everything is written majority and journaled: a cap or an attempt that a crash could forget would break a promise.
 */
export function storesAt(url: string, options: StoreOptions = {}): Stores {
  const { failpointHook, watcher, slots, sweep, ...limits } = { ...usual, ...options };
  const { connectTimeoutMs, callTimeoutMs } = limits;
  const timeoutMs = connectTimeoutMs + callTimeoutMs;
  const client = new ReplaceableClient(() => openClient(url, limits), timeoutMs, watcher);
  const db = guardedDb(client, databaseName(url), timeoutMs);
  return { ...storesOn(db, client, failpointHook, { ...usualSlotBounds, ...slots }), sweepTiming: sweep };
}

function openClient(url: string, { connectTimeoutMs, callTimeoutMs, poolSize }: StoreLimits): MongoClient {
  return new MongoClient(url, {
    serverSelectionTimeoutMS: connectTimeoutMs,
    connectTimeoutMS: connectTimeoutMs,
    // A server that froze keeps its connections: only its silence gives it away.
    heartbeatFrequencyMS: HEARTBEAT_MS,
    socketTimeoutMS: callTimeoutMs,
    waitQueueTimeoutMS: callTimeoutMs,
    writeConcern: { w: 'majority', journal: true },
    ignoreUndefined: true,
    maxPoolSize: poolSize,
  });
}

function storesOn(
  db: Db,
  client: ReplaceableClient,
  failpointHook: FailpointHook,
  slotBounds: SlotBounds,
): Omit<Stores, 'sweepTiming'> {
  const of = <T extends object>(name: string) => db.collection(name) as unknown as Collection<T & Document>;
  const submissions = of<SubmissionDocument>('submissions');
  const leads = of<LeadDocument>('leads');
  const decisions = of<DecisionDocument>('decisions');
  const attempts = of<AttemptDocument>('attempts');
  const effects = of<EffectDocument>('effects');
  const counters = of<CounterDocument>('counters');
  const claims = of<ClaimDocument>('claims');
  const idempotency = of<IdempotencyDocument>('idempotency');
  const files = of<FileDocument>('files');
  const interactions = of<InteractionDocument>('interactions');
  const conversations = of<ConversationDocument>('conversations');
  const messages = of<MessageDocument>('messages');
  const optOuts = of<OptOutDocument>('optOuts');

  const campaignDays = of<CampaignDayDocument>('campaignDays');

  const clock = new DatabaseClock(db);
  const forgotten = of<ForgottenPlacementsDocument>('forgottenPlacements');
  const grounds = {
    counters,
    submissions,
    decisions,
    forgotten,
    retention: of<RetentionDocument>('retention'),
  };
  const batching = {
    submissions: submissionBatching(submissions),
    leads: leadBatching(leads),
    journal: journalBatching(decisions),
    attempts: attemptBatching(attempts),
    effects: effectBatching(effects),
    slots: slotBatching(grounds, clock, failpointHook, slotBounds),
    claims: claimBatching(claims),
    idempotency: idempotencyBatching(idempotency),
  };

  const catalog = <T extends object>(name: string) => {
    const collection = of<CatalogDocument<T>>(name);
    const shared = catalogBatching<T>(collection);
    return (tenantId: string) => new Catalog<T>(collection, shared, new CatalogCache<T>(), tenantId);
  };
  const catalogs = {
    campaigns: catalog<Campaign>('campaigns'),
    offers: catalog<Offer>('offers'),
    clients: catalog<Client>('clients'),
    deliveryEndpoints: catalog<DeliveryEndpoint>('deliveryEndpoints'),
    phoneNumbers: catalog<PhoneNumber>('phoneNumbers'),
    smsAgents: catalog<SmsAgent>('smsAgents'),
    valueSets: catalog<ValueSet>('valueSets'),
    fieldLibrary: catalog<FieldLibraryEntry>('fieldLibrary'),
  };

  const figures = new FigureStore(of<FigureDocument>('figures'), clock);
  const receivers = new ReceiverHealthStore(of<ReceiverDocument>('receivers'), clock);
  const accept = createAcceptance(submissions, leads, failpointHook);

  const tenants = new Map<string, TenantStores>();

  function build(tenantId: string): TenantStores {
    return {
      tenantId,
      campaigns: catalogs.campaigns(tenantId),
      offers: catalogs.offers(tenantId),
      clients: catalogs.clients(tenantId),
      deliveryEndpoints: catalogs.deliveryEndpoints(tenantId),
      phoneNumbers: catalogs.phoneNumbers(tenantId),
      smsAgents: catalogs.smsAgents(tenantId),
      valueSets: catalogs.valueSets(tenantId),
      fieldLibrary: catalogs.fieldLibrary(tenantId),
      leads: new LeadStore(leads, batching.leads, tenantId),
      leadCounts: new LeadCountStore(leads, of<LeadCountsDocument>('leadCounts'), clock, tenantId),
      campaignDays: new CampaignDayStore(
        {
          ...{ submissions, decisions, leads },
          retention: of<RetentionDocument>('retention'),
          kept: campaignDays,
        },
        clock,
        tenantId,
      ),
      leadUpdates: new LeadUpdates(leads, tenantId),
      submissions: new SubmissionStore(submissions, batching.submissions, tenantId),
      journal: new Journal(decisions, batching.journal, tenantId),
      attempts: new AttemptStore(attempts, batching.attempts, tenantId),
      effects: new EffectStore(effects, batching.effects, tenantId),
      slots: new SlotStore(batching.slots, tenantId),
      duplicateClaims: new DuplicateClaimStore(claims, batching.claims, tenantId),
      idempotency: new IdempotencyStore(idempotency, batching.idempotency, tenantId, clock),
      webhookUrls: new WebhookUrlStore(of<WebhookUrlDocument>('webhookUrls'), tenantId),
      files: new FileStore(files, tenantId),
      interactions: new InteractionStore(interactions, conversations, tenantId),
      messages: new MessageStore(messages, optOuts, tenantId),
      replays: new ReplayStore(of<ReplayDocument>('replays'), tenantId),
      erasure: new ErasureStore(db, tenantId),
      retention: new RetentionStore(db, tenantId),
      openCircuits: new OpenCircuitStore(of<OpenCircuitDocument>('openCircuits'), tenantId),
      circuitOrders: new CircuitOrders(of<CircuitOrderDocument>('circuitOrders'), tenantId),
      needsAttention: new NeedsAttention(leads, submissions, tenantId),
      attentionGroups: new AttentionGroups(leads, tenantId),
    };
  }

  return {
    forTenant(tenantId) {
      const known = tenants.get(tenantId);
      if (known) return known;
      const built = build(tenantId);
      tenants.set(tenantId, built);
      return built;
    },
    accept: async (accepted) => {
      const outcome = await accept(accepted);
      if (outcome === 'inserted') figures.countAccepted(accepted.submission.tenantId);
      return outcome;
    },
    clock,
    tenants: new TenantStore(of<TenantDocument>('tenants')),
    apiKeys: new ApiKeyStore(of<StoredKey<ApiKey>>('apiKeys')),
    adminKeys: new AdminKeyStore(of<StoredKey<AdminKey>>('adminKeys')),
    tenantHolds: new TenantHolds(of<TenantHoldDocument>('tenantHolds')),
    due: new DueWork(
      {
        submissions,
        effects,
        files,
        leases: of<LeaseDocument>('leases'),
        expiring: ['claims', 'idempotency', 'counters', 'figures', 'consoleState'].map((name) =>
          db.collection(name),
        ),
      },
      clock,
    ),
    openSlots: createListOpenSlots(counters, clock),
    exportRecords: (range) => exportRecords(db, range, clock.now()),
    hold: new HoldStore(of<HoldDocument>('control')),
    heldLeads: createListHeldLeads(submissions),
    audit: new AuditLog(of<AuditDocument>('audit')),
    operators: new OperatorStore(of<OperatorDocument>('operators'), of<ConsoleStateDocument>('consoleState')),
    figures,
    receivers,
    ping: async () => {
      await db.command({ ping: 1 });
    },
    pool: () => client.pool(),
    disk: async () => {
      const { fsUsedSize: usedBytes, fsTotalSize: totalBytes } = await db.command({ dbStats: 1 });
      const known = typeof usedBytes === 'number' && typeof totalBytes === 'number';
      return known && totalBytes > 0 ? { usedBytes, totalBytes } : undefined;
    },
    stuck: () => client.stuck(),
    begin: async () => {
      try {
        // A driver whose first connection failed answers "closed" from then on, unless it is told to connect anew.
        await client.connect();
        await clock.begin();
        await checkSchema(db);
      } catch (error) {
        // The driver has many words for it, and they change from one try to the next.
        throw isStoreUnavailable(error) ? new Error('mongodb does not answer', { cause: error }) : error;
      }
    },
    prepare: async () => {
      await migrateDatabase(db);
    },
    close: async () => {
      await Promise.race([
        Promise.all([figures.flush(), receivers.flush()]),
        pause(LAST_FIGURES_MS, undefined, { ref: false }),
      ]);
      await client.close();
    },
  };
}
