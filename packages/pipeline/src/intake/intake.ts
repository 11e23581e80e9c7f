/**
 * Intake: makes a submission durable and starts it on its way. What this promises, the 202 promises:
 * once it resolves, the submission reaches an end whatever dies.
 */
import {
  ApiError,
  type Campaign,
  type DeliveryInfo,
  type LeadData,
  type LeadRecord,
  type SubmissionKind,
  type SubmissionRecord,
} from '@sluice/contracts';
import { searchWords } from '@sluice/domain';
import { failpoint, traceContext } from '@sluice/runtime';
import type { LeadToFollow, Stores } from '@sluice/store';
import { setTimeout as pause } from 'node:timers/promises';
import { now, type Core } from '../core.js';
import { enqueueStage } from '../stage/enqueue.js';
import { firstLead } from './first-lead.js';

/** A lead that was not known before. */
export interface NewLead {
  readonly tenantId: string;
  readonly leadId: string;
  readonly submissionId: string;
  /** `import` creates the lead without sending it anywhere. */
  readonly kind: 'submit' | 'import';
  readonly campaign: Campaign;
  readonly data: LeadData;
  /** The words the lead is found by. */
  readonly search: readonly string[];
  readonly isTest: boolean;
}

/** A further submission of a known lead. */
export interface FollowUp {
  readonly tenantId: string;
  readonly leadId: string;
  readonly submissionId: string;
  readonly kind: Exclude<SubmissionKind, 'import'>;
  readonly campaign: Campaign;
  /**
   * The lead's data with what the request changes; without it, as it is. Called again when another request has changed
   * the lead meanwhile, so that the changes of both are kept.
   */
  readonly dataAfter?: (lead: LeadRecord) => LeadData;
  /** Throws for a lead that may not be submitted; called as often. Not called again once the submission is the lead's. */
  readonly refuse?: (lead: LeadRecord) => void;
  /** Without it, as the lead is. */
  readonly isTest?: boolean | undefined;
  /** Set on a repost that skips qualification: the submission whose delivery is tried again. */
  readonly retryOf?: string;
  /** Where a retry goes; without it, to where the retried submission went. */
  readonly deliveryInfo?: DeliveryInfo;
}

/** Accepts submissions. Rejects when nothing was accepted. */
export interface Intake {
  acceptNew(lead: NewLead): Promise<void>;
  /**
   * Throws SERVICE_UNAVAILABLE when other requests keep changing the lead in between, and VALIDATION_ERROR for a lead of which
   * nothing is left.
   */
  acceptFollowUp(followUp: FollowUp): Promise<void>;
  /** Resolves when everything accepted so far was offered to its queue; what stops then leaves nothing to the sweep. */
  offered(): Promise<void>;
}

const TRIES_TO_FOLLOW = 10;
/** Of writers at once one wins each round; a short wait of random length keeps them apart. */
const APART_MS = 10;

