/** The path of a submission between its stages: intake, load, conclude, advance, hold, end, sweep. */
export {
  claimFreeValues,
  claimOne,
  lookAtOne,
  nothingToClaim,
  wantedClaims,
  type ClaimSubject,
} from './claims/claim-values.js';
export { listsOf, suppressionOf, type SuppressionDeps } from './checks/suppression.js';
export { leftClaims, lookAtClient, releaseWithoutRight, type ClientLook } from './claims/client-claims.js';
export { followLead, releaseFormerValues } from './claims/follow-lead.js';
export { now, type Core, type ReportsFor, type StoresFor } from './core.js';
export { defineEffectStage } from './effects/effect-stage.js';
export { recordEffectResult, type EffectResult } from './effects/record-effect-result.js';
export { uncalled, type Uncalled } from './effects/uncalled.js';
export {
  attemptClaim,
  attemptedCall,
  isUnderWay,
  nextOfEffect,
  type AttemptedCall,
} from './calls/attempted-call.js';
export { claimedCall, RECORDING_MS, underWay, type CallPlan } from './calls/claimed-call.js';
export { effectClaim } from './calls/effect-claim.js';
export { insistUntil } from './calls/insist.js';
export { planEffect, planEffects, type LeadEffectDeps } from './planning/plan-effects.js';
export type { PlanEffectDeps } from './planning/write-effect.js';
export { planLeadEffects } from './planning/plan-lead-effects.js';
export { bookAdjustment } from './ledger/book-adjustment.js';
export { listLedger, sumLedger } from './ledger/list-ledger.js';
export { reconcileSale, type ListedSale, type ReconciledSale } from './returns/reconcile-sale.js';
export { shownEntry } from './ledger/shown-entry.js';
export { decideReturn } from './returns/decide-return.js';
export { foreseeReturn, requestReturn, type ReturnRequest } from './returns/request-return.js';
export { listReturns, sumReturns } from './returns/list-returns.js';
export { returnWithoutWords, shownReturn } from './returns/shown-return.js';
export { approveByStatus, completeReturns } from './returns/return-by-status.js';
export type { QuotaSubject } from './returns/return-quota.js';
export type { ReturnDeps } from './returns/complete-return.js';
export { completeOverdue } from './sweep/overdue.js';
export { notifyFileChanges } from './effects/notify-file-changes.js';
export { fileFailed, noteFile } from './effects/note-file.js';
export { quietHoursFor, type Contact } from './effects/quiet-until.js';
export { notifyInteraction } from './effects/notify-interaction.js';
export { leadFacts } from './lead/facts.js';
export {
  leadHistory,
  type LeadHistory,
  type NextAttempt,
  type WaitAtCampaign,
} from './history/lead-history.js';
export {
  leadStanding,
  priceWords,
  refuseWhileStanding,
  standingWords,
  type LeadStanding,
} from './accept/standing.js';
export { alongRepeats } from './lead/along-repeats.js';
export { leadOf } from './lead/lead-of.js';
export type { NextStage } from './enqueue/enqueue.js';
export { deliveryLane } from './enqueue/lane.js';
export { lastRouting, unknownBefore, type RoutingOutcome } from './routing/routing-outcome.js';
export { openProcess, serveProcessHealth } from './open-process.js';
export { advance, enqueueAnswered } from './frame/advance.js';
export { consentOfRouted } from './checks/consent-to-check.js';
export { consentBeforeRouting } from './checks/consent-told.js';
export { lookupAnswersOf } from './checks/lookups-to-make.js';
export { restOfChecks } from './checks/rest-of-checks.js';
export { callToPlace } from './checks/call-to-place.js';
export { decideCall, followCall, updateInteraction } from './checks/conclude-call.js';
export { Openings } from './counts/openings.js';
export { countOfSupplier } from './counts/supplier-count.js';
export { holdLead } from './waiting/hold-lead.js';
export type { UnrecordedAttempt } from './end/decide-or-end.js';
export { eraseAgain, refuseErased } from './lead/erase-again.js';
export { createIntake, type Intake, type IntakeDeps } from './accept/intake.js';
export {
  capsInUse,
  capUseOfCampaigns,
  capUseOfClients,
  capUseOfSuppliers,
  type CapUse,
} from './figures/cap-use.js';
export { createNoteReceived, type NoteReceived } from './accept/note-received.js';
export { deliverLead, moveLead, repostLead } from './accept/place-again.js';
export { leadContext } from './planning/lead-context.js';
export { nextLook } from './frame/look-again.js';
export { endIfWaiting, turnOf } from './frame/predecessor.js';
export { reachableCampaigns } from './routing/reachable-campaigns.js';
export { resolveOutcome, type Resolution } from './frame/resolve-outcome.js';
export { destinationFor, type DestinationStores } from './routing/destination-for.js';
export { waitingAtCampaigns, type WaitingAtCampaign } from './routing/waiting-at.js';
export { routingAnswers, turnNow } from './routing/routing-answers.js';
export { planAccountMail, planNotice, type AccountMail } from './effects/account-mail.js';
export { showOutcome } from './effects/show-outcome.js';
export { auditCounts } from './sweep/audit-counts.js';
export {
  simulateLead,
  type Foreseen,
  type ForeseenDelivery,
  type Simulation,
  type SimulationStores,
  type SimulationOptions,
} from './simulate/simulate-lead.js';
export { sweepOnce } from './sweep/sweep.js';
export { notifyOf } from './effects/notify-of.js';
export { unlessOnHold } from './holds/unless-on-hold.js';
export { releaseBesideRoom } from './sweep/release-beside-room.js';
export { createReleaseWorkOnHold } from './sweep/release-work-on-hold.js';
export { releaseAfter, releaseNextWaiting } from './waiting/release-next-waiting.js';
export { finishPlan, reconsiderAll, type PlanStores } from './holds/finish-plan.js';
export { finishPlans } from './sweep/finish-plans.js';
export { releaseHeldLeads, type ConfigurationChange } from './holds/release-held-leads.js';
export { conclude } from './frame/conclude.js';
export {
  deliveryState,
  deliveryStateOf,
  enqueueRetries,
  planRetry,
  type PlannedRetry,
  type WaitingDelivery,
} from './frame/retry-now.js';
export { loadSubmission, nothingLeft, type AtStage, type LoadedSubmission } from './frame/load.js';
export {
  fillTarget,
  unsealSecrets,
  secretVersion,
  type UnsealedSecrets,
  type SecretDeps,
} from './secrets/unseal-secrets.js';
export { workerShape } from './worker-config.js';
export { runWorker } from './worker.js';
