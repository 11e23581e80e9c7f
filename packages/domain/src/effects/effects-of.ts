/** The effects of a recorded decision: events, pixels, revenue bookings, documents, the first-submission webhook. */
import {
  reallyAsked,
  type AskedBuyer,
  type Campaign,
  type Client,
  type Decision,
  type LeadStatus,
  type NewEffect,
  type OwnReason,
  type PendingAction,
  type Stage,
  type SubmissionRecord,
  type TenantSettings,
  type WebhookEvent,
} from '@sluice/contracts';
import type { LeadFacts } from '../conditions/lead-facts.js';
import { checkEffects, consentEffects, retentionEffects } from '../checks/check-effect.js';
import { isEnding, leadStatusAfter } from '../lifecycle/endings.js';
import { placedNoticeEffects } from '../mail/mail-effect.js';
import { documentEffects } from './document-effects.js';
import { callEffects } from '../voice/call-effect.js';
import type { EffectContext } from './effect-context.js';
import { eventData } from './event-data.js';
import { submissionKey } from './effect-key.js';
import { firstSubmissionEffects } from './first-submission-effects.js';
import { milestoneEffects } from './milestone-effects.js';
import { pixelEffects } from './pixel-effects.js';
import { contactData, webhookEffects } from './webhook-effects.js';

/** A recorded decision, and everything that its effects depend on. */
export interface DecisionOccasion {
  readonly tenantId: string;
  readonly submission: SubmissionRecord;
  /** The campaign that the submission was sent to. */
  readonly campaign: Campaign | undefined;
  /** The campaign that the lead was routed to, if it is a different one; that one pays. */
  readonly placedWith?: Campaign | undefined;
  /** The client that the lead was placed with. */
  readonly client?: Client | undefined;
  readonly tenantSettings: Pick<TenantSettings, 'webhooks'>;
  readonly facts: LeadFacts;
  readonly stage: Stage;
  readonly decision: Decision;
  /** Mints a new event id; only the ids of effects that are really new become visible. */
  readonly mintEventId: () => string;
  readonly now: Date;
}

/**
 * Returns the effects of a recorded decision, in the order in which they should be written. A repeated call returns the
 * same keys. A repost that skips qualification plans only the effects of its end.
 */
export function effectsOf(occasion: DecisionOccasion): NewEffect[] {
  const { submission, campaign, placedWith, stage, decision } = occasion;
  if (decision.kind === 'superseded' || decision.kind === 'void') return [];
  const context: EffectContext = {
    ...occasion,
    submissionId: submission.submissionId,
    leadCampaignId: submission.campaignId,
  };
  const isAcceptance = stage === 'qualification' && submission.retryOf === undefined;
  // A retry skips the effects of qualification, but not those of its end.
  if (submission.retryOf !== undefined && decision.kind === 'qualified') return [];
  if (decision.reason === ('supplier_limit' satisfies OwnReason))
    return toldOnly(context, submission, decision);
  const status = statusReached(decision);
  const payer = { ...context, campaign: placedWith ?? campaign };
  return [
    ...(isAcceptance ? acceptanceEffects(context, submission) : []),
    ...decisionEffects(context, stage, decision),
    ...(status === undefined ? [] : milestoneEffects(payer, status, decision.kind === 'delivered')),
    ...(decision.kind === 'delivered'
      ? [...placedNoticeEffects(payer, occasion.client), ...retentionEffects(payer)]
      : []),
  ];
}

// A lead that was one too many of its supplier is told of, and causes nothing else.
function toldOnly(context: EffectContext, submission: SubmissionRecord, decision: Decision): NewEffect[] {
  const all = [
    ...acceptanceEffects(context, submission),
    ...decisionEffects(context, 'qualification', decision),
  ];
  return all.filter(({ kind }) => kind === 'webhook');
}

function acceptanceEffects(context: EffectContext, { first, kind }: SubmissionRecord): NewEffect[] {
  const data = () => ({ status: 'pending', lead: contactData(context.facts.data) });
  return [
    ...(first ? webhookEffects(context, { event: 'lead.created', data }) : []),
    ...(kind === 'submit' ? pixelEffects(context, 'lead_submitted') : []),
    ...(first ? milestoneEffects(context, 'pending') : []),
  ];
}

function decisionEffects(context: EffectContext, stage: Stage, decision: Decision): NewEffect[] {
  const notify = (event: WebhookEvent) =>
    webhookEffects(context, {
      event,
      data: () => eventData(decision, statusReached(decision), context.facts.data),
    });
  switch (decision.kind) {
    case 'qualified':
      return [
        ...notify('lead.qualified'),
        ...pixelEffects(context, 'lead_qualified'),
        ...documentEffects(context),
      ];
    case 'asking':
      return checkEffects(context, decision);
    case 'awaiting_action':
      return decision.action === 'voice_ai'
        ? [...callEffects(context), ...firstSubmissionEffects(context, 'pending_action')]
        : firstSubmissionEffects(context, 'pending');
    case 'pending_action':
      // Otherwise no action starts: the lead waits for a person because no answer came.
      return stage === 'qualification' && !isHeldByCheck(decision)
        ? firstSubmissionEffects(context, 'pending_action')
        : [];
    case 'disqualified':
      return notify('lead.disqualified');
    case 'duplicate':
      return notify('lead.duplicate');
    case 'held':
      return [...notify('lead.queued'), ...consentEffects(context, decision)];
    case 'delivered':
      return [
        ...notify('lead.delivered'),
        ...pixelEffects(context, 'lead_delivered', { price: decision.price, currency: decision.currency }),
      ];
    case 'rejected':
      return [...notify('lead.rejected'), ...pixelEffects(context, 'lead_rejected')];
    case 'failed':
    case 'error':
      return notify('lead.failed');
    case 'routed':
      return [...refusedEffects(context, decision.asked), ...consentEffects(context, decision)];
    case 'passed_on':
    case 'superseded':
    case 'void':
      return [];
  }
}

// Of older decisions only the reason says it.
function isHeldByCheck({ check, reason }: PendingAction): boolean {
  return check !== undefined || reason === 'ai_unavailable';
}

// A no is told once another buyer is found for the lead; the last one is the end of the submission.
function refusedEffects(context: EffectContext, buyers: readonly AskedBuyer[] = []): NewEffect[] {
  const last = buyers.at(-1);
  if (!last || last.outcome === 'skipped') return [];
  const buyersAsked = reallyAsked(buyers).length;
  return webhookEffects(context, {
    event: 'lead.refused',
    data: () => ({ ...last, buyersAsked, lead: contactData(context.facts.data) }),
    effectId: submissionKey(context.submissionId, 'lead.refused', `webhook.${buyersAsked}`),
  });
}

function statusReached(decision: Decision): LeadStatus | undefined {
  if (isEnding(decision)) return leadStatusAfter(decision);
  if (decision.kind === 'held') return 'queued';
  return decision.kind === 'qualified' ? 'qualified' : undefined;
}
