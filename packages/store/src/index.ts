/** The stored state: MongoDB, tenant-scoped by construction. */
export type { Accept, Accepted } from './submissions/acceptance.js';
export type { HoldsInForce } from './holds/active-holds.js';
export {
  keyState,
  type AdminKey,
  type AdminKeyHolder,
  type ApiKey,
  type KeyHolder,
} from './tenants/api-keys.js';
export type { HeldLeads } from './sweep/held-leads.js';
export type { AttemptOutcome, AttemptsOf, DeliveryAttempt, GenerationAttempt } from './journal/attempts.js';
export type { AuditDocument, AuditEntry, AuditFilter, AuditLog, AuditOutcome } from './operators/audit.js';
export { addressId, postbackAddress, supplierOfAddress } from './receivers/receiver-document.js';
export type { Catalog } from './configuration/catalog.js';
export { CATALOG_STALENESS_MS, KNOWN_EVERYWHERE_MS } from './configuration/catalog-cache.js';
export {
  WriteTooLargeError,
  type Configurations,
  type RecentChange,
} from './configuration/configurations.js';
export type { ChangedBy, ItemChange, ItemName, ItemVersionDocument } from './configuration/item-versions.js';
export type { ItemKind, PlannedWrite } from './configuration/planned-write.js';
export type { UnreadRule } from './readings/rule-readings.js';
export {
  claimId,
  claimIdOfHash,
  claimPrefix,
  type ClaimAnswer,
  type KeptClaims,
  type DuplicateClaimStore,
  type LeadClaim,
} from './journal/duplicate-claims.js';
export type { ExpiredFile, PendingFile, PendingInteraction, OverdueReturn } from './sweep/due-work.js';
export type { EffectProgress } from './effects/effects.js';
export type {
  ClientClaims,
  Closing,
  Concluded,
  Guard,
  LastAttempt,
  PlannedEffect,
  RefusalOf,
  WantedClaims,
} from './journal/conclusions.js';
export type { FileBeginnings, FileChanges, FileKey, WrittenFile } from './leads/files.js';
export type { Hold } from './holds/hold.js';
export type { IdempotencyClaim, KeptAnswer } from './submissions/idempotency.js';
export type { NewInteraction, SaidEntry } from './conversations/interactions.js';
export type { RecordedInteraction, Recording } from './conversations/recorded-interactions.js';
export { newKey } from './tenants/key-form.js';
export { journeyOf, type Journey, type SubmissionJourney } from './submissions/journey.js';
export type { LedgerFilter, LedgerPage } from './ledger/ledger.js';
export type { LeadChange, UpdatedLead } from './leads/lead-updates.js';
export type { LeadToFollow, PlacedWith, SearchableLead } from './leads/leads.js';
export type { Recorded } from './journal/journal.js';
export { ServerTooOldError, type ServerFacts } from './driver/server.js';
export { databaseName, migrate, SchemaBehindError, type Migrated } from './migrations/schema.js';
export type { MessageProgress } from './conversations/messages.js';
export { impersonalDecision } from './leads/personal-data.js';
export type { Awaited } from './sweep/awaited.js';
export { NONE_OF, type ReceiverAnswer } from './receivers/answers.js';
export type { StoredPerson } from './operators/stored-person.js';
export { closingToken, isOrderedOpen, type CircuitOrder, type CircuitPeriod } from './receivers/circuit.js';
export type { OpenCircuit } from './receivers/open-circuits.js';
export type { ReceiverHealth, ReceiverHealthStore } from './receivers/receiver-health.js';
export type {
  FailingPostbacks,
  ReceiverInTrouble,
  SwitchedOffOfTenant,
  SwitchedOffReceiver,
} from './receivers/webhook-urls.js';
export { spanMs, spanName, spanStart, type Span } from './figures/spans.js';
export {
  ALL_TENANTS,
  type FigureDocument,
  type FigureKind,
  type FigureStore,
  type Waits,
} from './figures/figures.js';
export { addTimes, quantileMs, type Times } from './figures/times.js';
export { sumOf as sumOfRemovals, type BeforeDeleting } from './removal/range.js';
export type { Removed } from './removal/remove.js';
export { RemovalStore, type SeenLead } from './removal/removal-store.js';
export { RetentionStore, type RetentionWalk } from './removal/retention-store.js';
export type { ReturnQuota } from './ledger/return-quota-store.js';
export type { ReturnFilter } from './ledger/return-store.js';
export { sealingKey, unseal, UnknownSealingKeyError, type SealingKey } from './tenants/sealing.js';
export type { Amount, Limit, PeriodStarts } from './counts/count-document.js';
export type { CountBounds, CountRequest, CountStore, NoRoom, Slot } from './counts/count-store.js';
export type { AuditedNames, OpenNameOf } from './counts/open-names.js';
export type { Refused, WantedName } from './counts/opening.js';
export type { TakenOut } from './counts/taking-out.js';
export {
  INSTALLATION,
  type MemberChanged,
  type MemberVia,
  type PlaceRole,
} from './people/member-document.js';
export type { Member, MemberStore, NewMember } from './people/members.js';
export type { Invitation, Invited } from './people/invitations.js';
export type { FailpointHook } from './driver/failpoint-hook.js';
export type { ClientWatcher } from './driver/replaceable-client.js';
export { sweepTiming, type SweepTiming } from './sweep/sweep-timing.js';
export { sealedSecret } from './tenants/sealed-parts.js';
export { worstResealed, type Resealed } from './tenants/resealing.js';
export type { UnsealedSecret, Provider, Sealing, SecretStore } from './tenants/tenant-secrets.js';
export { openStores, storesAt, type StoreLimits } from './open-stores.js';
export type { EffectTakings } from './effects/take-effect.js';
export { database, type Stores } from './stores.js';
export type { TenantStores } from './tenant-stores.js';
export type { WaitedRoom } from './sweep/oldest-waiting.js';
export type { SubmissionEnd } from './submissions/submissions.js';
export type { Placement, StoredSubmission } from './submissions/submission-document.js';
export { isStoreUnavailable } from './driver/unavailable.js';
export { isOnHold, type HoldScope, type WorkToHold } from './holds/work-on-hold.js';

// The documents and keys that reports read by, and the marks and rows that they keep.
export { isDuplicateKey, saysMayBeLost } from './driver/duplicate-key.js';
export { idOf, keyOf, keyRange } from './driver/keys.js';
export { pageOf } from './driver/page.js';
export { isBeingDeleted, leadFrom, type LeadDocument } from './leads/leads.js';
export { isMoney, type LedgerDocument } from './ledger/ledger.js';
export { alertedLeads, waitingLeads } from './registry/attention-indexes.js';
export {
  anyCollection,
  collections,
  entries,
  exportShape,
  storeDb,
  type StoreDb,
} from './registry/collections.js';
export { keptSpanIndex, type KeptSpanDocument, type SpanName } from './reports/kept-span-document.js';
export type { Mark, ReportMarks } from './reports/report-marks.js';
export type { SubmissionDocument } from './submissions/submission-document.js';
export { ulidTime } from './driver/ulid-time.js';
export { whenDueBeforeHold } from './holds/work-on-hold.js';
