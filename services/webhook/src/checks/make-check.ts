/**
 * Makes a check about one lead, and lets its submission go on once there is an answer or none will come:
 *
 * 1. The call is claimed and made (`check-call.ts`); its answer is written to its attempt.
 * 2. The check ends with the answer. Whoever finds it ended asks nobody.
 * 3. Whoever waits for it is enqueued: the next generation of the qualification, or the delivery; if this worker dies
 *    before, the sweep does it.
 */
import type { DueEffect, OwnReason } from '@sluice/contracts';
import { afterCheckCall, stepOf } from '@sluice/domain';
import { enqueueAnswered, now, recordEffectResult, uncalled, type EffectResult } from '@sluice/pipeline';
import { failpoint } from '@sluice/process';
import type { StageOutcome } from '@sluice/queue';
import type { StoredSubmission } from '@sluice/store';
import { askConsent } from './ask-consent.js';
import { askLookup } from './ask-lookup.js';
import { askModel } from './ask-model.js';
import {
  callVendor,
  type EndedCall,
  type EndedCheck,
  type VendorCheck,
  type WaitingCheck,
} from './check-call.js';
import type { WebhookDeps } from '../deps.js';
import { readerOf } from './reader-of.js';

/** Makes one call, or continues after one that another worker made. */
export async function makeCheck(deps: WebhookDeps, effect: DueEffect<'check'>): Promise<StageOutcome> {
  const { tenantId, submissionId } = effect;
  const { submissions } = deps.stores.forTenant(tenantId);
  const skip = (reason: OwnReason) => recordEffectResult(deps, effect, { kind: 'skipped', reason });
  const submission = await submissions.find(submissionId);
  const { check } = effect.body;
  // A retention follows the end of its submission.
  const isOver = submission?.dueAt === undefined && stepOf(check) !== 'retain';
  if (!submission || isOver) return skip('submission_gone');
  const reader = await readerOf(deps, submission, check);
  if (!reader) return skip('decided_before');

  const end = async (result: EffectResult): Promise<StageOutcome> => {
    const outcome = await recordEffectResult(deps, effect, result);
    if (result.kind === 'again' || reader === 'nobody') return outcome;
    await failpoint('after-outcome-before-decision', submission);
    await enqueueAnswered(deps, submission, reader);
    return outcome;
  };
  const { body } = effect;
  if ('criteria' in body)
    return call(deps, effect, submission, await askModel(deps, submission, body.criteria), end);
  return 'field' in body
    ? call(deps, effect, submission, await askConsent(deps, submission, body), end)
    : call(deps, effect, submission, await askLookup(deps, submission, body.check), end);
}

async function call<Answer>(
  deps: WebhookDeps,
  effect: DueEffect<'check'>,
  submission: StoredSubmission,
  vendor: VendorCheck<Answer> | EndedCheck | WaitingCheck,
  end: (result: EffectResult) => Promise<StageOutcome>,
): Promise<StageOutcome> {
  if ('result' in vendor) return end(vendor.result);
  if ('until' in vendor) return uncalled(deps, effect, vendor);
  const called = await callVendor(deps, effect, submission, vendor);
  if (called.kind !== 'ended') return uncalled(deps, effect, called);
  const { call: ended } = called;
  if (ended.kind === 'verdict') await vendor.keep?.(ended.verdict);
  return end(resultOf(deps, effect, vendor, called));
}

const NOT_SENT = 'not_sent' satisfies OwnReason;

function resultOf<Answer>(
  deps: WebhookDeps,
  effect: DueEffect<'check'>,
  vendor: VendorCheck<Answer>,
  { call: ended, tried }: EndedCall<Answer>,
): EffectResult {
  // A question that was not sent is none of those that may be asked.
  const n = effect.attempts.filter(({ error }) => error !== NOT_SENT).length + 1;
  const circumstances = { n, now: now(deps), random01: Math.random() };
  const after = afterCheckCall(ended, circumstances, vendor.patience);
  const failed = (reason: string): EffectResult => ({
    kind: 'failed',
    reason,
    attempt: { ...tried, outcome: 'failed', error: reason },
  });
  switch (after.kind) {
    case 'verdict': {
      const lacks = vendor.lacks?.(after.verdict);
      if (lacks !== undefined) return failed(lacks);
      return { kind: 'done', attempt: { ...tried, outcome: 'done', answer: JSON.stringify(after.verdict) } };
    }
    case 'again':
      return { kind: 'again', at: after.at, attempt: { ...tried, outcome: 'retry', error: after.reason } };
    case 'unanswered':
      return failed(after.reason);
  }
}
