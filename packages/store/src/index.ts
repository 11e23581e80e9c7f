/** What is remembered: MongoDB, tenant-scoped by construction. */
export type { Accept, Accepted } from './acceptance.js';
export type { ApiKey, KeyHolder } from './api-keys.js';
export type { AttemptOutcome, DeliveryAttempt } from './attempts.js';
export type { Catalog } from './catalog.js';
export { claimId } from './duplicate-claims.js';
export type { DueSubmission } from './due-work.js';
export type { FileBeginnings, FileChanges, FileKey, WrittenFile } from './files.js';
export type { IdempotencyClaim, KeptAnswer } from './idempotency.js';
export type { NewInteraction, SaidEntry } from './interactions.js';
export type { ChangedLead, LeadChange } from './lead-updates.js';
export type { LeadFilter, LeadPage, SearchableLead } from './leads.js';
export type { MessageProgress } from './messages.js';
export { sealingKey, type SealingKey } from './sealing.js';
export type { SlotAsk, SlotGrant } from './slots.js';
export { openStores, type Stores, type TenantStores } from './stores.js';
export type { Placement } from './submissions.js';
export { isStoreUnavailable } from './unavailable.js';
