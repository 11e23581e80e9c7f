/**
 * I2: one effect per key. A buyer may receive a submission twice, but under one key, and no other buyer receives it.
 */
import { deliveryOf, grouped, isAccept, type Findings, type Story, type Violation } from './evidence.js';

/** A submission with this reason may have been accepted; its reason asks the operator to ask the buyer. */
const UNKNOWN_OUTCOME = 'unknown_outcome';

type Problem = Omit<Violation, 'invariant'>;

/** Compares the buyers' acceptances with the decisions, and the affiliates' answers with their requests. */
export function checkOneEffect(findings: Findings): Violation[] {
  return [
    ...namelessDeliveries(findings),
    ...[...findings.stories.values()].flatMap((story) => placementProblems(story, findings)),
    ...answersThatDiffer(findings),
    ...submissionsNotAskedFor(findings),
  ].map((violation) => ({ invariant: 'I2', ...violation }));
}

function namelessDeliveries({ buyer, stories }: Findings): Problem[] {
  const known = new Set([...stories.values()].map(({ id, tenantId }) => id.slice(tenantId.length + 1)));
  return buyer
    .filter(({ path }) => path.startsWith('/buyers/'))
    .filter(({ key }) => !known.has(deliveryOf(key) ?? ''))
    .map(({ path, key }) => ({
      subject: key ?? path,
      what: `a buyer was sent something at ${path} that belongs to no submission`,
    }));
}

function placementProblems(story: Story, { campaignAt, stories }: Findings): Problem[] {
  const { id, tenantId, endings, acceptedAt } = story;
  const problems: string[] = [];
  const paths = [...acceptedAt.keys()];
  if (paths.length > 1) problems.push(`was taken by ${paths.length} buyers: ${paths.join(', ')}`);
  const ending = endings.at(-1)?.decision;
  if (ending?.kind === 'delivered') {
    const path = campaignAt.get(`${tenantId}/${ending.campaignId ?? ''}`)?.path ?? 'none';
    if (!acceptedAt.has(path)) problems.push(`is delivered, but ${path} never took it`);
  } else if (
    ending &&
    paths.length > 0 &&
    ending.reason !== UNKNOWN_OUTCOME &&
    !wasPlacedAgain(story, stories)
  ) {
    problems.push(
      `was taken at ${paths.join(', ')} and ended ${ending.kind} (${ending.reason ?? 'no reason'})`,
    );
  }
  return problems.map((what) => ({ subject: id, what }));
}

// An unknown outcome is resolved once the same buyer accepts a later submission of the lead: it holds the lead once.
function wasPlacedAgain({ tenantId, endings, acceptedAt }: Story, stories: Findings['stories']): boolean {
  const [before, last] = endings.slice(-2).map(({ decision }) => decision);
  if (before?.reason !== UNKNOWN_OUTCOME || last?.kind !== 'superseded') return false;
  const later = stories.get(`${tenantId}/${last.by}`);
  const isDelivered = later?.endings.at(-1)?.decision.kind === 'delivered';
  return isDelivered && [...acceptedAt.keys()].every((path) => later.acceptedAt.has(path));
}

function answersThatDiffer({ receipts }: Findings): Problem[] {
  const byKey = [...grouped(receipts, ({ key }) => key)].flatMap(([key, answers]) => {
    const ids = new Set(answers.map(({ submissionId }) => submissionId));
    return ids.size > 1
      ? [{ subject: key, what: `one key was answered with ${[...ids].join(' and ')}` }]
      : [];
  });
  const bySubmission = [...grouped(receipts, ({ submissionId }) => submissionId)].flatMap(([id, answers]) => {
    const keys = new Set(answers.map(({ key }) => key));
    return keys.size > 1 ? [{ subject: id, what: `answers the keys ${[...keys].join(' and ')}` }] : [];
  });
  return [...byKey, ...bySubmission];
}

// A repeated request must not create two submissions. Void submissions do not count here; I1 checks that none of them
// was acknowledged.
function submissionsNotAskedFor({ asked, stories, campaigns }: Findings): Problem[] {
  const asks = grouped([...asked.values()], ({ tenantId, campaignId }) => `${tenantId}/${campaignId}`);
  const made = grouped(
    [...stories.values()].filter(({ submission }) => submission.status !== 'void'),
    ({ tenantId, submission }) => `${tenantId}/${submission.campaignId}`,
  );
  return campaigns.flatMap(({ tenantId, campaignId }) => {
    const name = `${tenantId}/${campaignId}`;
    const asksMade = asks.get(name)?.length ?? 0;
    const submissions = made.get(name)?.length ?? 0;
    return submissions > asksMade
      ? [{ subject: name, what: `${submissions} submissions came of ${asksMade} requests` }]
      : [];
  });
}

/** The number of leads that buyers accepted, counting each submission once. */
export function acceptedSubmissions({ buyer }: Pick<Findings, 'buyer'>): number {
  return new Set(buyer.filter(isAccept).map(({ key }) => key)).size;
}
