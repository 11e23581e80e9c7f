/**
 * The collections whose documents belong to a lead, in the order in which these are removed: what others are found
 * through comes after them, and the lead comes last.
 */
import { RETENTION } from '@sluice/contracts';
import { alertedLeads, crashingSubmissions, unknownOutcomes, waitingLeads } from './attention-indexes.js';
import type { AttemptDocument } from '../journal/attempts.js';
import type { ClaimDocument } from '../journal/duplicate-claims.js';
import type { EffectDocument } from '../effects/effects.js';
import type { FileDocument } from '../leads/files.js';
import type { IdempotencyDocument } from '../submissions/idempotency.js';
import type { ConversationDocument, InteractionDocument } from '../conversations/interactions.js';
import type { DecisionDocument } from '../journal/decision-document.js';
import type { LeadDocument } from '../leads/lead-document.js';
import { isMoney, type LedgerDocument } from '../ledger/ledger.js';
import type { MessageDocument } from '../conversations/messages.js';
import {
  clearAttempts,
  clearDecisions,
  clearEffects,
  clearLedger,
  clearReturns,
  clearSubmissions,
  endErasure,
} from '../removal/clear.js';
import type { LookupAnswerDocument } from '../lookups/lookup-answers.js';
import type { ReplayDocument } from '../operators/replays.js';
import type { ReturnDocument } from '../ledger/return-store.js';
import type { SubmissionDocument } from '../submissions/submission-document.js';
import { ON_HOLD_FROM } from '../holds/work-on-hold.js';
import { collection } from './entry.js';
import { dueAt, expiresAt, onHold } from './shared-indexes.js';
import { naming, seedOf, under, withIds } from './lead-keys.js';

/** The database uses a partial index only for a query that names the field of its filter. */
const placedAt = { 'placement.at': { $exists: true } };
const waits = { waitsFor: { $exists: true } };
const ofSupplier = { supplierId: { $exists: true } };
const ofSite = { 'subIds.subId1': { $exists: true } };
const notRetained = { trigger: RETENTION, status: 'failed' };

