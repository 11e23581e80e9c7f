/** Leads that wait because as many leads are on their way to their campaign as may be. For display. */
import { countOwner, routingQueue, type RecordedDecision, type SubmissionRecord } from '@sluice/contracts';
import { nextRouting } from '@sluice/domain';
import type { RedisConnection } from '@sluice/process';
import { inspectWaitingLists, waitingListOf } from '@sluice/queue';

/** Leads that wait for one campaign. */
export interface WaitingAtCampaign {
  readonly tenantId: string;
  readonly campaignId: string;
  readonly waiting: number;
  /** Since when the oldest of them waits. */
  readonly since: Date;
}

/** The campaigns that leads wait for, the one with most of them first. Rejects when Redis does not answer. */
export async function waitingAtCampaigns(redis: RedisConnection): Promise<readonly WaitingAtCampaign[]> {
  const lists = await inspectWaitingLists(routingQueue, redis);
  return lists
    .flatMap(({ tenantId, list, waiting, sinceMs }) => {
      const campaignId = campaignOf(list);
      return campaignId === undefined ? [] : [{ tenantId, campaignId, waiting, since: new Date(sinceMs) }];
    })
    .sort((a, b) => b.waiting - a.waiting);
}

/**
 * The campaign that a submission with these decisions waits for; undefined if it waits for none. Rejects when Redis does
 * not answer.
 */
export async function campaignWaitedFor(
  redis: RedisConnection,
  { tenantId, submissionId }: Pick<SubmissionRecord, 'tenantId' | 'submissionId'>,
  decisions: readonly RecordedDecision[],
): Promise<string | undefined> {
  const generation = nextRouting(decisions);
  if (generation === undefined) return undefined;
  const item = routingQueue.item({ tenantId, submissionId, generation });
  return campaignOf(await waitingListOf(routingQueue, redis, { tenantId, item }));
}

function campaignOf(list = ''): string | undefined {
  const owner = countOwner(list);
  return owner && 'campaignId' in owner ? owner.campaignId : undefined;
}
