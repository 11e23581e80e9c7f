/**
 * Intake: makes a submission durable and brings it onto its way. What this promises, the 202 promises:
 * once it resolves, the submission reaches an end whatever dies.
 */
import {
  ApiError,
  refuseUnlessRepostable,
  type Campaign,
  type DeliveryInfo,
  type LeadData,
  type LeadRecord,
  type SubmissionKind,
  type SubmissionRecord,
} from '@sluice/contracts';
import { failpoint } from '@sluice/runtime';
import { now, type Core } from './core.js';
import { enqueueNew } from './enqueue.js';
import { firstLead } from './first-lead.js';
import { createGiveWay } from './give-way.js';

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
  readonly lead: LeadRecord;
  readonly submissionId: string;
  readonly kind: Exclude<SubmissionKind, 'import'>;
  readonly campaign: Campaign;
  /** The lead's data with what the request changed. */
  readonly data: LeadData;
  readonly search: readonly string[];
  /** Set on a repost that skips qualification: the submission whose delivery is tried again. */
  readonly retryOf?: string;
  /** Where a retry goes; without it, to where the retried submission went. */
  readonly deliveryInfo?: DeliveryInfo;
}

/** Accepts submissions. Rejects when nothing was accepted. */
export interface Intake {
  acceptNew(lead: NewLead): Promise<void>;
  /**
   * Throws SERVICE_UNAVAILABLE when other submissions of the lead keep getting in between, and VALIDATION_ERROR for a
   * lead of which nothing is left.
   */
  acceptFollowUp(followUp: FollowUp): Promise<void>;
  /** Resolves when everything accepted so far was offered to its queue; what stops then leaves nothing to the sweep. */
  offered(): Promise<void>;
}

/** The sweep looks at a submission that nobody moved by then. */
const FIRST_LOOK_MS = 20_000;
const TRIES_TO_FOLLOW = 5;

export function createIntake(core: Pick<Core, 'stores' | 'producer' | 'log'>): Intake {
  const { stores } = core;
  const offers = new Set<Promise<void>>();
  const giveWay = createGiveWay(core.producer.admission);

  // Nobody waits for it: the answer does not depend on Redis.
  function offer(submission: Pick<SubmissionRecord, 'tenantId' | 'submissionId'>): void {
    const offered = enqueueNew(core, submission).finally(() => offers.delete(offered));
    offers.add(offered);
  }

  async function acceptNow({ campaign, search, kind, ...lead }: NewLead): Promise<void> {
    const at = now(core);
    const imported = kind === 'import';
    const full = core.producer.admission.isFull('submissions', lead.tenantId);
    const { tenantId, leadId, submissionId, data, isTest } = lead;
    const campaignId = campaign.campaignId;
    await failpoint('before-write', { campaignId, leadId, submissionId });
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
      ...(imported ? { status: 'imported', endedAt: at } : { status: 'pending', dueAt: firstLook(at, full) }),
    };
    await stores.accept({ submission, newLead: { lead: firstLead(submission, campaign), search } });
    await failpoint('after-write-before-enqueue', { campaignId, leadId, submissionId });
    if (!imported && !full) offer({ tenantId, submissionId });
  }

  return {
    async offered() {
      await Promise.all(offers);
    },

    acceptNew: (lead) => giveWay(lead.tenantId, () => acceptNow(lead)),

    async acceptFollowUp({
      tenantId,
      lead,
      submissionId,
      kind,
      campaign,
      data,
      search,
      retryOf,
      deliveryInfo,
    }) {
      refuseErased(data);
      const at = now(core);
      const full = core.producer.admission.isFull('submissions', tenantId);
      const { leads, submissions } = stores.forTenant(tenantId);
      const retried = retryOf === undefined ? undefined : await submissions.find(retryOf);
      const directions = deliveryInfo ?? retried?.deliveryInfo;
      const submission: SubmissionRecord = {
        tenantId,
        submissionId,
        leadId: lead.leadId,
        campaignId: campaign.campaignId,
        kind,
        isTest: lead.isTest,
        data,
        acceptedAt: at,
        first: false,
        predecessorId: lead.lastSubmissionId,
        ...(retryOf !== undefined && { retryOf }),
        ...(directions && { deliveryInfo: directions }),
        status: 'pending',
        dueAt: firstLook(at, full),
      };
      await failpoint('before-write', submission);
      await stores.accept({ submission });
      await failpoint('after-follow-up-before-lead', submission);

      let last = lead.lastSubmissionId;
      for (let tries = 0; tries < TRIES_TO_FOLLOW; tries += 1) {
        const followed = await leads.advance(lead.leadId, last, submissionId, {
          campaignId: campaign.campaignId,
          clientId: campaign.clientId,
          offerId: campaign.offerId,
          data,
          search,
          status: 'pending',
          updatedAt: at,
        });
        if (followed) {
          await failpoint('after-write-before-enqueue', submission);
          if (!full) offer(submission);
          return;
        }
        const latest = await leads.find(lead.leadId);
        if (!latest) throw new ApiError('NOT_FOUND');
        // Done already, by an earlier run of this very request.
        if (await leads.lists(lead.leadId, submissionId)) return;
        refuseErased(latest.data);
        // Of two reposts at once, one has the lead; the other finds it under way, or where that one brought it.
        if (kind === 'repost') refuseUnlessRepostable(latest);
        last = latest.lastSubmissionId;
      }
      // Refused, it can only end void; unless a run of this very request beside this one was faster.
      if (!(await leads.refuse(lead.leadId, submissionId))) return;
      throw new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1, beginsAnew: true });
    },
  };
}

// Every lead begins with a name and a number; only an erasure leaves none, and a buyer is not sent nothing.
function refuseErased(data: LeadData): void {
  if (Object.keys(data).length > 0) return;
  throw new ApiError('VALIDATION_ERROR', { details: ['leadId: the personal data of this lead was erased'] });
}

// What its tenant has no room for in the queues is due for the sweep at once.
function firstLook(acceptedAt: Date, full: boolean): Date {
  return full ? acceptedAt : new Date(acceptedAt.getTime() + FIRST_LOOK_MS);
}
