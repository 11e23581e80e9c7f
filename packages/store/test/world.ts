/** Stores on a real MongoDB engine, and short-hands for what tests put into them. */
import type { LeadRecord, SubmissionRecord } from '@sluice/contracts';
import { testBackends } from '@sluice/testing';
import { openStores, type Accepted, type Stores } from '../src/index.js';

/** Stores of one test file. */
export interface World {
  readonly stores: Stores;
  close(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  const backends = await testBackends();
  const stores = await openStores(backends.mongodbUrl);
  await stores.prepare();
  return {
    stores,
    close: async () => {
      await stores.close();
      await backends.stop();
    },
  };
}

/** A submission to be accepted, of the tenant `demo` unless said otherwise. */
export function aSubmission(changes: Partial<SubmissionRecord> & { submissionId: string }): SubmissionRecord {
  const acceptedAt = new Date();
  return {
    tenantId: 'demo',
    leadId: changes.submissionId.replace('sub_', 'lead_'),
    campaignId: 'ACMRU',
    kind: 'submit',
    isTest: false,
    data: { firstName: 'Ada' },
    acceptedAt,
    first: true,
    status: 'pending',
    dueAt: new Date(acceptedAt.getTime() + 20_000),
    ...changes,
  };
}

/** The same with its new lead. */
export function accepted(submission: SubmissionRecord, changes: Partial<LeadRecord> = {}): Accepted {
  const { tenantId, leadId, campaignId, data, isTest, acceptedAt, submissionId } = submission;
  return {
    submission,
    newLead: {
      lead: {
        tenantId,
        leadId,
        campaignId,
        clientId: 'cli_acme',
        offerId: 'off_roundup',
        data,
        isTest,
        status: 'pending',
        createdAt: acceptedAt,
        updatedAt: acceptedAt,
        lastSubmissionId: submissionId,
        ...changes,
      },
      search: ['ada', leadId],
    },
  };
}
