/** A lead with its whole history, in sentences. */
import { isDeliverable, isRepostable, type LeadData, type LeadTimeline } from '@sluice/contracts';
import { oneLine, UNKNOWN_OUTCOME, type Wording } from '@sluice/domain';
import {
  leadHistory,
  leadStanding,
  now,
  standingWords,
  type LeadHistory,
  type StoresFor,
} from '@sluice/pipeline';
import type { RedisConnection } from '@sluice/process';
import { namesIn } from '@sluice/reports';
import { leadRow } from '../lead-search/lead-row.js';
import { shownValue } from '../lead-search/mask-person.js';
import { headOf } from './head-of.js';
import { interactionMoments } from './interaction-moments.js';
import { fileMoments } from './file-moments.js';
import {
  effectMoment,
  operatorMoments,
  nextAttemptMoment,
  submissionMoments,
  waitMoment,
} from './moments.js';
import { requestsOf } from './rendered-request.js';
import type { Caller } from '../who-did.js';

/** Reads the timeline of a lead. @throws ApiError NOT_FOUND if the tenant has no such lead */
export async function timelineOf(
  {
    stores,
    redis,
  }: StoresFor<'activeHolds' | 'forTenant' | 'audit' | 'clock'> & { readonly redis: RedisConnection },
  { tenantId, leadId }: { readonly tenantId: string; readonly leadId: string },
  wording: Wording & { readonly caller: Caller },
): Promise<LeadTimeline> {
  const history = await leadHistory({ stores, redis }, { tenantId, leadId });
  const { lead, submissions, once, messages, files, interactions, erasedAt, waits, nextAttempt } = history;
  const of = stores.forTenant(tenantId);
  const [standing, audit, perSubmission] = await Promise.all([
    leadStanding(of, lead),
    stores.audit.aboutLead(tenantId, leadId),
    Promise.all(
      submissions.map(async (one) =>
        submissionMoments(one, await requestsOf(of, one, wording.reveal), wording),
      ),
    ),
  ]);
  const moments = [
    ...perSubmission.flat(),
    ...[...once, ...messages].map((effect) => effectMoment(effect, wording)),
    ...interactionMoments(interactions, wording),
    ...fileMoments(files, once, wording),
    ...operatorMoments(audit, wording.caller),
    ...(waits ? [waitMoment(waits, now({ stores }))] : []),
    ...(nextAttempt ? [nextAttemptMoment(nextAttempt, now({ stores }), wording)] : []),
  ];
  const unknown = unknownOutcomeOf(history);
  const head = await headOf({ stores }, history, standing, wording);
  return {
    lead: leadRow(lead, { reveal: wording.reveal }),
    head,
    standing: await standingWords(of, standing),
    erasedAt: erasedAt?.toISOString(),
    revealed: wording.reveal,
    fields: fieldsOf(lead.data, wording.reveal),
    can: actionsOf(history, unknown),
    unknownOutcome: unknown,
    // Sorting is stable, so moments of the same millisecond keep the order of the stages.
    moments: moments.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
    names: await namesIn(of, [lead, { campaignId: lead.sentTo }, { campaignId: head.campaignId }]),
  };
}

function unknownOutcomeOf({ submissions }: LeadHistory): string | undefined {
  return submissions.findLast(({ submission }) => submission.reason === UNKNOWN_OUTCOME)?.submission
    .submissionId;
}

function actionsOf({ lead, nextAttempt }: LeadHistory, unknown: string | undefined): LeadTimeline['can'] {
  if (Object.keys(lead.data).length === 0) return [];
  const { status, approvalStatus } = lead;
  const ended = status !== 'pending';
  const waitsForPerson = approvalStatus === 'pending';
  return [
    ...(nextAttempt ? (['retry'] as const) : []),
    ...(unknown === undefined ? [] : (['resolve'] as const)),
    ...(waitsForPerson ? (['approve', 'reject'] as const) : []),
    ...(isRepostable(lead) ? (['repost'] as const) : []),
    ...(isDeliverable(lead) ? (['deliver'] as const) : []),
    'move',
    ...(ended ? (['erase'] as const) : []),
  ];
}

// Files have moments of their own, and `asSent` repeats other fields before they were normalised.
const elsewhere: ReadonlySet<string> = new Set(['files', 'asSent', 'phoneValid']);

// Keys and masked values are one line, also on a terminal.
function fieldsOf(data: LeadData, reveal: boolean): LeadTimeline['fields'] {
  const field = (name: string, key: string, value: unknown) => {
    const shown = shownValue(key, value, reveal);
    return { name: oneLine(name), value: reveal ? shown : oneLine(shown) };
  };
  return Object.entries(data)
    .filter(([name]) => !elsewhere.has(name))
    .flatMap(([name, value]) =>
      typeof value === 'object' && !Array.isArray(value)
        ? Object.entries(value as object).map(([key, each]) => field(`${name}.${key}`, key, each))
        : [field(name, name, value)],
    );
}
