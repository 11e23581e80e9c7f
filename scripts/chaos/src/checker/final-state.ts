/** I1: every acknowledged submission is in exactly one final state, and so is every effect that it planned. */
import type { EffectDoc } from './database.js';
import { CLOCKS_AGREE_WITHIN_MS, type Findings, type Story, type Violation } from './evidence.js';
import { planOf } from './waiting.js';

/** The events that announce each ending. */
const eventOf: Readonly<Record<string, string>> = {
  delivered: 'lead.delivered',
  rejected: 'lead.rejected',
  failed: 'lead.failed',
  error: 'lead.failed',
  duplicate: 'lead.duplicate',
  disqualified: 'lead.disqualified',
};

/** Checks every acknowledgement, then every submission, then every effect. */
export function checkFinalState(findings: Findings): Violation[] {
  return [
    ...promises(findings),
    ...[...findings.stories.values()].flatMap((story) => submissionProblems(story, findings)),
    ...findings.database.effects.flatMap((effect) => effectProblems(effect, findings)),
    ...missingEffects(findings),
  ].map((violation) => ({ invariant: 'I1', ...violation }));
}

type Problem = Omit<Violation, 'invariant'>;

function promises({ receipts, asked, stories }: Findings): Problem[] {
  return receipts.flatMap(({ key, submissionId, leadId }) => {
    const tenantId = asked.get(key)?.tenantId ?? '';
    const story = stories.get(`${tenantId}/${submissionId}`);
    if (!story) return [{ subject: submissionId, what: 'was acknowledged and is not there' }];
    if (story.submission.leadId !== leadId || !story.lead)
      return [{ subject: submissionId, what: `was acknowledged for ${leadId}, which it does not belong to` }];
    // Only requests that were never answered may end as void.
    if (story.endings.at(-1)?.decision.kind === 'void')
      return [{ subject: submissionId, what: 'was acknowledged and ended void' }];
    return [];
  });
}

function submissionProblems(story: Story, findings: Findings): Problem[] {
  const { submission, endings, decisions } = story;
  const problems: string[] = [];
  // An unknown outcome is decided once more when an operator resolves it.
  const before = endings.filter(({ stage }) => stage !== 'resolution');
  const foundOut = before.at(-1)?.decision.reason === 'unknown_outcome';
  if (before.length > 1 || (endings.length > 1 && !foundOut))
    problems.push(
      `ended ${endings.length} times: ${endings.map(({ decision }) => decision.kind).join(', ')}`,
    );
  const ending = endings.at(-1);
  if (!ending) {
    const plan = planOf(story, findings);
    const last = decisions.at(-1)?.decision.kind ?? 'nothing';
    if (!plan) problems.push(`has not ended; the last that was decided is ${last}`);
  } else {
    if (submission.dueAt !== undefined)
      problems.push(`is still due although it ended ${ending.decision.kind}`);
    if (submission.status !== ending.decision.kind)
      problems.push(`is ${submission.status} although it ended ${ending.decision.kind}`);
    const isReturned = ending.decision.kind === 'delivered' && story.isReturned;
    problems.push(...leadProblems(story, isReturned ? 'returned' : ending.decision.kind));
  }
  problems.push(...rewritten(story));
  return problems.map((what) => ({ subject: story.id, what }));
}

function leadProblems({ submission, lead, id, tenantId }: Story, ended: string): string[] {
  if (!lead) return ended === 'void' ? [] : ['has no lead'];
  const listed = lead.submissionIds.filter((listedId) => listedId === id.slice(tenantId.length + 1)).length;
  if (ended === 'void') return listed > 0 ? ['ended void although its lead lists it'] : [];
  if (listed !== 1) return [`is listed ${listed} times by its lead`];
  const isLatest = `${tenantId}/${lead.lastSubmissionId}` === submission._id;
  if (isLatest && ended !== 'superseded' && lead.status !== ended)
    return [`ended ${ended} while its lead is ${lead.status}`];
  return [];
}

// A decision later than the one that followed from it was written a second time.
function rewritten({ decisions }: Story): string[] {
  return decisions.slice(1).flatMap((decision, index) => {
    const before = decisions[index];
    if (!before) return [];
    const aheadMs = before.decidedAt.getTime() - decision.decidedAt.getTime();
    if (aheadMs <= CLOCKS_AGREE_WITHIN_MS) return [];
    return [
      `${before.stage} was decided ${Math.round(aheadMs / 1000)} s after ${decision.stage}: it was rewritten`,
    ];
  });
}

function effectProblems({ _id, status, dueAt, attempts }: EffectDoc, { database }: Findings): Problem[] {
  if (status !== 'due')
    return dueAt === undefined ? [] : [{ subject: _id, what: `is ${status} and still due` }];
  const planned = attempts.at(-1)?.outcome === 'retry' && dueAt !== undefined && dueAt > database.now;
  return planned ? [] : [{ subject: _id, what: 'was planned and never carried out' }];
}

function missingEffects({ stories, database, buyer }: Findings): Problem[] {
  const effects = new Map(database.effects.map((effect) => [effect._id, effect]));
  const received = new Set(buyer.filter(({ status }) => status >= 200 && status < 300).map(({ key }) => key));
  return [...stories.values()].flatMap((story) => {
    const ending = story.endings.at(-1)?.decision.kind ?? '';
    const event = eventOf[ending];
    if (event === undefined) return [];
    const effect = effects.get(`${story.id}.${event}.webhook`);
    if (!effect) return [{ subject: story.id, what: `ended ${ending} and no webhook is planned` }];
    if (effect.status === 'done' && !received.has(effect.eventId))
      return [{ subject: effect._id, what: 'is done, and its receiver heard nothing' }];
    return [];
  });
}
