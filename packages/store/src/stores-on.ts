/** Composes the stores: the collections of each, and what the stores of one process share. */
import type {
  Campaign,
  Client,
  DeliveryEndpoint,
  FieldLibraryEntry,
  Offer,
  PhoneNumber,
  SmsAgent,
  ValueSet,
} from '@sluice/contracts';
import type { Collection, Db, Document } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { createAcceptance } from './acceptance.js';
import { ActiveHolds } from './active-holds.js';
import { type AdminKey, AdminKeyStore, type ApiKey, ApiKeyStore, type StoredKey } from './api-keys.js';
import { attemptBatching, type AttemptDocument, AttemptStore } from './attempts.js';
import { AttentionGroups } from './attention-groups.js';
import { type AuditDocument, AuditLog } from './audit.js';
import { createListAwaited } from './awaited.js';
import { Catalog, catalogBatching, CatalogCache, type CatalogDocument } from './catalog.js';
import { type CircuitOrderDocument, CircuitOrders, createListOpenedByHand } from './circuit-orders.js';
import {
  type ConfigurationDocument,
  Configurations,
  type PlannedWriteDocument,
} from './configuration/configurations.js';
import { makeWriteOn } from './configuration/make-write.js';
import type { ChangeTenantOutside } from './configuration/planned-write.js';
import { DatabaseClock } from './clock.js';
import { createCommit } from './commit/commit.js';
import type { BulkWriter } from './commit/ordered-writes.js';
import { insertPhase } from './commit/phases.js';
import type { CountDocument } from './counts/count-document.js';
import { type CountBounds, countBatching, CountStore } from './counts/count-store.js';
import { createListOpenNames } from './counts/open-names.js';
import { openingPhase } from './counts/opening.js';
import { DueWork } from './due-work.js';
import { claimBatching, type ClaimDocument, DuplicateClaimStore } from './duplicate-claims.js';
import { effectBatching, type EffectDocument, EffectStore } from './effects.js';
import { createCommitEnd, EndingStore } from './endings.js';
import { ErasureStore } from './erasure.js';
import { exportRecords } from './export/export-records.js';
import type { FailpointHook } from './failpoint-hook.js';
import { type FigureDocument, FigureStore } from './figures/figures.js';
import { type ReceiverDocument, ReceiverHealthStore } from './figures/receiver-health.js';
import { type FileDocument, FileStore } from './files.js';
import { createListHeldLeads } from './held-leads.js';
import { type HoldDocument, HoldStore } from './hold.js';
import { idempotencyBatching, type IdempotencyDocument, IdempotencyStore } from './idempotency.js';
import { type ConversationDocument, type InteractionDocument, InteractionStore } from './interactions.js';
import { type DecisionDocument, Journal, journalBatching } from './journal.js';
import { type LedgerDocument, ledgerBatching, LedgerStore } from './ledger.js';
import type { KeptSpanDocument } from './reports/kept-spans.js';
import { ReportStore } from './reports/lead-report.js';
import { batchedMarks, ReportMarks, type ReportMarksDocument } from './reports/report-marks.js';
import { type LeadCountsDocument, LeadCountStore } from './lead-counts.js';
import { LeadUpdates } from './lead-updates.js';
import { LeaderLease, type LeaseDocument } from './leader-lease.js';
import { leadBatching, type LeadDocument, LeadStore } from './leads.js';
import { type MessageDocument, MessageStore, type OptOutDocument } from './messages.js';
import { checkSchema, migrateDatabase } from './migrations/schema.js';
import { MailEffectStore } from './mail-effects.js';
import { NeedsAttention } from './needs-attention.js';
import { type OpenCircuitDocument, OpenCircuitStore } from './open-circuits.js';
import { type DashboardStateDocument, type OperatorDocument, OperatorStore } from './operators/operators.js';
import { OutboxLag } from './outbox-lag.js';
import type { ReplaceableClient } from './replaceable-client.js';
import { type ReplayDocument, ReplayStore } from './replays.js';
import { createCountLeadsAwaitingOperator } from './leads-awaiting-operator.js';
import { RetentionStore } from './retention/retention-store.js';
import { type ReturnQuotaDocument, ReturnQuotaStore } from './returns/return-quota-store.js';
import { type ReturnDocument, ReturnStore } from './returns/return-store.js';
import { checkServer } from './server-version.js';
import type { OpenedStores, TenantStores } from './stores.js';
import { submissionBatching, type SubmissionDocument, SubmissionStore } from './submissions.js';
import type { SweepTiming } from './sweep-timing.js';
import { type TenantHoldDocument, TenantHolds } from './tenant-holds.js';
import { SecretStore } from './tenant-secrets.js';
import type { TenantDocument } from './tenant-document.js';
import { TenantStore } from './tenants.js';
import { isStoreUnavailable } from './unavailable.js';
import { createWroteUnder } from './wrote-under.js';
import { createListSwitchedOff, type WebhookUrlDocument, WebhookUrlStore } from './webhook-urls.js';
import { WorkOnHold } from './work-on-hold.js';

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
  readonly db: Db;
  readonly writer: BulkWriter;
  readonly client: ReplaceableClient;
}

