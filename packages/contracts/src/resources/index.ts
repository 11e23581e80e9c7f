/** Resources of the interface: their input, and their stored and returned forms. */
export { addressRange, allowedBy, isExample, isPublic, literalAddress } from './address-ranges.js';
export * from './agent-variables.js';
export * from './answer-paths.js';
export { placeOf, type AnswerPlace, type AnswerSource } from './answer-source.js';
export * from './bounds.js';
export * from './campaign-documents.js';
export type { CampaignLookup } from './campaign-lookups.js';
export { campaignReferences } from './campaign-references.js';
export * from './campaign-settings.js';
export * from './campaign.js';
export * from './client.js';
export * from './conditions.js';
export * from './consent.js';
export * from './credential-state.js';
export * from './currency-code.js';
export * from './delivery-endpoint.js';
export * from './delivery-limits.js';
export * from './delivery-schedule.js';
export * from './distribution.js';
export * from './field-library.js';
export * from './file-reference.js';
export * from './file-status.js';
export * from './first-submission-action.js';
export * from './header-rules.js';
export * from './interaction.js';
export * from './date-of-birth.js';
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
export { listParameters } from './list-query.js';
export * from './longest-timeouts.js';
export * from './lookup.js';
export { withFieldValues } from './lookup-url.js';
export { mostAmount, tooFine } from './money.js';
export * from './offer.js';
export * from './outbound-url.js';
export * from './parse-url.js';
export * from './phone-number.js';
export * from './pixel.js';
export * from './postback-placeholders.js';
export * from './postback.js';
export * from './price.js';
export * from './primitives.js';
export * from './problems.js';
export * from './read-body.js';
export { readSettings, readUnder, strictestSettings, type ReadSettings } from './read-settings.js';
export * from './retention.js';
export * from './return-terms.js';
export * from './return.js';
export * from './revenue-milestone.js';
export * from './routing-rule.js';
export * from './safe-pattern.js';
export * from './secrets.js';
export * from './sms-agent.js';
export * from './sms.js';
export * from './smtp.js';
export * from './spend-currency.js';
export * from './standard-fields.js';
export * from './supplier-view.js';
export * from './supplier.js';
export * from './suppression-list.js';
export * from './tenant.js';
export * from './unavailable-action.js';
export * from './unstorable.js';
export * from './value-set.js';
export * from './voice-call.js';
export * from './webhooks.js';
export {
  conditionOperators,
  dayOperators,
  fileOperators,
  rangeOperators,
  valueSetOperators,
  type ConditionOperator,
} from './condition-operators.js';
