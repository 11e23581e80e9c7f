/** The collections of configuration and of operation: none of their documents belongs to a single lead. */
import type {
  AgentVariables,
  Campaign,
  Client,
  DeliveryEndpoint,
  FieldLibraryEntry,
  Lookup,
  Offer,
  PhoneNumber,
  SmsAgent,
  Supplier,
  SuppressionList,
  ValueSet,
} from '@sluice/contracts';
import type { Document, IndexDescription } from 'mongodb';
import type { AdminKey, ApiKey, StoredKey } from '../tenants/api-keys.js';
import type { AuditDocument } from '../operators/audit.js';
import type { CatalogDocument } from '../configuration/catalog-document.js';
import { searchedBy } from '../configuration/catalog-list.js';
import type { ConfigurationDocument, PlannedWriteDocument } from '../configuration/configurations.js';
import type { ItemVersionDocument } from '../configuration/item-versions.js';
import type { CountDocument } from '../counts/count-document.js';
import type { NamesSetAside } from '../counts/names-set-aside.js';
import type { FigureDocument } from '../figures/figures.js';
import type { HoldDocument } from '../holds/hold.js';
import type { LeaseDocument } from '../driver/leader-lease.js';
import type { OptOutDocument } from '../conversations/messages.js';
import type { MigrationLease } from '../migrations/lease.js';
import type { MigrationDocument } from '../migrations/migration.js';
import type {
  IdentityAccountDocument,
  IdentitySessionDocument,
  IdentityTwoFactorDocument,
  IdentityUserDocument,
  IdentityVerificationDocument,
} from '../people/identity-documents.js';
import type { InvitationDocument } from '../people/invitations.js';
import type { MemberDocument } from '../people/member-document.js';
import type { ErasureDocument, RetentionDocument } from '../removal/removal-documents.js';
import type { RuleReadingDocument } from '../readings/rule-readings.js';
import type { PostingLinkDocument } from '../tenants/posting-links.js';
import type { ReceiverDocument } from '../receivers/receiver-document.js';
import { keptSpanIndex, type KeptSpanDocument } from '../reports/kept-span-document.js';
import type { ReportMarksDocument } from '../reports/report-marks.js';
import type { ReturnQuotaDocument } from '../ledger/return-quota-store.js';
import type { EntriesDocument } from '../suppression/packed.js';
import type { SuppressionStateDocument } from '../suppression/suppression-store.js';
import type { TenantDocument } from '../tenants/tenant-document.js';
import type { TenantHoldDocument } from '../holds/tenant-holds.js';
import { collection } from './entry.js';
import { expiresAt } from './shared-indexes.js';

/** What holds for most of them. */
const kept = {
  sharded: 'no',
  grows: false,
  ofLeads: 'none',
  retention: 'kept',
  erasure: 'kept',
  export: 'no',
} as const;
const keptWith = (...indexes: readonly IndexDescription[]) => ({ ...kept, indexes });
const partial = (
  key: Readonly<Record<string, 1 | -1>>,
  partialFilterExpression: Document,
): IndexDescription => ({ key, partialFilterExpression });
// People look for what they have configured by its id and its name.
const searched = (name = 'name'): IndexDescription => ({ key: searchedBy(name) });
const growing = { ...kept, grows: true } as const;

export const configuration = {
  tenants: collection<TenantDocument>()(
    // Tenants whose held leads are to be reconsidered: those that a dead process has left.
    keptWith({ key: { changing: 1 }, partialFilterExpression: { changing: true } }),
  ),
  configurations: collection<ConfigurationDocument>()(
    // Plans that were begun and that a dead process has left.
    keptWith({ key: { 'open.at': 1 }, partialFilterExpression: { 'open.at': { $exists: true } } }),
  ),
  plannedWrites: collection<PlannedWriteDocument>()(keptWith()),
  // What items were before; a bounded number of each.
  itemVersions: collection<ItemVersionDocument>()(keptWith()),
  campaigns: collection<CatalogDocument<Campaign>>()(keptWith(searched())),
  offers: collection<CatalogDocument<Offer>>()(keptWith(searched())),
  clients: collection<CatalogDocument<Client>>()(keptWith(searched())),
  deliveryEndpoints: collection<CatalogDocument<DeliveryEndpoint>>()(keptWith(searched())),
  phoneNumbers: collection<CatalogDocument<PhoneNumber>>()(keptWith(searched('phoneNumber'))),
  smsAgents: collection<CatalogDocument<SmsAgent>>()(keptWith(searched())),
  agentVariables: collection<CatalogDocument<AgentVariables>>()(keptWith()),
  suppliers: collection<CatalogDocument<Supplier>>()(keptWith(searched())),
  suppressionLists: collection<CatalogDocument<SuppressionList>>()(keptWith(searched())),
  suppressionStates: collection<SuppressionStateDocument>()(keptWith()),
  // Of a list of ten million, 65,536 documents.
  suppressionEntries: collection<EntriesDocument>()({ ...growing, sharded: 'by _id', indexes: [] }),
  valueSets: collection<CatalogDocument<ValueSet>>()(keptWith(searched())),
  lookups: collection<CatalogDocument<Lookup>>()(keptWith(searched())),
  fieldLibrary: collection<CatalogDocument<FieldLibraryEntry>>()(keptWith(searched('label'))),
  apiKeys: collection<StoredKey<ApiKey>>()(keptWith({ key: { tenantId: 1, createdAt: 1 } })),
  adminKeys: collection<StoredKey<AdminKey>>()(keptWith({ key: { 'member.tenantId': 1, createdAt: 1 } })),
  // Who may do what in which place; a person's places are found by the person.
  members: collection<MemberDocument>()(keptWith({ key: { userId: 1 } })),
  // A person whom a provider confirms is invited by the address.
  invitations: collection<InvitationDocument>()({
    ...kept,
    retention: 'expires',
    indexes: [expiresAt, { key: { address: 1 } }],
  }),
  postingLinks: collection<PostingLinkDocument>()(
    keptWith({ key: { tenantId: 1, supplierId: 1, campaignId: 1 } }),
  ),
};

