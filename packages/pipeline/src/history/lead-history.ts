/** The history of a lead, as its timeline and its journey tell it: what happened to it, and what it waits for now. */
import { countName, type FileReference, type Interaction, type LeadRecord } from '@sluice/contracts';
import type { RedisConnection } from '@sluice/process';
import { journeyOf, type Journey } from '@sluice/store';
import { now, type StoresFor } from '../core.js';
import { deliveryStateOf } from '../frame/retry-now.js';
import { campaignWaitedFor } from '../routing/waiting-at.js';
import { noLead } from '../lead/lead-of.js';

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
  /** The attempt that its last submission waits for. */
  readonly nextAttempt?: NextAttempt;
}

/** A submission that waits until a campaign takes more leads. */
export interface WaitAtCampaign {
  readonly submissionId: string;
  readonly campaignId: string;
  readonly onTheWay: number;
}

/** An attempt to deliver a submission that is made later. */
export interface NextAttempt {
  readonly submissionId: string;
  readonly campaignId: string;
  /** The number of the attempt in its generation. */
  readonly n: number;
  /** When it is made, or when a worker looks whether the circuit of the buyer is still open. */
  readonly at: Date;
  readonly because: 'retry' | 'circuit_open';
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
  const nextAttempt = nextAttemptOf(journey, now({ stores }));
  return { ...journey, files, interactions, erasedAt: erasure?.at, waits, nextAttempt };
}

function nextAttemptOf({ submissions }: Journey, at: Date): NextAttempt | undefined {
  const latest = submissions.at(-1);
  const state = latest && deliveryStateOf({ ...latest, history: latest.decisions }, at);
  if (state?.kind !== 'waits') return undefined;
  const { submission, last, routed, until } = state;
  const isPlanned = last?.outcome?.nextAt !== undefined && last.outcome.nextAt > at;
  return {
    submissionId: submission.submissionId,
    campaignId: routed.campaignId,
    n: (last?.n ?? 0) + 1,
    at: until,
    because: isPlanned ? 'retry' : 'circuit_open',
  };
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
