/**
 * Submissions of one lead run one after another. A newer one waits while its predecessor is in motion, and takes the
 * place of one that only waits: held, or between two attempts.
 */
import type { StandingDecision, SubmissionRecord, Superseded } from '@sluice/contracts';
import { isEnding } from '@sluice/domain';
import type { TenantStores } from '@sluice/store';
import { now, type Core } from './core.js';
import { handOn } from './hand-on.js';

/** Whether the submission may start; if its predecessor only waits, that one is closed as superseded on the way. */
export async function mayStart(core: Core, submission: SubmissionRecord): Promise<boolean> {
  if (submission.predecessorId === undefined) return true;
  const stores = core.stores.forTenant(submission.tenantId);
  const predecessor = await stores.submissions.find(submission.predecessorId);
  if (!predecessor || predecessor.dueAt === undefined) return true;
  await supersede(core, stores, predecessor, submission.submissionId);
  const after = await stores.submissions.find(submission.predecessorId);
  return after?.dueAt === undefined;
}

async function supersede(
  core: Core,
  stores: TenantStores,
  waiting: SubmissionRecord,
  by: string,
): Promise<void> {
  const history = await stores.journal.history(waiting.submissionId);
  const last = history.at(-1);
  if (!last) return;
  const closed: Superseded = {
    kind: 'superseded',
    by,
    trace: [
      { looked: 'successor', at: by, verdict: 'passed_over', because: 'a newer submission of the lead' },
    ],
  };
  const at = now(core);
  if (isEnding(last.decision)) return handOn(core, waiting, last);
  if (last.decision.kind === 'held') {
    await insertAndFinish(core, stores, waiting, {
      stage: 'routing',
      generation: last.generation + 1,
      decision: closed,
      decidedAt: at,
    });
  }
  if (last.decision.kind === 'awaiting_action') {
    await insertAndFinish(core, stores, waiting, {
      stage: 'action',
      generation: 0,
      decision: closed,
      decidedAt: at,
    });
  }
  if (last.decision.kind === 'routed' && (await betweenAttempts(stores, waiting.submissionId))) {
    await insertAndFinish(core, stores, waiting, {
      stage: 'delivery',
      generation: 0,
      decision: closed,
      decidedAt: at,
    });
  }
}

// An attempt that is under way may yet be accepted; only a planned one can be called off.
async function betweenAttempts({ attempts }: TenantStores, submissionId: string): Promise<boolean> {
  const made = await attempts.of(submissionId);
  return made.length > 0 && made.every(({ outcome }) => outcome !== undefined && outcome.kind !== 'unknown');
}

async function insertAndFinish(
  core: Core,
  { journal }: TenantStores,
  submission: SubmissionRecord,
  { stage, generation, decision, decidedAt }: StandingDecision,
): Promise<void> {
  const { standing } = await journal.record(submission, stage, generation, decision, decidedAt);
  await handOn(core, submission, { stage, generation, decision: standing, decidedAt });
}
