/**
 * Replays one lead as a new submission, whose id is stored before it is created, so that repeating the call creates no
 * second one.
 */
import { ApiError, type LeadRecord } from '@sluice/contracts';
import { createIntake, now, repostLead, type StoresFor, type IntakeDeps } from '@sluice/pipeline';
import { newId } from '@sluice/process';
import { examine, type ReplayFilter, type Verdict } from './examine.js';

/** The outcome for a lead. */
export type Replayed =
  | {
      readonly kind: 'replayed';
      readonly leadId: string;
      readonly submissionId: string;
      /** Absent in a dry run. */
      readonly newSubmissionId?: string;
    }
  | {
      readonly kind: 'skipped';
      readonly leadId: string;
      readonly submissionId: string;
      readonly because: string;
    };

/** The outcome for a lead, or that it is not known yet, or that the filter does not select the lead. */
export type Outcome = Replayed | Extract<Verdict, { kind: 'giving_up' | 'other' }>;

/** Examines the lead in its current state and replays it if possible; a dry run only reports what would happen. */
export async function replayLead(
  core: IntakeDeps,
  leadId: string,
  filter: ReplayFilter,
  dryRun: boolean,
): Promise<Outcome> {
  const lead = await core.stores.forTenant(filter.tenantId).leads.find(leadId);
  if (!lead) return { kind: 'other' };
  const verdict = await examine(core.stores, lead, filter);
  const about = { leadId, submissionId: lead.lastSubmissionId };
  if (verdict.kind === 'skipped') return { ...about, ...verdict };
  if (verdict.kind !== 'goes') return verdict;
  if (dryRun) return { kind: 'replayed', ...about };
  const newSubmissionId = await nameReplay(core, lead, verdict.voidId);
  try {
    await repostLead(
      { stores: core.stores, intake: createIntake(core) },
      {
        lead,
        submissionId: newSubmissionId,
        // A lead that never qualified goes through qualification.
        qualifiedWith: (await hasQualified(core, lead)) ? undefined : (data) => data,
      },
    );
  } catch (error) {
    // Another submission of the lead was accepted in between.
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'skipped', ...about, because: 'it has been submitted again since' };
  }
  return { kind: 'replayed', ...about, newSubmissionId };
}

async function nameReplay(
  core: StoresFor<'clock' | 'forTenant'>,
  { tenantId, lastSubmissionId }: LeadRecord,
  voidId: string | undefined,
): Promise<string> {
  const { replays } = core.stores.forTenant(tenantId);
  const fresh = newId('submission');
  return voidId === undefined
    ? replays.name(lastSubmissionId, fresh, now(core))
    : replays.rename(lastSubmissionId, voidId, fresh, now(core));
}

async function hasQualified(
  core: StoresFor<'forTenant'>,
  { tenantId, lastSubmissionId }: LeadRecord,
): Promise<boolean> {
  const { journal } = core.stores.forTenant(tenantId);
  const [qualification, action] = await Promise.all([
    journal.qualification(lastSubmissionId),
    journal.find(lastSubmissionId, 'action', 0),
  ]);
  return qualification.decision?.kind === 'qualified' || action?.kind === 'qualified';
}
