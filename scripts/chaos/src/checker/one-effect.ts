/**
 * I2: one effect per request. A buyer may receive a submission twice, but under one key, and no other buyer or tenant
 * receives it; of several leads of one person, at most one is placed.
 */
import {
  deliveryOf,
  differences,
  grouped,
  sums,
  type Findings,
  type Problem,
  type Story,
} from './evidence.js';

/** A submission with this reason may have been accepted; its reason asks the operator to ask the buyer. */
const UNKNOWN_OUTCOME = 'unknown_outcome';

/** Compares the buyers' acceptances with the decisions, and the affiliates' answers with their requests. */
export function checkOneEffect(findings: Findings): Problem[] {
  return [
    ...wrongReceivers(findings),
    ...[...findings.stories.values()].flatMap((story) =>
      placementProblems(story, findings).map((what) => ({ subject: story.id, what })),
    ),
    ...sharedAnswers(findings),
    ...submissionsNotAskedFor(findings),
    ...twinsPlaced(findings),
  ];
}

function wrongReceivers({ buyer, stories, database }: Findings): Problem[] {
  const owners = new Map([
    ...[...stories.values()].map((story) => [story.submissionId, story.tenantId] as const),
    ...database.effects.map((effect) => [effect.eventId, effect.tenantId] as const),
  ]);
  return buyer.flatMap(({ path, key = 'nothing' }) => {
    const [, role, tenantId] = path.split('/');
    if (role !== 'buyers' && role !== 'webhooks') return [];
    const owner = owners.get(role === 'buyers' ? (deliveryOf(key) ?? '') : key) ?? 'none';
    return owner === tenantId ? [] : [{ subject: key, what: `reached ${path} and belongs to ${owner}` }];
  });
}

function placementProblems(story: Story, { campaignAt, stories }: Findings): string[] {
  const { tenantId, ending } = story;
  const paths = [...new Set(story.acceptedAt)];
  const several = paths.length > 1 ? [`was taken by ${paths.length} buyers: ${paths.join(', ')}`] : [];
  if (ending?.kind === 'delivered') {
    const path = campaignAt.get(`${tenantId}/${ending.campaignId}`)?.path ?? 'none';
    return paths.includes(path) ? several : [...several, `is delivered, but ${path} never took it`];
  }
  const mayBeTaken = !ending || ending.reason === UNKNOWN_OUTCOME || wasPlacedAgain(story, stories);
  if (paths.length === 0 || mayBeTaken) return several;
  const end = `${ending.kind} (${ending.reason ?? 'no reason'})`;
  return [...several, `was taken at ${paths.join(', ')} and ended ${end}`];
}

// An unknown outcome is resolved once the same buyer accepts a later submission of the lead: it holds the lead once.
function wasPlacedAgain({ tenantId, endings, acceptedAt }: Story, stories: Findings['stories']): boolean {
  const [before, last] = endings.slice(-2).map(({ decision }) => decision);
  if (before?.reason !== UNKNOWN_OUTCOME || last?.kind !== 'superseded') return false;
  const later = stories.get(`${tenantId}/${last.by}`);
  return later?.ending?.kind === 'delivered' && acceptedAt.every((path) => later.acceptedAt.includes(path));
}

function sharedAnswers({ asked }: Findings): Problem[] {
  const answered = asked.filter(({ receipt }) => receipt !== undefined);
  return [...grouped(answered, ({ receipt }) => receipt?.submissionId ?? '')].flatMap(([subject, own]) =>
    own.length > 1 ? [{ subject, what: `answers the keys ${own.map(({ key }) => key).join(' and ')}` }] : [],
  );
}

// A repeated request must not create two submissions. Void submissions do not count here; I1 checks that none of them
// was acknowledged.
function submissionsNotAskedFor({ asked, stories }: Findings): Problem[] {
  const made = [...stories.values()].map(({ submission }) => submission);
  const count = (of: readonly { tenantId: string; campaignId: string }[]) =>
    sums(of.map(({ tenantId, campaignId }) => [`${tenantId}/${campaignId}`, 1]));
  return differences(count(made.filter(({ status }) => status !== 'void')), count(asked))
    .filter(([, came, wanted]) => came > wanted)
    .map(([subject, came, wanted]) => ({ subject, what: `${came} submissions came of ${wanted} requests` }));
}

function twinsPlaced({ asked, stories }: Findings): Problem[] {
  return [...grouped(asked, ({ twins }) => twins ?? '')].flatMap(([subject, pair]) => {
    const placed = pair.flatMap(({ tenantId, receipt }) => {
      const { id, ending, acceptedAt = [] } = stories.get(`${tenantId}/${receipt?.submissionId}`) ?? {};
      return ending?.kind === 'delivered' || acceptedAt.length > 0 ? [id] : [];
    });
    if (subject === '' || placed.length <= 1) return [];
    return [{ subject, what: `${placed.join(' and ')} are the same person and all were placed` }];
  });
}