/**
 * What the library of identity keeps of the people who log in. They belong to no tenant and are about no lead. The
 * library looks for an equal value before it writes; that no two writes at once leave two rests on these indexes.
 */
export const identity = {
  identityUsers: collection<IdentityUserDocument>()(keptWith({ key: { email: 1 }, unique: true })),
  identityAccounts: collection<IdentityAccountDocument>()(
    keptWith({ key: { providerId: 1, accountId: 1 }, unique: true }, { key: { userId: 1 } }),
  ),
  identitySessions: collection<IdentitySessionDocument>()({
    ...kept,
    retention: 'expires',
    indexes: [{ key: { token: 1 }, unique: true }, { key: { userId: 1 } }, expiresAt],
  }),
  identityVerifications: collection<IdentityVerificationDocument>()({
    ...kept,
    retention: 'expires',
    indexes: [{ key: { identifier: 1 } }, expiresAt],
  }),
  identityTwoFactors: collection<IdentityTwoFactorDocument>()(keptWith({ key: { userId: 1 }, unique: true })),
};

export const operation = {
  // They hold names of submissions on their way, and numbers. The audit of counts reads only those with names.
  counts: collection<CountDocument>()({
    ...growing,
    sharded: 'by _id',
    indexes: [
      {
        key: { _id: 1, tenantId: 1 },
        name: 'with_open_names',
        partialFilterExpression: { 'open.0': { $exists: true } },
      },
      {
        key: { _id: 1, tenantId: 1 },
        name: 'with_counted_names',
        partialFilterExpression: { 'taken.0': { $exists: true } },
      },
      {
        key: { _id: 1, tenantId: 1 },
        name: 'with_names_set_aside',
        partialFilterExpression: { 'aside.0': { $exists: true } },
      },
    ],
  }),
  namesSetAside: collection<NamesSetAside>()({
    ...growing,
    sharded: 'by _id',
    indexes: [{ key: { count: 1, 'open.names': 1 } }],
  }),
  returnQuotas: collection<ReturnQuotaDocument>()({ ...growing, sharded: 'by _id', indexes: [] }),
  // A number that opted out is stored as a hash, and stays opted out.
  optOuts: collection<OptOutDocument>()({ ...growing, indexes: [] }),
  // Contains only ids. `about` and `result` name the lead that an operator changed.
  audit: collection<AuditDocument>()({
    ...growing,
    retention: 'by age',
    indexes: [
      { key: { tenantId: 1, _id: -1 } },
      { key: { who: 1, _id: -1 } },
      { key: { 'about.leadId': 1, _id: 1 }, partialFilterExpression: { 'about.leadId': { $exists: true } } },
      {
        key: { 'result.leadId': 1, _id: 1 },
        partialFilterExpression: { 'result.leadId': { $exists: true } },
      },
    ],
  }),
  // That a lead was erased stays on record, also when the lead itself is deleted later.
  erasures: collection<ErasureDocument>()({ ...growing, indexes: [] }),
  retention: collection<RetentionDocument>()(keptWith()),
  // Which hours of reports are to be counted again, and what the others hold: numbers and the words that reports go by.
  // A closed hour stands for leads that retention deleted, so these stay.
  reportMarks: collection<ReportMarksDocument>()({ ...growing, indexes: [] }),
  reportSpans: collection<KeptSpanDocument>()({
    ...growing,
    // Which kept rows a report reads, and which it has to count again.
    indexes: [{ key: keptSpanIndex }],
  }),
  figures: collection<FigureDocument>()({ ...growing, retention: 'expires', indexes: [expiresAt] }),
  // How each receiver does. The lists of all tenants are found by indexes that hold only what is in them: those that
  // fail or accept nothing, whose circuit is open by itself, whose answers cannot be read, that a person ordered not to
  // be called, that are switched off, and suppliers' trackers that fail.
  receivers: collection<ReceiverDocument>()({
    ...growing,
    indexes: [
      partial({ 'answers.lastFailedAt': -1 }, { 'answers.failingSince': { $exists: true } }),
      partial({ 'answers.lastCalledAt': -1 }, { 'answers.acceptsNoneSince': { $exists: true } }),
      partial({ 'circuit.openUntil': 1 }, { 'circuit.openUntil': { $exists: true } }),
      partial({ 'answers.lastUnreadableAt': -1 }, { 'answers.lastUnreadableAt': { $exists: true } }),
      partial({ 'order.kind': 1, 'order.until': 1 }, { 'order.kind': 'open' }),
      partial({ 'switchedOff.at': 1 }, { 'switchedOff.at': { $exists: true } }),
      partial({ postbackFailedAt: -1 }, { 'answers.failingSince': { $exists: true } }),
    ],
  }),
  // Which rules meet values that they cannot read; indexed while they are a finding.
  readings: collection<RuleReadingDocument>()({
    ...growing,
    indexes: [partial({ findingAt: -1 }, { findingAt: { $exists: true } })],
  }),
  control: collection<HoldDocument>()(keptWith()),
  tenantHolds: collection<TenantHoldDocument>()(keptWith()),
  leases: collection<LeaseDocument>()(keptWith()),
  migrations: collection<MigrationDocument>()(keptWith()),
  migrationLease: collection<MigrationLease>()(keptWith()),
};