export function createIntake(core: Pick<Core, 'stores' | 'producer' | 'log'>): Intake {
  const { stores } = core;
  const offers = new Set<Promise<void>>();

  // The request does not wait for it: the answer does not depend on Redis.
  function offer(submission: SubmissionRecord): void {
    const next = { stage: 'qualification', generation: 0, since: submission.acceptedAt } as const;
    const offered = enqueueStage(core, submission, next).finally(() => offers.delete(offered));
    offers.add(offered);
  }

  async function acceptNew({ campaign, search, kind, ...lead }: NewLead): Promise<void> {
    const at = now(core);
    const imported = kind === 'import';
    const { tenantId, leadId, submissionId, data, isTest } = lead;
    const campaignId = campaign.campaignId;
    await failpoint('before-write', { campaignId, leadId, submissionId });
    const trace = traceContext();
    const submission: SubmissionRecord = {
      tenantId,
      submissionId,
      leadId,
      campaignId,
      kind,
      isTest,
      data,
      acceptedAt: at,
      first: true,
      ...(trace && { traceContext: trace }),
      ...(imported
        ? { status: 'imported', endedAt: at }
        : { status: 'pending', dueAt: firstLook(stores, at) }),
    };
    await stores.accept({ submission, newLead: { lead: firstLead(submission, campaign), search } });
    await failpoint('after-write-before-enqueue', { campaignId, leadId, submissionId });
    if (!imported) offer(submission);
  }

  return {
    async offered() {
      await Promise.all(offers);
    },

    acceptNew,

    async acceptFollowUp(followUp) {
      const { tenantId, leadId, submissionId } = followUp;
      const { leads } = stores.forTenant(tenantId);
      const acceptedAt = now(core);
      const directions = await directionsOf(followUp);
      for (let tries = 0; tries < TRIES_TO_FOLLOW; tries += 1) {
        if (tries > 0) await pause(Math.random() * APART_MS);
        const following = await leads.toFollow(leadId, submissionId);
        if (!following) throw new ApiError('NOT_FOUND');
        // Done already, by an earlier run of this very request.
        if (following.lists) return;
        const submission = await follow(followUp, following, directions, acceptedAt, tries === 0);
        if (!submission) continue;
        offer(submission);
        return;
      }
      // Refused, it can only end void; unless a run of this very request beside this one was faster.
      if (!(await leads.refuse(leadId, submissionId))) return;
      throw new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1, beginsAnew: true });
    },
  };

  async function directionsOf({ tenantId, retryOf, deliveryInfo }: FollowUp) {
    if (deliveryInfo || retryOf === undefined) return deliveryInfo;
    return (await stores.forTenant(tenantId).submissions.find(retryOf))?.deliveryInfo;
  }

  // The submission is written before its lead lists it, and nothing begins that is not listed: until then its data may be
  // merged anew. Undefined when another request changed the lead since it was read.
  async function follow(
    { tenantId, leadId, submissionId, kind, campaign, retryOf, ...followUp }: FollowUp,
    { lead, revision }: LeadToFollow,
    deliveryInfo: DeliveryInfo | undefined,
    acceptedAt: Date,
    firstTry: boolean,
  ): Promise<SubmissionRecord | undefined> {
    const { leads, submissions } = stores.forTenant(tenantId);
    followUp.refuse?.(lead);
    const data = followUp.dataAfter?.(lead) ?? lead.data;
    refuseErased(data);
    const isTest = followUp.isTest ?? lead.isTest;
    const { campaignId, clientId, offerId } = campaign;
    const trace = traceContext();
    const submission: SubmissionRecord = {
      ...{ tenantId, submissionId, leadId, campaignId, kind, isTest, data },
      leadRevision: revision,
      acceptedAt,
      first: false,
      predecessorId: lead.lastSubmissionId,
      ...(retryOf !== undefined && { retryOf }),
      ...(deliveryInfo && { deliveryInfo }),
      ...(trace && { traceContext: trace }),
      status: 'pending',
      dueAt: firstLook(stores, acceptedAt),
    };
    await failpoint('before-write', submission);
    const written = firstTry ? await stores.accept({ submission }) : 'exists';
    if (written === 'exists') await submissions.mergeAnew(submissionId, revision, { data, isTest });
    await failpoint('after-follow-up-before-lead', submission);
    const search = searchWords(data);
    const changes = { campaignId, clientId, offerId, data, search, status: 'pending', updatedAt: now(core) };
    const followed = await leads.addSubmission(leadId, revision, submissionId, changes);
    if (!followed) return undefined;
    await failpoint('after-write-before-enqueue', submission);
    return submission;
  }
}

// Every lead begins with a name and a number; only an erasure leaves none, and a buyer is not sent nothing.
function refuseErased(data: LeadData): void {
  if (Object.keys(data).length > 0) return;
  throw new ApiError('VALIDATION_ERROR', { details: ['leadId: the personal data of this lead was erased'] });
}

/** When the sweep checks a submission that no worker moved by then. */
function firstLook({ sweepTiming }: Pick<Stores, 'sweepTiming'>, acceptedAt: Date): Date {
  return new Date(acceptedAt.getTime() + sweepTiming.firstLookMs);
}
