/** Resources of the interface: their input, and their stored and returned forms. */
export * from './agent-variables.js';
export * from './answer-paths.js';
export { placeOf, type AnswerPlace, type AnswerSource } from './answer-source.js';
export * from './campaign/campaign-documents.js';
export type { CampaignLookup } from './campaign/campaign-lookups.js';
export { campaignReferences } from './campaign/campaign-references.js';
export * from './campaign/campaign-settings.js';
export * from './campaign/campaign.js';
export * from './campaign/delivery-limits.js';
export * from './campaign/delivery-schedule.js';
export * from './campaign/distribution.js';
export * from './campaign/first-submission-action.js';
export * from './campaign/price.js';
export * from './campaign/return-terms.js';
export * from './campaign/revenue-milestone.js';
export * from './campaign/routing-rule.js';
export * from './campaign/spend-currency.js';
export * from './campaign/unavailable-action.js';
export * from './client.js';
export * from './consent.js';
export * from './credential-state.js';
export * from './delivery-endpoint.js';
export * from './field-library.js';
export * from './file-reference.js';
export * from './file-status.js';
export * from './interaction.js';
export * from './lead-input.js';
export * from './lead-list.js';
export * from './lead-placement.js';
export {
  endsAfterItBegins,
  endsBefore,
  leadReportQuerySchema,
  leadReportRowSchema,
  leadReportTotalsSchema,
  reportNumbers,
  type LeadReportQuery,
  type LeadReportRow,
  type LeadReportTotals,
  type ReportNumber,
} from './lead-report.js';
export * from './lead-status.js';
export * from './lead-updates.js';
export * from './ledger-list.js';
export * from './longest-timeouts.js';
export { withFieldValues } from './lookup-url.js';
export * from './lookup.js';
export * from './offer.js';
export * from './phone-number.js';
export * from './pixel.js';
export * from './postback-placeholders.js';
export * from './postback.js';
export * from './retention.js';
export * from './return.js';
export * from './secrets.js';
export * from './sms-agent.js';
export * from './sms.js';
export * from './smtp.js';
export * from './standard-fields.js';
export * from './supplier-view.js';
export * from './supplier.js';
export * from './suppression-list.js';
export * from './tenant.js';
export * from './value-set.js';
export * from './voice-call.js';
export * from './webhooks.js';
