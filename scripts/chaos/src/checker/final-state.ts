/**
 * I1: every acknowledged submission is in exactly one final state, nothing about it was decided twice, and those of one
 * lead ran one after another.
 */
import {
  CLOCKS_AGREE_WITHIN_MS,
  isWaiting,
  storiesBefore,
  type Findings,
  type Problem,
  type Story,
} from './evidence.js';

/** Checks every acknowledgement, then every submission. */
export function checkFinalState(findings: Findings): Problem[] {
  const stories = [...findings.stories.values()];
  return [
    ...promises(findings),
    ...stories.flatMap((story) =>
      [
        ...endProblems(story),
        ...stateProblems(story, findings),
        ...rewritten(story),
        ...outOfTurn(story, findings),
      ].map((what) => ({ subject: story.id, what })),
    ),
  ];
}

function promises({ asked, stories }: Findings): Problem[] {
  return asked.flatMap(({ tenantId, receipt }) => {
    if (!receipt) return [];
    const { submissionId: subject, leadId } = receipt;
    const story = stories.get(`${tenantId}/${subject}`);
    if (!story) return [{ subject, what: 'was acknowledged and is not there' }];
    if (story.submission.leadId !== leadId || !story.lead)
      return [{ subject, what: `was acknowledged for ${leadId}, which it does not belong to` }];
    // Only requests that were never answered may end as void.
    return story.ending?.kind === 'void' ? [{ subject, what: 'was acknowledged and ended void' }] : [];
  });
}

function endProblems({ endings }: Story): string[] {
  // An unknown outcome is decided once more when an operator resolves it.
  const before = endings.filter(({ stage }) => stage !== 'resolution');
  const foundOut = before.at(-1)?.decision.reason === 'unknown_outcome';
  if (before.length <= 1 && (endings.length <= 1 || foundOut)) return [];
  return [`ended ${endings.length} times: ${endings.map(({ decision }) => decision.kind).join(', ')}`];
}

function stateProblems(story: Story, findings: Findings): string[] {
  const { submission, ending, decisions } = story;
  if (!ending) {
    const last = decisions.at(-1)?.decision.kind ?? 'nothing';
    return isWaiting(story, findings) ? [] : [`has not ended; the last that was decided is ${last}`];
  }
  const { kind } = ending;
  return [
    ...(submission.dueAt === undefined ? [] : [`is still due although it ended ${kind}`]),
    ...(submission.status === kind ? [] : [`is ${submission.status} although it ended ${kind}`]),
    ...leadProblems(story, kind === 'delivered' && story.isReturned ? 'returned' : kind),
  ];
}

function leadProblems({ lead, submissionId }: Story, ended: string): string[] {
  if (!lead) return ended === 'void' ? [] : ['has no lead'];
  const listed = lead.submissionIds.filter((listedId) => listedId === submissionId).length;
  if (ended === 'void') return listed > 0 ? ['ended void although its lead lists it'] : [];
  if (listed !== 1) return [`is listed ${listed} times by its lead`];
  const isOther = lead.lastSubmissionId === submissionId && ended !== 'superseded' && lead.status !== ended;
  return isOther ? [`ended ${ended} while its lead is ${lead.status}`] : [];
}

// A decision later than the one that followed from it was written a second time.
function rewritten({ decisions }: Story): string[] {
  return decisions.slice(1).flatMap((decision, index) => {
    const before = decisions[index] ?? decision;
    const aheadMs = before.decidedAt.getTime() - decision.decidedAt.getTime();
    if (aheadMs <= CLOCKS_AGREE_WITHIN_MS) return [];
    const seconds = Math.round(aheadMs / 1000);
    return [`${before.stage} was decided ${seconds} s after ${decision.stage}: it was rewritten`];
  });
}

// A decision is timed before it is written, and an attempt after its submission began, so in correct order an earlier
// submission's ending is never later than the attempt. An imported one was never decided on, and is not due either.
function outOfTurn(story: Story, findings: Findings): string[] {
  const startedAt = story.attempts[0]?.startedAt.getTime();
  if (startedAt === undefined) return [];
  return storiesBefore(story, findings)
    .filter(({ submission, endings: [end] }) =>
      end ? end.decidedAt.getTime() - startedAt > CLOCKS_AGREE_WITHIN_MS : submission.dueAt !== undefined,
    )
    .map(({ id }) => `was sent to a buyer while ${id} of the same lead had not ended`);
}
