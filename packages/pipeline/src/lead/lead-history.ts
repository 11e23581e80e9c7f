/** The history of a lead, as its timeline and its journey tell it: what happened to it, and what it waits for now. */
import { countName, type FileReference, type Interaction, type LeadRecord } from '@sluice/contracts';
import type { RedisConnection } from '@sluice/process';
import { journeyOf, type Journey } from '@sluice/store';
import type { StoresFor } from '../core.js';
import { campaignWaitedFor } from '../routing/waiting-at.js';
import { noLead } from './lead-of.js';

/** A lead with everything that is stored about it. */
export interface LeadHistory extends Journey {
  readonly files: readonly FileReference[];
  /** Text conversations, calls and email threads. */
  readonly interactions: readonly Interaction[];
  /** When its personal data was erased. */
  readonly erasedAt?: Date;
  /**
   * What its last submission waits for that no decision tells: a campaign with as many leads on their way to its buyer as
   * may be.
   */
  readonly waits?: WaitAtCampaign;
}

/** A submission that waits until a campaign takes more leads. */
export interface WaitAtCampaign {
  readonly submissionId: string;
  readonly campaignId: string;
  readonly onTheWay: number;
}

type Deps = StoresFor<'clock' | 'forTenant'> & { readonly redis: RedisConnection };

/** Reads the history of a lead. @throws ApiError NOT_FOUND if the tenant has no such lead */
export async function leadHistory(
  { stores, redis }: Deps,
  { tenantId, leadId }: Pick<LeadRecord, 'tenantId' | 'leadId'>,
): Promise<LeadHistory> {
  const of = stores.forTenant(tenantId);
  const journey = await journeyOf(of, leadId);
  if (!journey) throw noLead(tenantId, leadId);
  const [files, interactions, erasure, waits] = await Promise.all([
    of.files.ofLead(leadId, stores.clock.now()),
    of.interactions.ofLead(leadId),
    of.removal.erasureOf(leadId),
    waitOf({ stores, redis }, journey),
  ]);
  return { ...journey, files, interactions, erasedAt: erasure?.at, waits };
}

// Without an answer of Redis it is not known whether the lead waits.
async function waitOf(
  { stores, redis }: Pick<Deps, 'redis'> & StoresFor<'forTenant'>,
  { submissions }: Journey,
): Promise<WaitAtCampaign | undefined> {
  const last = submissions.at(-1);
  if (!last) return undefined;
  const { submission, decisions } = last;
  const campaignId = await campaignWaitedFor(redis, submission, decisions).catch(() => undefined);
  if (campaignId === undefined) return undefined;
  const { counts } = stores.forTenant(submission.tenantId);
  const [onTheWay = 0] = await counts.onTheWay([countName({ campaignId })]);
  return { submissionId: submission.submissionId, campaignId, onTheWay };
}
