/** The stores of one tenant. There is no way to ask them for another tenant's documents. */
import type { MemberRole } from '@sluice/contracts';
import type { BulkWriter } from './commit/ordered-writes.js';
import { catalogsOn } from './configuration/catalogs-on.js';
import { ItemVersionStore } from './configuration/item-versions.js';
import type { ChangeTenantOutside } from './configuration/planned-write.js';
import { InteractionStore } from './conversations/interactions.js';
import { MessageStore } from './conversations/messages.js';
import { countBatching, CountStore, type CountBounds } from './counts/count-store.js';
import { batchedRead } from './driver/batched-collection.js';
import type { DatabaseClock } from './driver/clock.js';
import type { FailpointHook } from './driver/failpoint-hook.js';
import { effectBatching, EffectStore } from './effects/effects.js';
import { MailEffectStore } from './effects/mail-effects.js';
import { EffectTakings } from './effects/take-effect.js';
import { attemptBatching, AttemptStore } from './journal/attempts.js';
import { ConclusionStore, createCommitConclusion } from './journal/conclusions.js';
import { claimBatching, DuplicateClaimStore } from './journal/duplicate-claims.js';
import { Journal, journalBatching } from './journal/journal.js';
import { FileStore } from './leads/files.js';
import { LeadUpdates } from './leads/lead-updates.js';
import { leadBatching, LeadStore } from './leads/leads.js';
import { ledgerBatching, LedgerStore } from './ledger/ledger.js';
import { ReturnQuotaStore } from './ledger/return-quota-store.js';
import { ReturnStore } from './ledger/return-store.js';
import { LookupAnswerStore } from './lookups/lookup-answers.js';
import { ReplayStore } from './operators/replays.js';
import { MemberStore } from './people/members.js';
import { CircuitOrders } from './receivers/circuit-orders.js';
import { OpenCircuitStore } from './receivers/open-circuits.js';
import { ReceiverCache } from './receivers/receiver-cache.js';
import { WebhookUrlStore } from './receivers/webhook-urls.js';
import type { StoreCollections, StoreDb } from './registry/collections.js';
import { RemovalStore } from './removal/removal-store.js';
import { RetentionStore } from './removal/retention-store.js';
import { batchedMarks, ReportMarks } from './reports/report-marks.js';
import { idempotencyBatching, IdempotencyStore } from './submissions/idempotency.js';
import { submissionBatching, SubmissionStore } from './submissions/submissions.js';
import { createWroteUnder } from './submissions/wrote-under.js';
import { SuppressionImports } from './suppression/suppression-imports.js';
import { SuppressionStore } from './suppression/suppression-store.js';

/** What the stores of all tenants of a process have in common. */
interface Shared {
  readonly db: StoreDb;
  readonly writer: BulkWriter;
  /** The collections of the database. */
  readonly of: StoreCollections;
  readonly clock: DatabaseClock;
  readonly failpointHook: FailpointHook;
  readonly bounds: { readonly counts: CountBounds; readonly replacesDecisions: boolean };
  /** Changes a part of a tenant's configuration that no tenant file describes. */
  readonly outside: ChangeTenantOutside;
}

/** Returns what makes the stores of a tenant; the round trips of all tenants are combined. */
export function tenantStoresOn({ db, writer, of, clock, failpointHook, bounds, outside }: Shared) {
  const countRoundTrips = countBatching(writer, of, clock, bounds.counts);
  const { replacesDecisions } = bounds;
  const commitConclusion = createCommitConclusion(writer, of, {
    ended: countRoundTrips.ended,
    replacesDecisions,
  });
  const batching = {
    submissions: submissionBatching(writer, of.submissions),
    leads: leadBatching(writer, of.leads),
    journal: journalBatching(of.decisions, commitConclusion.usual),
    attempts: attemptBatching(writer, of.attempts),
    effects: effectBatching(writer, of.effects),
    ledger: ledgerBatching(writer, of.ledger),
    claims: claimBatching(writer, of.claims),
    idempotency: idempotencyBatching(writer, of.idempotency),
    reportMarks: batchedMarks(writer, of.reportMarks),
  };
  const catalogs = catalogsOn({ of, writer }, clock, outside);
  const suppression = {
    states: of.suppressionStates,
    entries: of.suppressionEntries,
    read: batchedRead(of.suppressionEntries),
  };
  const receiverCache = new ReceiverCache(of.receivers);
  const wroteUnder = createWroteUnder(db);

  return (tenantId: string) => {
    const marks = new ReportMarks(of.reportMarks, batching.reportMarks, failpointHook, tenantId);
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
      /** What items were before their changes. */
      itemVersions: new ItemVersionStore(of.itemVersions, tenantId),
      members: new MemberStore<MemberRole>(of.members, { place: tenantId, role: 'owner' }),
      leads: new LeadStore(of.leads, batching.leads, marks, tenantId),
      leadUpdates: new LeadUpdates(of.leads, marks, tenantId),
      submissions: new SubmissionStore(of.submissions, batching.submissions, tenantId),
      journal: new Journal(of.decisions, batching.journal, tenantId),
      attempts: new AttemptStore(of.attempts, batching.attempts, tenantId),
      effects: new EffectStore(of.effects, batching.effects, tenantId),
      mails: new MailEffectStore(of.effects, tenantId),
      takings: new EffectTakings(of.effects, tenantId),
      conclusions: new ConclusionStore(commitConclusion, tenantId),
      counts: new CountStore(countRoundTrips, tenantId),
      ledger: new LedgerStore(of.ledger, batching.ledger, marks, tenantId),
      reportMarks: marks,
      returns: new ReturnStore(of.returns, tenantId),
      returnQuotas: new ReturnQuotaStore(of.returnQuotas, tenantId),
      duplicateClaims: new DuplicateClaimStore(of.claims, batching.claims, tenantId),
      lookupAnswers: new LookupAnswerStore(of.lookupAnswers, tenantId),
      suppression: new SuppressionStore(suppression, tenantId),
      suppressionImports: new SuppressionImports(suppression, tenantId),
      idempotency: new IdempotencyStore(of.idempotency, batching.idempotency, tenantId, clock, wroteUnder),
      webhookUrls: new WebhookUrlStore(of.receivers, receiverCache, tenantId),
      openCircuits: new OpenCircuitStore(of.receivers, receiverCache, tenantId),
      circuitOrders: new CircuitOrders(of.receivers, receiverCache, tenantId),
      files: new FileStore(of.files, tenantId),
      interactions: new InteractionStore(of.interactions, of.conversations, tenantId),
      messages: new MessageStore(of.messages, of.optOuts, tenantId),
      replays: new ReplayStore(of.replays, tenantId),
      removal,
      retention: new RetentionStore({ db, removal }, tenantId),
    };
  };
}

/** The data of one tenant that its handlers and stages can reach. */
export type TenantStores = Readonly<ReturnType<ReturnType<typeof tenantStoresOn>>>;
