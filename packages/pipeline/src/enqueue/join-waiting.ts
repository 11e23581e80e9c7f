/**
 * A qualified lead joins the leads that wait for its campaign, if some do, without a job of its own: routing would only
 * read it to find that it has to wait behind them.
 */
import { countName, routingQueue, type SubmissionRecord } from '@sluice/contracts';
import { isOwnFirst } from '@sluice/domain';
import { errorFields } from '@sluice/process';
import type { Core, StoresFor } from '../core.js';
import { stagePayload } from './enqueue.js';

/**
 * Puts a submission that was qualified at `since` on its campaign's waiting list, and returns whether it did. Routing
 * releases it from there in its turn. Does nothing for a submission that may go elsewhere first, or while no lead waits
 * for the campaign; nor does it reject if Redis does not answer.
 */
export async function joinWaiting(
  { stores, producer, log }: Pick<Core, 'producer' | 'log'> & StoresFor<'forTenant'>,
  submission: SubmissionRecord,
  since: Date,
): Promise<boolean> {
  const { tenantId, campaignId, isTest, retryOf } = submission;
  if (isTest || retryOf !== undefined) return false;
  const campaign = await stores.forTenant(tenantId).campaigns.cached(campaignId);
  if (!campaign || !isOwnFirst(campaign)) return false;
  const lists = producer.lists(routingQueue);
  const name = { tenantId, list: countName({ campaignId }) };
  try {
    if (!(await lists.isUsed(name))) return false;
    await lists.add(name, { item: routingQueue.item(stagePayload(submission, 0)), sinceMs: since.getTime() });
    return true;
  } catch (error) {
    log.debug('did not join those that wait for its campaign', errorFields(error));
    return false;
  }
}
