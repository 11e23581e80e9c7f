/** What is read of the stored data for people: pages and counts of leads, what needs a person, what is wrong, figures, reports, statements, exports. */
export type {
  AttentionCause,
  AttentionLeads,
  AttentionGroup,
  AttentionLead,
  AttentionMark,
} from './attention/attention-groups.js';
export type { LeadsAwaitingOperator } from './attention/leads-awaiting-operator.js';
export { observeTenant, type ObservedOfTenant } from './attention/observe-tenant.js';
export { quarantineReason } from './attention/quarantine-reason.js';
export { configurationProblems } from './configuration/configuration-problems.js';
export { alertRules, type AlertRule } from './findings/alert-rules.js';
export { findingAreas, type FindingArea, type FindingDeclaration } from './findings/declare.js';
export { isCheck, isModel } from './findings/failing-words.js';
export { areaOf, findingSentence, findingsOf, findingTable, RUNBOOK } from './findings/findings.js';
export {
  CHANGE_LATE_MS,
  RECENT_MS,
  recently,
  type ActiveHold,
  type BoundedList,
  type CutShort,
  type Observation,
  type OverspentBudget,
  type UnreadBuyer,
} from './findings/observation.js';
export { durationText, shownUrl } from './findings/words.js';
export { addLeadFigures, type CallFigures, type LeadFigures, type WaitFigures } from './figures.js';
export type { LeadFilter, LeadOrder, LeadPage } from './leads/lead-pages.js';
export { namesIn } from './names-of.js';
export { countReport, reportLeads, reportNames, type LeadReportAsked } from './report-leads.js';
export { reportSupplier, reportSuppliers } from './report-suppliers.js';
export { createReports, type Reports, type ReportSources, type TenantReports } from './reports.js';
export { clientStatement, statementCsv, type StatementAsked } from './statement.js';
