/** What is read of the stored data for people: pages and counts of leads, what needs a person, figures, reports, exports. */
export type { AttentionOfTenant } from './attention/alerted-leads.js';
export type {
  AttentionCause,
  AttentionGroup,
  AttentionLead,
  AttentionMark,
} from './attention/attention-groups.js';
export type {
  CrashingSubmission,
  LeadNeedingAttention,
  UnknownOutcome,
} from './attention/needs-attention.js';
export { quarantineReason, type QuarantineReason } from './attention/quarantine-reason.js';
export { addLeadFigures, type CallFigures, type LeadFigures, type WaitFigures } from './figures.js';
export type { LeadFilter, LeadOrder, LeadPage, LeadTerm } from './leads/lead-pages.js';
export { reportLeads, type LeadReportAsked } from './report-leads.js';
export { createReports, type Reports, type ReportSources, type TenantReports } from './reports.js';
