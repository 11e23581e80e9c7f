/**
 * Intake: makes a submission durable and enqueues it. The 202 rests on this promise: once intake resolves, the
 * submission reaches an end, whatever dies.
 */
import {
  ApiError,
  leadSourceOf,
  type Campaign,
  type DeliveryInfo,
  type LeadData,
  type LeadRecord,
  type SubmissionKind,
  type SubmissionRecord,
} from '@sluice/contracts';
import { searchWords, subIdsOf } from '@sluice/domain';
import { failpoint, traceContext } from '@sluice/process';
import type { LeadToFollow, Stores } from '@sluice/store';
import { setTimeout as pause } from 'node:timers/promises';
import { now, type Core, type StoresFor } from '../core.js';
import { erasedError } from '../lead/erase-again.js';
import { enqueueStage } from '../enqueue/enqueue.js';
import { firstLead } from './first-lead.js';

/** A new lead with its first submission. */
export interface NewLead {
  readonly tenantId: string;
  readonly leadId: string;
  readonly submissionId: string;
  /** `import` creates the lead without sending it anywhere. */
  readonly kind: 'submit' | 'import';
  readonly campaign: Campaign;
  readonly data: LeadData;
  /** The search words of the lead. */
  readonly search: readonly string[];
  readonly isTest: boolean;
  /** The supplier that sends it. */
  readonly supplierId?: string | undefined;
}

/** A further submission of an existing lead. */
export interface FollowUp {
  readonly tenantId: string;
  readonly leadId: string;
  readonly submissionId: string;
  readonly kind: Exclude<SubmissionKind, 'import'>;
  readonly campaign: Campaign;
  /**
   * Returns the lead's data with the changes of the request; if omitted, the data stays unchanged. Called again when
   * another request has changed the lead meanwhile, so that the changes of both are kept.
   */
  readonly dataAfter?: (lead: LeadRecord) => LeadData;
  /**
   * Throws if the lead may not be submitted. Called as often as `dataAfter`, and not again once the lead lists the
   * submission.
   */
  readonly refuse?: (lead: LeadRecord) => void;
  /** If omitted, the lead's own. */
  readonly isTest?: boolean | undefined;
  /** Set on a repost that skips qualification: the submission whose delivery is tried again. */
  readonly retryOf?: string;
  /** The destination of a retry; if omitted, that of the retried submission. */
  readonly deliveryInfo?: DeliveryInfo;
}

/** Accepts submissions. Rejects when nothing was accepted. */
export interface Intake {
  acceptNew(lead: NewLead): Promise<void>;
  /**
   * Throws SERVICE_UNAVAILABLE when other requests keep changing the lead in between, and VALIDATION_ERROR when all
   * personal data of the lead was erased.
   */
  acceptFollowUp(followUp: FollowUp): Promise<void>;
  /**
   * Resolves when every accepted submission was offered to its queue. A process that stops after that leaves no job to
   * the sweep.
   */
  offered(): Promise<void>;
}

const TRIES_TO_FOLLOW = 10;
/** Of concurrent writers one wins each round. A short random wait spreads the others out. */
const APART_MS = 10;

/** What the intake uses of the core. */
export type IntakeDeps = StoresFor<'accept' | 'clock' | 'forTenant' | 'sweepTiming'> &
  Pick<Core, 'producer' | 'log'>;

export function createIntake(core: IntakeDeps): Intake {
  const { stores } = core;
  const offers = new Set<Promise<void>>();

  // The request does not await this, so that its answer does not depend on Redis.
  function offer(submission: SubmissionRecord): void {
    const next = { stage: 'qualification', generation: 0, since: submission.acceptedAt } as const;
    const offered = enqueueStage(core, submission, next).finally(() => offers.delete(offered));
    offers.add(offered);
  }

  async function acceptNew({ campaign, search, kind, ...lead }: NewLead): Promise<void> {
    const at = now(core);
    const imported = kind === 'import';
    const { tenantId, leadId, submissionId, data, isTest, supplierId } = lead;
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
      supplierId,
      sentTo: supplierId === undefined ? undefined : campaignId,
      subIds: subIdsOf(data),
      acceptedAt: at,
      first: true,
      traceContext: trace,
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
        // An earlier run of this request has already done it.
        if (following.lists) return;
        const submission = await follow(followUp, following, directions, acceptedAt, tries === 0);
        if (!submission) continue;
        offer(submission);
        return;
      }
      // Refused here, the submission can only end void; unless a concurrent run of the same request has just listed it.
      if (!(await leads.refuse(leadId, submissionId))) return;
      throw new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1, beginsAnew: true });
    },
  };

  async function directionsOf({ tenantId, retryOf, deliveryInfo }: FollowUp) {
    if (deliveryInfo || retryOf === undefined) return deliveryInfo;
    return (await stores.forTenant(tenantId).submissions.find(retryOf))?.deliveryInfo;
  }

  // The submission is written before its lead lists it, and no unlisted submission starts; until then its data may be
  // merged again. Undefined when another request has changed the lead since it was read.
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
    refuseEmpty(lead.data);
    const isTest = followUp.isTest ?? lead.isTest;
    const { campaignId, clientId, offerId } = campaign;
    const trace = traceContext();
    const submission: SubmissionRecord = {
      tenantId,
      submissionId,
      leadId,
      campaignId,
      kind,
      isTest,
      data,
      ...leadSourceOf(lead),
      leadRevision: revision,
      acceptedAt,
      first: false,
      predecessorId: lead.lastSubmissionId,
      retryOf,
      deliveryInfo,
      traceContext: trace,
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

// Every lead is created with a name and a phone number. Only an erasure leaves no data, and a buyer must not be sent an
// empty lead.
function refuseEmpty(data: LeadData): void {
  if (Object.keys(data).length === 0) throw erasedError();
}

/** When the sweep first checks a submission that no worker has picked up. */
function firstLook({ sweepTiming }: Pick<Stores, 'sweepTiming'>, acceptedAt: Date): Date {
  return new Date(acceptedAt.getTime() + sweepTiming.firstLookMs);
}