/** Builds every store; the database is not queried yet. */
export function storesOn(
  { db, writer, client }: StoreDatabase,
  failpointHook: FailpointHook,
  { counts: countBounds, sweep, replacesDecisions }: StoreBounds,
): OpenedStores {
  const of = <T extends object>(name: string) => db.collection(name) as unknown as Collection<T & Document>;
  const submissions = of<SubmissionDocument>('submissions');
  const leads = of<LeadDocument>('leads');
  const decisions = of<DecisionDocument>('decisions');
  const attempts = of<AttemptDocument>('attempts');
  const effects = of<EffectDocument>('effects');
  const counts = of<CountDocument>('counts');
  const ledger = of<LedgerDocument>('ledger');
  const returns = of<ReturnDocument>('returns');
  const claims = of<ClaimDocument>('claims');
  const idempotency = of<IdempotencyDocument>('idempotency');
  const files = of<FileDocument>('files');
  const interactions = of<InteractionDocument>('interactions');
  const conversations = of<ConversationDocument>('conversations');
  const messages = of<MessageDocument>('messages');
  const optOuts = of<OptOutDocument>('optOuts');

  const reportMarks = of<ReportMarksDocument>('reportMarks');
  const reportSpans = of<KeptSpanDocument>('reportSpans');

  const clock = new DatabaseClock(db);
  const countRoundTrips = countBatching(writer, { counts, submissions }, clock, countBounds);
  const batching = {
    submissions: submissionBatching(submissions),
    leads: leadBatching(leads),
    journal: journalBatching(
      decisions,
      createCommit(writer, {
        claims: insertPhase(claims, { inTurn: true }),
        counts: openingPhase(counts),
        decisions: insertPhase(decisions, { replaces: replacesDecisions }),
      }),
      replacesDecisions,
    ),
    attempts: attemptBatching(attempts),
    effects: effectBatching(effects),
    counts: countRoundTrips,
    ledger: ledgerBatching(ledger),
    commitEnd: createCommitEnd(
      writer,
      { attempts, decisions, counts, ledger, effects, leads, submissions, reportMarks },
      countRoundTrips.ended,
    ),
    claims: claimBatching(claims),
    idempotency: idempotencyBatching(idempotency),
    reportMarks: batchedMarks(reportMarks),
  };

  const outside: ChangeTenantOutside = (tenantId, change, line) =>
    configurations.outside(tenantId, change, line);
  const catalog = <T extends object>(name: string, kind: string) => {
    const collection = of<CatalogDocument<T>>(name);
    const roundTrips = catalogBatching<T>(collection);
    return (tenantId: string) =>
      new Catalog<T>(collection, roundTrips, new CatalogCache<T>(), {
        tenantId,
        kind,
        outside: (change, line) => outside(tenantId, change, line),
      });
  };
  const catalogs = {
    campaigns: catalog<Campaign>('campaigns', 'campaign'),
    offers: catalog<Offer>('offers', 'offer'),
    clients: catalog<Client>('clients', 'client'),
    deliveryEndpoints: catalog<DeliveryEndpoint>('deliveryEndpoints', 'delivery endpoint'),
    phoneNumbers: catalog<PhoneNumber>('phoneNumbers', 'phone number'),
    smsAgents: catalog<SmsAgent>('smsAgents', 'SMS agent'),
    valueSets: catalog<ValueSet>('valueSets', 'value set'),
    fieldLibrary: catalog<FieldLibraryEntry>('fieldLibrary', 'field'),
  };
  const tenantStore = new TenantStore(of<TenantDocument>('tenants'), outside);
  const secrets = new SecretStore(of<TenantDocument>('tenants'), outside);

  const figures = new FigureStore(of<FigureDocument>('figures'), clock);
  const receivers = new ReceiverHealthStore(of<ReceiverDocument>('receivers'), clock);
  const accept = createAcceptance(writer, { submissions, leads, reportMarks });

  const wroteUnder = createWroteUnder(db);
  const hold = new HoldStore(of<HoldDocument>('control'));
  const tenantHolds = new TenantHolds(of<TenantHoldDocument>('tenantHolds'));

  const tenants = new Map<string, TenantStores>();

  function build(tenantId: string): TenantStores {
    const marks = new ReportMarks(reportMarks, batching.reportMarks, failpointHook, tenantId);
    const reports = new ReportStore({ leads, ledger, kept: reportSpans }, marks, tenantId);
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
      leads: new LeadStore(leads, batching.leads, marks, tenantId),
      leadCounts: new LeadCountStore(leads, of<LeadCountsDocument>('leadCounts'), clock, tenantId),
      leadUpdates: new LeadUpdates(leads, marks, tenantId),
      submissions: new SubmissionStore(submissions, batching.submissions, tenantId),
      journal: new Journal(decisions, batching.journal, tenantId),
      attempts: new AttemptStore(attempts, batching.attempts, tenantId),
      effects: new EffectStore(effects, batching.effects, tenantId),
      mails: new MailEffectStore(effects, tenantId),
      endings: new EndingStore(batching.commitEnd, tenantId),
      counts: new CountStore(batching.counts, tenantId),
      ledger: new LedgerStore(ledger, batching.ledger, marks, tenantId),
      reports,
      returns: new ReturnStore(returns, tenantId),
      returnQuotas: new ReturnQuotaStore(of<ReturnQuotaDocument>('returnQuotas'), tenantId),
      duplicateClaims: new DuplicateClaimStore(claims, batching.claims, tenantId),
      idempotency: new IdempotencyStore(idempotency, batching.idempotency, tenantId, clock, wroteUnder),
      webhookUrls: new WebhookUrlStore(of<WebhookUrlDocument>('webhookUrls'), tenantId),
      files: new FileStore(files, tenantId),
      interactions: new InteractionStore(interactions, conversations, tenantId),
      messages: new MessageStore(messages, optOuts, tenantId),
      replays: new ReplayStore(of<ReplayDocument>('replays'), tenantId),
      erasure: new ErasureStore(db, tenantId),
      retention: new RetentionStore(db, (receivedAt) => reports.close(receivedAt), tenantId),
      openCircuits: new OpenCircuitStore(of<OpenCircuitDocument>('openCircuits'), tenantId),
      circuitOrders: new CircuitOrders(of<CircuitOrderDocument>('circuitOrders'), tenantId),
      needsAttention: new NeedsAttention(leads, submissions, tenantId),
      attentionGroups: new AttentionGroups(leads, tenantId),
    };
  }

  const forTenant = (tenantId: string): TenantStores => {
    const known = tenants.get(tenantId) ?? build(tenantId);
    tenants.set(tenantId, known);
    return known;
  };

  const configurations = new Configurations(
    of<ConfigurationDocument>('configurations'),
    of<PlannedWriteDocument>('plannedWrites'),
    {
      make: makeWriteOn({ tenants: tenantStore, secrets, forTenant }, failpointHook),
      noteChanged: (tenantId, at) => tenantStore.beginChange(tenantId, at),
      now: () => clock.now(),
    },
  );

  return {
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
    apiKeys: new ApiKeyStore(of<StoredKey<ApiKey>>('apiKeys'), clock),
    adminKeys: new AdminKeyStore(of<StoredKey<AdminKey>>('adminKeys'), clock),
    hold,
    tenantHolds,
    activeHolds: new ActiveHolds(hold, tenantHolds),
    workOnHold: new WorkOnHold({ submissions, effects }, clock),
    due: new DueWork(
      {
        submissions,
        effects,
        files,
        interactions,
        returns,
        expiring: ['claims', 'idempotency', 'figures', 'consoleState', 'effects'].map((name) =>
          db.collection(name),
        ),
      },
      clock,
      sweep,
    ),
    sweepTiming: sweep,
    outbox: new OutboxLag(submissions, clock),
    leaderLease: new LeaderLease(of<LeaseDocument>('leases'), clock),
    openNames: createListOpenNames(counts, clock),
    awaited: createListAwaited(submissions),
    exportRecords: (range) => exportRecords(db, range, clock.now()),
    heldLeads: createListHeldLeads(submissions),
    leadsAwaitingOperator: createCountLeadsAwaitingOperator(leads),
    circuitsOpenedByHand: createListOpenedByHand(of<CircuitOrderDocument>('circuitOrders')),
    webhooksSwitchedOff: createListSwitchedOff(of<WebhookUrlDocument>('webhookUrls')),
    audit: new AuditLog(of<AuditDocument>('audit')),
    operators: new OperatorStore(
      of<OperatorDocument>('operators'),
      of<DashboardStateDocument>('consoleState'),
    ),
    figures,
    receivers,
    ping: async () => {
      await db.command({ ping: 1 });
    },
    pool: () => client.pool(),
    server: async () => {
      const hello = await db.admin().command({ hello: 1 });
      const sharded = hello['msg'] === 'isdbgrid';
      const kind = sharded ? 'sharded cluster' : hello['setName'] === undefined ? 'server' : 'replica set';
      return { kind, clockAheadMs: clock.now().getTime() - Date.now() };
    },
    disk: async () => {
      const { fsUsedSize: usedBytes, fsTotalSize: totalBytes } = await db.command({ dbStats: 1 });
      const known = typeof usedBytes === 'number' && typeof totalBytes === 'number';
      return known && totalBytes > 0 ? { usedBytes, totalBytes } : undefined;
    },
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
        Promise.all([figures.flush(), receivers.flush()]),
        pause(LAST_FIGURES_MS, undefined, { ref: false }),
      ]);
      await client.close();
    },
  };
}
