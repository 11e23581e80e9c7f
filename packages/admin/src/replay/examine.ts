/** Decides whether a lead can be replayed, and if not, why. Changes nothing. */
import {
  isDeliverable,
  type LeadRecord,
  type repostableLeadStatuses,
  type SubmissionRecord,
} from '@sluice/contracts';
import { UNKNOWN_OUTCOME } from '@sluice/domain';
import type { Stores, TenantStores } from '@sluice/store';

/** A status from which a lead can be replayed. */
export type ReplayableStatus = (typeof repostableLeadStatuses)[number];

/** Selects the leads to replay. */
export interface ReplayFilter {
  readonly tenantId: string;
  readonly statuses: readonly ReplayableStatus[];
  readonly campaignId?: string;
  /** Only leads that ended for this reason; null selects only those that ended without one. */
  readonly reason?: string | null;
  /** Only leads that ended then or later. */
  readonly since?: Date;
  /** How many replays a lead may have in total. */
  readonly times: number;
  /** Includes leads that the buyer may have taken. */
  readonly unknownToo: boolean;
}

/** The decision about one lead. */
export type Verdict =
  /** The lead is replayed; `voidId` is an earlier replay of it that ended as void. */
  | {
      readonly kind: 'goes';
      readonly voidId?: string;
    }
  | { readonly kind: 'skipped'; readonly because: string }
  /** An interrupted replay exists that the lead does not list; it will end as void soon. */
  | { readonly kind: 'giving_up' }
  /** The filter does not select the lead. */
  | { readonly kind: 'other' };

/** Decides about a lead in its current state. */
export async function examine(
  stores: Pick<Stores, 'forTenant'>,
  lead: LeadRecord,
  filter: ReplayFilter,
): Promise<Verdict> {
  const { leadId, lastSubmissionId, campaignId, status, reason, approvalStatus } = lead;
  const of = stores.forTenant(filter.tenantId);
  const [ended, campaign, erased] = await Promise.all([
    of.submissions.find(lastSubmissionId),
    of.campaigns.find(campaignId),
    of.removal.erasureOf(leadId),
  ]);
  if (!(filter.statuses as readonly string[]).includes(status)) return skipped(`it is now ${status}`);
  if (filter.reason !== undefined && (reason ?? null) !== filter.reason) return { kind: 'other' };
  if (!ended) return skipped('its latest submission cannot be found');
  if (ended.status !== status)
    return skipped(`a person set this status; its latest submission is ${ended.status}`);
  if (filter.since && (ended.endedAt ?? ended.acceptedAt) < filter.since) return { kind: 'other' };
  if (erased) return skipped('its personal data was erased');
  if (!isDeliverable(lead)) return skipped(`its approval is ${approvalStatus}`);
  if (ended.reason === UNKNOWN_OUTCOME && !filter.unknownToo)
    return skipped('the buyer may have it (unknown_outcome): ask, then add --unknown-too');
  if (!campaign) return skipped(`campaign ${campaignId} no longer exists`);
  const before = await replaysBefore(of, ended, filter.times);
  if (before >= filter.times)
    return skipped(
      before === 1
        ? 'it has already been replayed; see --times'
        : `it has already been replayed ${before} times`,
    );
  return goesOn(of, ended);
}

function skipped(because: string): Verdict {
  return { kind: 'skipped', because };
}

// A replay is recognised by the submission that it repeats.
async function replaysBefore(
  of: Pick<TenantStores, 'replays' | 'submissions'>,
  ended: SubmissionRecord,
  atMost: number,
): Promise<number> {
  let count = 0;
  for (let latest: SubmissionRecord | undefined = ended; latest && count < atMost;) {
    const tried: string | undefined = latest.retryOf ?? latest.predecessorId;
    if (tried === undefined || (await of.replays.of(tried)) !== latest.submissionId) return count;
    count += 1;
    latest = await of.submissions.find(tried);
  }
  return count;
}

// When the lead was read, `ended` was still its latest submission. So a replay that was begun either never reached the
// lead or has become its latest submission since.
async function goesOn(
  of: Pick<TenantStores, 'replays' | 'submissions'>,
  ended: SubmissionRecord,
): Promise<Verdict> {
  const named = await of.replays.of(ended.submissionId);
  const begun = named === undefined ? undefined : await of.submissions.find(named);
  if (!begun) return { kind: 'goes' };
  if (begun.dueAt !== undefined) return { kind: 'giving_up' };
  return begun.status === 'void'
    ? { kind: 'goes', voidId: begun.submissionId }
    : skipped(`it has been replayed since and ended as ${begun.status}`);
}
