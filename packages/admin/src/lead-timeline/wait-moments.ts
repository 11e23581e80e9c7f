/** What a lead waits for now that no decision tells: a campaign with as many leads on their way as it may have. */
import { countName, type Moment } from '@sluice/contracts';
import { sentence } from '@sluice/domain';
import { campaignWaitedFor, now, type StoresFor } from '@sluice/pipeline';
import type { RedisConnection } from '@sluice/process';
import type { Journey } from '@sluice/store';

/** Tells for which campaign the lead waits. Empty if it waits for none, or while Redis does not answer. */
export async function waitMoments(
  deps: StoresFor<'clock' | 'forTenant'> & { readonly redis: RedisConnection },
  { submissions }: Journey,
): Promise<readonly Moment[]> {
  const last = submissions.at(-1);
  if (!last) return [];
  const { submission, decisions } = last;
  const { tenantId, submissionId } = submission;
  const campaignId = await campaignWaitedFor(deps.redis, submission, decisions).catch(() => undefined);
  if (campaignId === undefined) return [];
  const { counts } = deps.stores.forTenant(tenantId);
  const [onTheWay = 0] = await counts.onTheWay([countName({ campaignId })]);
  const text = `Waits until campaign ${campaignId} takes more leads: ${onTheWay.toLocaleString('en')} are on their way to its buyer.`;
  return [{ at: now(deps).toISOString(), kind: 'waiting', what: sentence(text, 'warn'), submissionId }];
}