export const aboutLeads = {
  decisions: collection<DecisionDocument>()({
    // What a supplier sent is counted anew after a change of the time zone.
    indexes: [{ key: { tenantId: 1, supplierId: 1, decidedAt: 1 }, partialFilterExpression: ofSupplier }],
    sharded: 'by _id',
    grows: true,
    ofLeads: (of) => under(of, of.submissions),
    retention: 'deleted',
    erasure: clearDecisions,
    export: { at: 'decidedAt', prefix: 'sub_' },
  }),
  attempts: collection<AttemptDocument>()({
    indexes: [],
    sharded: 'by _id',
    grows: true,
    ofLeads: (of) => under(of, [...of.submissions, ...of.messages]),
    retention: 'deleted',
    erasure: clearAttempts,
    export: { at: 'startedAt' },
  }),
  effects: collection<EffectDocument>()({
    indexes: [
      dueAt,
      onHold,
      // Mails that belong to no lead.
      expiresAt,
      // Effects ordered by a person cannot be found by the id of their lead or submission.
      { key: { tenantId: 1, leadId: 1 }, partialFilterExpression: { trigger: 'explicit' } },
      { key: { tenantId: 1, endedAt: -1 }, partialFilterExpression: notRetained },
    ],
    sharded: 'by _id',
    grows: true,
    ofLeads: (of) => [
      ...under(of, [...of.leads, ...of.submissions, ...of.messages, ...of.ordered]),
      ...withIds(of, [...of.messages, ...of.ordered]),
    ],
    retention: 'deleted',
    erasure: clearEffects,
    export: { at: 'createdAt' },
  }),
  // Only what people wrote and the buyers' identifiers are personal; the rest of both is ids and amounts.
  ledger: collection<LedgerDocument>()({
    // Almost every entry is a sale or a cost, so lists of these need no index of their own.
    indexes: [
      { key: { tenantId: 1, occurredAt: -1, _id: -1 } },
      { key: { tenantId: 1, leadId: 1, occurredAt: -1, _id: -1 } },
      { key: { tenantId: 1, campaignId: 1, occurredAt: -1, _id: -1 } },
      { key: { tenantId: 1, clientId: 1, occurredAt: -1, _id: -1 } },
      {
        key: { tenantId: 1, supplierId: 1, occurredAt: -1, _id: -1 },
        partialFilterExpression: ofSupplier,
      },
      {
        key: { tenantId: 1, type: 1, occurredAt: -1, _id: -1 },
        partialFilterExpression: { type: { $in: ['milestone', 'cost_reversal', 'return', 'adjustment'] } },
      },
      // The sale that a buyer's own identifier of a lead belongs to.
      {
        key: { tenantId: 1, reference: 1, occurredAt: -1 },
        partialFilterExpression: { reference: { $exists: true } },
      },
      // Counts the leads that a campaign has placed in a month.
      {
        key: { tenantId: 1, placedCampaignId: 1, occurredAt: 1 },
        partialFilterExpression: { type: 'sale' },
      },
      // What reports add up.
      { key: { tenantId: 1, receivedAt: 1, _id: 1 }, partialFilterExpression: isMoney },
      {
        key: { tenantId: 1, supplierId: 1, receivedAt: 1, _id: 1 },
        partialFilterExpression: { ...ofSupplier, ...isMoney },
      },
    ],
    sharded: 'by _id',
    grows: true,
    ofLeads: naming,
    retention: clearLedger,
    erasure: clearLedger,
    export: { at: 'occurredAt' },
  }),
  returns: collection<ReturnDocument>()({
    // Lists of returns, the return that a person decides, and those that a dead process has left.
    indexes: [
      { key: { tenantId: 1, requestedAt: -1, _id: -1 } },
      { key: { tenantId: 1, status: 1, requestedAt: -1, _id: -1 } },
      { key: { tenantId: 1, clientId: 1, requestedAt: -1, _id: -1 } },
      { key: { tenantId: 1, placedCampaignId: 1, requestedAt: -1, _id: -1 } },
      { key: { tenantId: 1, returnId: 1 } },
      { key: { tenantId: 1, leadId: 1 } },
      { key: { dueAt: 1 }, partialFilterExpression: { dueAt: { $exists: true } } },
    ],
    sharded: 'by _id',
    grows: true,
    ofLeads: naming,
    retention: clearReturns,
    erasure: clearReturns,
    export: { at: 'requestedAt' },
  }),
  files: collection<FileDocument>()({
    // The partial filter excludes files that are no longer pending from the sweep's index.
    indexes: [
      {
        key: { expiresAt: 1 },
        partialFilterExpression: { status: 'pending', expiresAt: { $exists: true } },
      },
      {
        key: { notificationsDueAt: 1 },
        partialFilterExpression: { notificationsDueAt: { $exists: true } },
      },
      // The file that a vendor reports on.
      { key: { tenantId: 1, fileId: 1 }, partialFilterExpression: { provider: 'docuseal' } },
      // Documents that could not be sent, which operators are told of.
      { key: { tenantId: 1, updatedAt: -1 }, partialFilterExpression: { status: 'failed' } },
    ],
    sharded: 'by _id',
    grows: true,
    ofLeads: (of) => under(of, of.leads),
    retention: 'deleted',
    erasure: 'deleted',
    export: 'no',
  }),
  interactions: collection<InteractionDocument>()({
    indexes: [
      { key: { tenantId: 1, leadId: 1, updatedAt: -1 } },
      // The few whose change a dead process has left without a notification.
      {
        key: { notificationsDueAt: 1 },
        partialFilterExpression: { notificationsDueAt: { $exists: true } },
      },
    ],
    sharded: 'by _id',
    grows: true,
    ofLeads: naming,
    retention: 'deleted',
    erasure: 'deleted',
    export: { at: 'createdAt', text: true },
  }),
  conversations: collection<ConversationDocument>()({
    indexes: [],
    sharded: 'by _id',
    grows: true,
    ofLeads: (of) =>
      withIds(
        of,
        of.leads.map((id) => `${id}.sms`),
      ),
    retention: 'deleted',
    erasure: 'deleted',
    export: 'no',
  }),
  // Outlives a deleted lead, so that the person stays a duplicate. An erasure deletes it, although it is a hash: trying
  // all phone numbers would reveal which one it is of.
  claims: collection<ClaimDocument>()({
    indexes: [expiresAt, { key: { tenantId: 1, leadId: 1 } }],
    sharded: 'by _id',
    grows: true,
    ofLeads: naming,
    retention: 'expires',
    erasure: 'deleted',
    export: 'no',
  }),
  lookupAnswers: collection<LookupAnswerDocument>()({
    indexes: [expiresAt, { key: { tenantId: 1, leadIds: 1 } }],
    sharded: 'by _id',
    grows: true,
    ofLeads: ({ tenantId, leads }) =>
      leads.length === 0 ? [] : [{ tenantId, leadIds: { $in: [...leads] } }],
    retention: 'deleted',
    erasure: 'deleted',
    export: 'no',
  }),
  idempotency: collection<IdempotencyDocument>()({
    indexes: [expiresAt, { key: { tenantId: 1, about: 1 } }],
    sharded: 'by _id',
    grows: true,
    ofLeads: ({ tenantId, leads, submissions, messages, ordered }) => [
      { tenantId, about: { $in: [...leads, ...submissions, ...messages, ...ordered].map(seedOf) } },
    ],
    retention: 'expires',
    erasure: 'deleted',
    export: 'no',
  }),
  replays: collection<ReplayDocument>()({
    indexes: [],
    sharded: 'no',
    grows: true,
    ofLeads: (of) => withIds(of, of.submissions),
    retention: 'deleted',
    erasure: 'kept',
    export: 'no',
  }),
  messages: collection<MessageDocument>()({
    indexes: [
      {
        key: { tenantId: 1, providerMessageId: 1 },
        partialFilterExpression: { providerMessageId: { $exists: true } },
      },
      { key: { tenantId: 1, leadId: 1 } },
    ],
    sharded: 'by _id',
    grows: true,
    ofLeads: naming,
    retention: 'deleted',
    erasure: 'deleted',
    export: { at: 'createdAt', text: true },
  }),
  submissions: collection<SubmissionDocument>()({
    indexes: [
      dueAt,
      onHold,
      { key: { tenantId: 1, leadId: 1, _id: 1 } },
      // Finds the next release for the sweep; contains only held submissions.
      { key: { dueAt: 1 }, partialFilterExpression: waits },
      // Tells whether any held lead of a tenant is about to be released.
      { key: { tenantId: 1, dueAt: 1 }, partialFilterExpression: waits },
      // Find the oldest waiting lead, and the leads about to be released ahead of a new one. Both include `dueAt`, so
      // that of thousands of waiting leads only the relevant ones are read.
      { key: { tenantId: 1, waitsFor: 1, acceptedAt: 1, dueAt: 1 }, partialFilterExpression: waits },
      { key: { tenantId: 1, waitsFor: 1, dueAt: 1 }, partialFilterExpression: waits },
      // Finds the oldest submission in progress, whenever it is due next; held ones are separate from it, and those on
      // hold are not in it.
      { key: { waitsFor: 1, acceptedAt: 1 }, partialFilterExpression: { dueAt: { $lt: ON_HOLD_FROM } } },
      crashingSubmissions,
      unknownOutcomes,
      {
        key: { tenantId: 1, 'placement.campaignId': 1, 'placement.at': 1 },
        partialFilterExpression: placedAt,
      },
      {
        key: { tenantId: 1, 'placement.clientId': 1, 'placement.at': 1 },
        partialFilterExpression: placedAt,
      },
    ],
    sharded: 'by _id',
    grows: true,
    ofLeads: naming,
    retention: 'deleted',
    erasure: clearSubmissions,
    export: { at: 'acceptedAt', prefix: 'sub_' },
  }),
  leads: collection<LeadDocument>()({
    indexes: [
      { key: { tenantId: 1, createdAt: -1, _id: -1 } },
      { key: { tenantId: 1, campaignId: 1, createdAt: -1, _id: -1 } },
      { key: { tenantId: 1, clientId: 1, createdAt: -1, _id: -1 } },
      { key: { tenantId: 1, offerId: 1, createdAt: -1, _id: -1 } },
      { key: { tenantId: 1, status: 1, createdAt: -1, _id: -1 } },
      { key: { tenantId: 1, search: 1, createdAt: -1, _id: -1 } },
      // Of the leads of suppliers only, so that without suppliers nothing is kept.
      { key: { tenantId: 1, supplierId: 1, createdAt: -1, _id: -1 }, partialFilterExpression: ofSupplier },
      {
        key: { tenantId: 1, supplierId: 1, 'subIds.subId1': 1, createdAt: -1, _id: -1 },
        partialFilterExpression: { ...ofSupplier, ...ofSite },
      },
      // Of the same sites, whoever sent the leads.
      {
        key: { tenantId: 1, 'subIds.subId1': 1, createdAt: -1, _id: -1 },
        partialFilterExpression: ofSite,
      },
      alertedLeads,
      waitingLeads,
      // The few leads whose removal has begun.
      { key: { tenantId: 1, 'removal.at': 1 }, partialFilterExpression: { 'removal.at': { $exists: true } } },
    ],
    sharded: 'by _id',
    grows: true,
    ofLeads: (of) => withIds(of, of.leads),
    retention: 'deleted',
    // Its data was cleared when it was marked.
    erasure: endErasure,
    export: { at: 'createdAt', prefix: 'lead_' },
  }),
};
