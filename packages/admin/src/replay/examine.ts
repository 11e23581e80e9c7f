/** Whether a lead is worth a replay: what would go, and why the others would not. Touches nothing. */
import type { repostableLeadStatuses } from '@sluice/contracts';
import { type Campaign, type LeadRecord, type SubmissionRecord } from '@sluice/contracts';
import { UNKNOWN_OUTCOME } from '@sluice/domain';
import type { Stores, TenantStores } from '@sluice/store';

/** A status from which a lead may be sent again. */
export type ReplayableStatus = (typeof repostableLeadStatuses)[number];

/** Which leads are meant. */
export interface ReplayFilter {
  readonly tenantId: string;
  readonly statuses: readonly ReplayableStatus[];
  readonly campaignId?: string;
  /** Only leads that came to rest for this reason; null: only those that rest without one. */
  readonly reason?: string | null;
  /** Only leads that came to rest then or later. */
  readonly since?: Date;
  /** How often a lead may be replayed in all. */
  readonly times: number;
  /** Also those that the buyer may have taken. */
  readonly unknownToo: boolean;
}

/** What is to be done with a lead. */
export type Verdict =
  /** It goes; `voidId` is an earlier replay of it that came to nothing. */
  | {
      readonly kind: 'goes';
      readonly ended: SubmissionRecord;
      readonly campaign: Campaign;
      readonly voidId?: string;
    }
  | { readonly kind: 'skipped'; readonly because: string }
  /** An interrupted replay of it exists, and its lead never learnt of it: it ends by itself soon. */
  | { readonly kind: 'giving_up' }
  /** Not meant by the filter. */
  | { readonly kind: 'other' };

/** Judges a lead as it is now. */
export async function examine(stores: Stores, lead: LeadRecord, filter: ReplayFilter): Promise<Verdict> {
  const { leadId, lastSubmissionId, campaignId, status, reason, approvalStatus } = lead;
  const of = stores.forTenant(filter.tenantId);
  const [ended, campaign, erased] = await Promise.all([
    of.submissions.find(lastSubmissionId),
    of.campaigns.find(campaignId),
    of.erasure.of(leadId),
  ]);
  if (!(filter.statuses as readonly string[]).includes(status)) return skipped(`it is ${status} by now`);
  if (filter.reason !== undefined && (reason ?? null) !== filter.reason) return { kind: 'other' };
  if (!ended) return skipped('its latest submission cannot be found');
  if (ended.status !== status)
    return skipped(`a person set this status; its latest submission is ${ended.status}`);
  if (filter.since && (ended.endedAt ?? ended.acceptedAt) < filter.since) return { kind: 'other' };
  if (erased) return skipped('its personal data was erased');
  if (approvalStatus === 'pending' || approvalStatus === 'rejected')
    return skipped(`its approval is ${approvalStatus}`);
  if (ended.reason === UNKNOWN_OUTCOME && !filter.unknownToo)
    return skipped('the buyer may have it (unknown_outcome): ask, then add --unknown-too');
  if (!campaign) return skipped(`campaign ${campaignId} no longer exists`);
  const before = await replaysBefore(of, ended, filter.times);
  if (before >= filter.times)
    return skipped(
      before === 1 ? 'it was replayed before; see --times' : `it was replayed ${before} times before`,
    );
  return goesOn(of, ended, campaign);
}

function skipped(because: string): Verdict {
  return { kind: 'skipped', because };
}

// A replay is known by the submission that it tries again.
async function replaysBefore(of: TenantStores, ended: SubmissionRecord, atMost: number): Promise<number> {
  let count = 0;
  for (let latest: SubmissionRecord | undefined = ended; latest && count < atMost;) {
    const tried: string | undefined = latest.retryOf ?? latest.predecessorId;
    if (tried === undefined || (await of.replays.of(tried)) !== latest.submissionId) return count;
    count += 1;
    latest = await of.submissions.find(tried);
  }
  return count;
}

// As the lead was read, the ended one is its latest submission still: a replay that was begun never got as far as the
// lead, or has become its latest since.
async function goesOn(of: TenantStores, ended: SubmissionRecord, campaign: Campaign): Promise<Verdict> {
  const named = await of.replays.of(ended.submissionId);
  const begun = named === undefined ? undefined : await of.submissions.find(named);
  if (!begun) return { kind: 'goes', ended, campaign };
  if (begun.dueAt !== undefined) return { kind: 'giving_up' };
  return begun.status === 'void'
    ? { kind: 'goes', ended, campaign, voidId: begun.submissionId }
    : skipped(`it was replayed meanwhile, which ended ${begun.status}`);
}
