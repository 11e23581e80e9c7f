/** How many leads wait for a person, for all tenants or one, and which of them operators must be alerted to. */
import { statusesAwaitingPerson } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { type LeadDocument, waitingLeads } from '@sluice/store';
import {
  countAlertedOfAll,
  countAlertedOfTenant,
  type AttentionOfTenant,
  type CountedTo,
} from './alerted-leads.js';

/** The leads that wait for a person, as far as they were counted. */
export interface LeadsAwaitingOperator {
  readonly count: number;
  readonly needingAttention: readonly AttentionOfTenant[];
}

/** Counts them; at most `most` in total, and at most `most` for each tenant and reason. */
export async function countLeadsAwaitingOperator(
  leads: Collection<LeadDocument>,
  { most, failedSince }: CountedTo,
  tenantId?: string,
): Promise<LeadsAwaitingOperator> {
  const [count, needingAttention] = await Promise.all([
    leads.countDocuments(
      { ...(tenantId !== undefined && { tenantId }), status: { $in: [...statusesAwaitingPerson] } },
      { hint: waitingLeads.key, limit: most },
    ),
    tenantId === undefined
      ? countAlertedOfAll(leads, { most, failedSince })
      : countAlertedOfTenant(leads, tenantId, { most, failedSince }),
  ]);
  return { count, needingAttention };
}
