/** Composes the stores: the collections of each, and what the stores of one process share. */
import type { AdminRole, MemberRole } from '@sluice/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import { createAcceptance } from './submissions/acceptance.js';
import { ActiveHolds } from './holds/active-holds.js';
import { AdminKeyStore, ApiKeyStore } from './tenants/api-keys.js';
import { attemptBatching, AttemptStore } from './journal/attempts.js';
import { AuditLog } from './operators/audit.js';
import { createListAwaited } from './sweep/awaited.js';
import { catalogsOn } from './configuration/catalogs-on.js';
import { Configurations } from './configuration/configurations.js';
import { makeWriteOn } from './configuration/make-write.js';
import { ItemVersionStore } from './configuration/item-versions.js';
import type { ChangeTenantOutside } from './configuration/planned-write.js';
import { DatabaseClock } from './driver/clock.js';
import type { BulkWriter } from './commit/ordered-writes.js';
import { type CountBounds, countBatching, CountStore } from './counts/count-store.js';
import { createListOpenNames } from './counts/open-names.js';
import { DueWork } from './sweep/due-work.js';
import { claimBatching, DuplicateClaimStore } from './journal/duplicate-claims.js';
import { effectBatching, EffectStore } from './effects/effects.js';
import { ConclusionStore, createCommitConclusion } from './journal/conclusions.js';
import type { FailpointHook } from './driver/failpoint-hook.js';
import { FigureStore } from './figures/figures.js';
import { FileStore } from './leads/files.js';
import { createListHeldLeads } from './sweep/held-leads.js';
import { HoldStore } from './holds/hold.js';
import { createListAtRest } from './submissions/at-rest.js';
import { idempotencyBatching, IdempotencyStore } from './submissions/idempotency.js';
import { InteractionStore } from './conversations/interactions.js';
import { Journal, journalBatching } from './journal/journal.js';
import { ledgerBatching, LedgerStore } from './ledger/ledger.js';
import { PostingLinkStore } from './tenants/posting-links.js';
import { RuleReadingStore } from './readings/rule-readings.js';
import { CircuitOrders } from './receivers/circuit-orders.js';
import { OpenCircuitStore } from './receivers/open-circuits.js';
import { ReceiverCache } from './receivers/receiver-cache.js';
import { ReceiverHealthStore } from './receivers/receiver-health.js';
import {
  createListFailingPostbacks,
  createListSwitchedOff,
  WebhookUrlStore,
} from './receivers/webhook-urls.js';
import { batchedMarks, ReportMarks } from './reports/report-marks.js';
import { LeadUpdates } from './leads/lead-updates.js';
import { LeaderLease } from './driver/leader-lease.js';
import { leadBatching, LeadStore } from './leads/leads.js';
import { LookupAnswerStore } from './lookups/lookup-answers.js';
import { MessageStore } from './conversations/messages.js';
import { checkSchema, migrateDatabase } from './migrations/schema.js';
import { EffectTakings } from './effects/take-effect.js';
import { MailEffectStore } from './effects/mail-effects.js';
import { InvitationStore } from './people/invitations.js';
import { INSTALLATION } from './people/member-document.js';
import { Memberships, MemberStore } from './people/members.js';
import { OutboxLag } from './sweep/outbox-lag.js';
import { SharedBacklog } from './sweep/shared-backlog.js';
import type { ReplaceableClient } from './driver/replaceable-client.js';
import { ReplayStore } from './operators/replays.js';
import { anyCollection, entries, type StoreDb } from './registry/collections.js';
import { expiresAt } from './registry/shared-indexes.js';
import { RemovalStore } from './removal/removal-store.js';
import { RetentionStore } from './removal/retention-store.js';
import { ReturnQuotaStore } from './ledger/return-quota-store.js';
import { ReturnStore } from './ledger/return-store.js';
import { checkServer } from './driver/server-version.js';
import { database, type OpenedStores, type TenantStores } from './stores.js';
import { submissionBatching, SubmissionStore } from './submissions/submissions.js';
import type { SweepTiming } from './sweep/sweep-timing.js';
import { TenantHolds } from './holds/tenant-holds.js';
import { SecretStore } from './tenants/tenant-secrets.js';
import { SuppressionImports } from './suppression/suppression-imports.js';
import { SuppressionStore } from './suppression/suppression-store.js';
import { batchedRead } from './driver/batched-collection.js';
import { TenantStore } from './tenants/tenants.js';
import { isStoreUnavailable } from './driver/unavailable.js';
import { createWroteUnder } from './submissions/wrote-under.js';
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
  { counts: countBounds, sweep, replacesDecisions }: StoreBounds,
): OpenedStores {
  const of: StoreDb['collection'] = (name) => db.collection(name);
  const submissions = of('submissions');
  const leads = of('leads');
  const decisions = of('decisions');
  const attempts = of('attempts');
  const effects = of('effects');
  const counts = of('counts');
  const namesSetAside = of('namesSetAside');
  const ledger = of('ledger');
  const returns = of('returns');
  const claims = of('claims');
  const idempotency = of('idempotency');
  const files = of('files');
  const interactions = of('interactions');
  const conversations = of('conversations');
  const messages = of('messages');
  const optOuts = of('optOuts');

  const reportMarks = of('reportMarks');

  const clock = new DatabaseClock(db);
  const countRoundTrips = countBatching(
    writer,
    { counts, namesSetAside, submissions, decisions },
    clock,
    countBounds,
  );
  const commitConclusion = createCommitConclusion(
    writer,
    {
      claims,
      attempts,
      decisions,
      counts,
      namesSetAside,
      ledger,
      effects,
      leads,
      submissions,
      reportMarks,
    },
    { ended: countRoundTrips.ended, replacesDecisions },
  );
  const batching = {
    submissions: submissionBatching(writer, submissions),
    leads: leadBatching(writer, leads),
    journal: journalBatching(decisions, commitConclusion.usual),
    attempts: attemptBatching(writer, attempts),
    effects: effectBatching(writer, effects),
    counts: countRoundTrips,
    ledger: ledgerBatching(writer, ledger),
    claims: claimBatching(writer, claims),
    idempotency: idempotencyBatching(writer, idempotency),
    reportMarks: batchedMarks(writer, reportMarks),
  };

  const outside: ChangeTenantOutside = (...change) => configurations.outside(...change);
  const catalogs = catalogsOn({ of, writer }, clock, outside);
  const tenantStore = new TenantStore(of('tenants'));
  const secrets = new SecretStore(of('tenants'), outside);

  const suppressionEntries = of('suppressionEntries');
  const suppression = {
    states: of('suppressionStates'),
    entries: suppressionEntries,
    read: batchedRead(suppressionEntries),
  };

  const figures = new FigureStore(of('figures'), clock);
  const receivers = of('receivers');
  const receiverCache = new ReceiverCache(receivers);
  const receiverHealth = new ReceiverHealthStore(receivers, clock);
  const readings = new RuleReadingStore(of('readings'), clock);
  const accept = createAcceptance(writer, { submissions, leads, reportMarks });

  const wroteUnder = createWroteUnder(db);
  const hold = new HoldStore(of('control'));
  const tenantHolds = new TenantHolds(of('tenantHolds'));

  const tenants = new Map<string, TenantStores>();

  function build(tenantId: string): TenantStores {
    const marks = new ReportMarks(reportMarks, batching.reportMarks, failpointHook, tenantId);
    const removal = new RemovalStore(db, clock, tenantId);
    return {
      tenantId,
      campaigns: catalogs.campaigns(tenantId),
      offers: catalogs.offers(tenantId),
      clients: catalogs.clients(tenantId),
      deliveryEndpoints: catalogs.deliveryEndpoints(tenantId),
      phoneNumbers: catalogs.phoneNumbers(tenantId),
      smsAgents: catalogs.smsAgents(tenantId),
      agentVariables: catalogs.agentVariables(tenantId),
      suppliers: catalogs.suppliers(tenantId),
      suppressionLists: catalogs.suppressionLists(tenantId),
      valueSets: catalogs.valueSets(tenantId),
      lookups: catalogs.lookups(tenantId),
      fieldLibrary: catalogs.fieldLibrary(tenantId),
      leads: new LeadStore(leads, batching.leads, marks, tenantId),
      leadUpdates: new LeadUpdates(leads, marks, tenantId),
      submissions: new SubmissionStore(submissions, batching.submissions, tenantId),
      journal: new Journal(decisions, batching.journal, tenantId),
      attempts: new AttemptStore(attempts, batching.attempts, tenantId),
      effects: new EffectStore(effects, batching.effects, tenantId),
      mails: new MailEffectStore(effects, tenantId),
      takings: new EffectTakings(effects, tenantId),
      conclusions: new ConclusionStore(commitConclusion, tenantId),
      counts: new CountStore(batching.counts, tenantId),
      ledger: new LedgerStore(ledger, batching.ledger, marks, tenantId),
      reportMarks: marks,
      returns: new ReturnStore(returns, tenantId),
      returnQuotas: new ReturnQuotaStore(of('returnQuotas'), tenantId),
      duplicateClaims: new DuplicateClaimStore(claims, batching.claims, tenantId),
      lookupAnswers: new LookupAnswerStore(of('lookupAnswers'), tenantId),
      suppression: new SuppressionStore(suppression, tenantId),
      suppressionImports: new SuppressionImports(suppression, tenantId),
      idempotency: new IdempotencyStore(idempotency, batching.idempotency, tenantId, clock, wroteUnder),
      webhookUrls: new WebhookUrlStore(receivers, receiverCache, tenantId),
      files: new FileStore(files, tenantId),
      interactions: new InteractionStore(interactions, conversations, tenantId),
      messages: new MessageStore(messages, optOuts, tenantId),
      replays: new ReplayStore(of('replays'), tenantId),
      itemVersions: new ItemVersionStore(of('itemVersions'), tenantId),
      members: new MemberStore<MemberRole>(of('members'), { place: tenantId, role: 'owner' }),
      removal,
      retention: new RetentionStore({ db, removal }, tenantId),
      openCircuits: new OpenCircuitStore(receivers, receiverCache, tenantId),
      circuitOrders: new CircuitOrders(receivers, receiverCache, tenantId),
    };
  }

  const forTenant = (tenantId: string): TenantStores => {
    const known = tenants.get(tenantId) ?? build(tenantId);
    tenants.set(tenantId, known);
    return known;
  };

  const configurations = new Configurations(of('configurations'), of('plannedWrites'), {
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
    apiKeys: new ApiKeyStore(of('apiKeys'), clock),
    adminKeys: new AdminKeyStore(of('adminKeys'), clock),
    postingLinks: new PostingLinkStore(of('postingLinks'), clock),
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
        expiring: entries.flatMap(([name, { indexes }]) =>
          indexes.includes(expiresAt) ? [anyCollection(db, name)] : [],
        ),
      },
      clock,
      sweep,
    ),
    sweepTiming: sweep,
    outbox,
    backlog: new SharedBacklog(of('leases'), clock, outbox),
    leaderLease: new LeaderLease(of('leases'), clock),
    openNames: createListOpenNames({ counts, namesSetAside }, clock),
    awaited: createListAwaited(submissions),
    atRest: createListAtRest(submissions),
    heldLeads: createListHeldLeads(submissions),
    webhooksSwitchedOff: createListSwitchedOff(receivers),
    failingPostbacks: createListFailingPostbacks(receivers),
    audit: new AuditLog(of('audit')),
    operators: new MemberStore<AdminRole>(of('members'), { place: INSTALLATION, role: 'administer' }),
    memberships: new Memberships(of('members'), of('identityTwoFactors')),
    invitations: new InvitationStore(of('invitations')),
    figures,
    receivers: receiverHealth,
    readings,
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
        Promise.all([figures.flush(), receiverHealth.flush(), readings.flush()]),
        pause(LAST_FIGURES_MS, undefined, { ref: false }),
      ]);
      await client.close();
    },
  };
}
