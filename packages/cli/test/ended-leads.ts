/** Ended leads for tests, written as the pipeline would have left them. */
import type { LeadData, SubmissionStatus } from '@sluice/contracts';
import type { Stores } from '@sluice/store';
import { accepted, aSubmission } from '@sluice/testing';
import type { World } from '@sluice/testing/core';

/** How a lead ended. */
export interface Ending {
  readonly status: SubmissionStatus;
  readonly reason?: string;
  readonly qualified?: boolean;
  readonly campaignId?: string;
  readonly endedAt?: Date;
  readonly data?: LeadData;
}

/** Writes lead `lead_<n>` of tenant `demo` with the ended submission `sub_<n>`. */
export async function endedLead(stores: Stores, n: string, ending: Ending): Promise<void> {
  const { qualified = true, campaignId = 'ACMRU', data = { firstName: 'Ada' } } = ending;
  const at = stores.clock.now();
  const submission = aSubmission({ submissionId: `sub_${n}`, campaignId, data, acceptedAt: at, dueAt: at });
  await stores.accept(accepted(submission));
  const { journal } = stores.forTenant('demo');
  if (qualified) await journal.record(submission, 'qualification', 0, { kind: 'qualified', trace: [] }, at);
  await end(stores, submission.leadId, submission.submissionId, ending);
}

/** Ends a submission of a lead, and with it the lead. */
export async function end(
  stores: Stores,
  leadId: string,
  submissionId: string,
  { status, reason, endedAt = stores.clock.now() }: Ending,
): Promise<void> {
  const of = stores.forTenant('demo');
  const why = reason !== undefined && { reason };
  await of.leads.recordStatus(leadId, { status, ended: true, ...why, submissionId, at: endedAt });
  await of.conclusions.close(submissionId, { end: { status, ...why, endedAt } });
}

/** The collections in which leads and their replays are kept. */
const ofLeads = ['leads', 'submissions', 'decisions', 'replays', 'erasures', 'audit'];

/** Removes all leads of every tenant, and everything about their replays. */
export async function removeLeads({ db }: Pick<World, 'db'>): Promise<void> {
  await Promise.all(ofLeads.map((name) => db.collection(name).deleteMany({})));
}
