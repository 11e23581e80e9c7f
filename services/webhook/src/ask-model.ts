/**
 * Asks a language model about one lead, and lets its submission go on once there is a verdict or none will come:
 *
 * 1. The call is claimed and made (`model-call.ts`); its verdict is written to its attempt.
 * 2. The check ends with the verdict. Whoever finds it ended asks nobody.
 * 3. The next generation of the qualification is enqueued; if this worker dies before, the sweep does it.
 */
import type { DueEffect, EffectAttempt, OwnReason } from '@sluice/contracts';
import { afterModelCall, type ModelCall } from '@sluice/domain';
import { enqueueAnswered, now, recordEffectResult, uncalled, type EffectResult } from '@sluice/pipeline';
import { modelServer } from '@sluice/providers';
import { failpoint } from '@sluice/process';
import type { StageOutcome } from '@sluice/queue';
import type { WebhookDeps } from './deps.js';
import { callModel } from './model-call.js';

/** Makes one call, or continues after one that another worker made. */
export async function askModel(deps: WebhookDeps, effect: DueEffect<'check'>): Promise<StageOutcome> {
  const { tenantId, submissionId } = effect;
  const { submissions, journal } = deps.stores.forTenant(tenantId);
  const submission = await submissions.find(submissionId);
  if (!submission || submission.dueAt === undefined) return skip(deps, effect, 'submission_gone');
  const { generation, decision } = await journal.qualification(submissionId);
  // A newer submission of the lead has replaced it.
  if (decision) return skip(deps, effect, 'decided_before');

  const end = async (result: EffectResult): Promise<StageOutcome> => {
    const outcome = await recordEffectResult(deps, effect, result);
    if (result.kind === 'again') return outcome;
    await failpoint('after-outcome-before-decision', submission);
    await enqueueAnswered(deps, submission, generation);
    return outcome;
  };
  const server = modelServer(await deps.stores.secrets.cachedCredentials(tenantId, deps.encryptionKeys));
  if (!server) return end({ kind: 'skipped', reason: 'no_llm_provider' });
  const called = await callModel(deps, effect, submission, server);
  if (called.kind !== 'ended') return uncalled(deps, effect, called);
  return end(resultOf(deps, effect, called.call, called.tried));
}

const NOT_SENT = 'not_sent' satisfies OwnReason;

async function skip(deps: WebhookDeps, effect: DueEffect<'check'>, reason: OwnReason): Promise<StageOutcome> {
  return recordEffectResult(deps, effect, { kind: 'skipped', reason });
}

function resultOf(
  deps: WebhookDeps,
  effect: DueEffect<'check'>,
  call: ModelCall,
  tried: Omit<EffectAttempt, 'outcome'>,
): EffectResult {
  // A question that was not sent is none of those that may be asked.
  const n = effect.attempts.filter(({ error }) => error !== NOT_SENT).length + 1;
  const after = afterModelCall(call, { n, now: now(deps), random01: Math.random() });
  switch (after.kind) {
    case 'verdict':
      return {
        kind: 'done',
        attempt: { ...tried, outcome: 'done', answer: JSON.stringify(after.verdict) },
      };
    case 'again':
      return { kind: 'again', at: after.at, attempt: { ...tried, outcome: 'retry', error: after.reason } };
    case 'unanswered':
      return {
        kind: 'failed',
        reason: after.reason,
        attempt: { ...tried, outcome: 'failed', error: after.reason },
      };
  }
}
