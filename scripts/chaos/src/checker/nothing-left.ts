/** I7: nothing that is held for a while is held forever: slots, claims, leases. */
import { countsOf } from './caps.js';
import type { Findings, Story, Violation } from './evidence.js';
import { planOf } from './waiting.js';

type Problem = Omit<Violation, 'invariant'>;

/** Endings after which a lead keeps its claims, as a placed one does. */
const keepsClaims: ReadonlySet<string> = new Set(['delivered', 'pending_action']);

/** Finds submissions that have ended but still hold something. */
export function checkNothingLeft(findings: Findings): Violation[] {
  return [
    ...reservations(findings),
    ...duplicateClaims(findings),
    ...attemptLeases(findings),
    ...requestLeases(findings),
  ].map((violation) => ({ invariant: 'I7', ...violation }));
}

function reservations(findings: Findings): Problem[] {
  return findings.database.counts.flatMap(({ _id: count, open }) => {
    const tenantId = count.slice(0, count.indexOf('/'));
    return open.flatMap(({ name }) => {
      const story = findings.stories.get(`${tenantId}/${name.slice(0, name.indexOf('.'))}`);
      return mayHold(story, name, count, findings)
        ? []
        : [{ subject: count, what: `is still reserved by ${name}, which ${endOf(story)}` }];
    });
  });
}

// A submission may hold a slot until it ends, and forever if its outcome is unknown.
function mayHold(story: Story | undefined, name: string, count: string, findings: Findings): boolean {
  if (!story) return false;
  const generation = Number(name.split('.').at(-1));
  const decided = story.decisions.find((d) => d.stage === 'routing' && d.generation === generation)?.decision;
  if (!countsOf(decided).includes(count.slice(story.tenantId.length + 1))) return false;
  const ending = story.endings.at(-1)?.decision;
  return ending ? ending.reason === 'unknown_outcome' : planOf(story, findings) !== undefined;
}

function endOf(story: Story | undefined): string {
  const ending = story?.endings.at(-1)?.decision.kind;
  if (!story) return 'does not exist';
  return ending === undefined ? 'has not got there' : `ended ${ending}`;
}

function duplicateClaims({ database, stories }: Findings): Problem[] {
  return database.claims.flatMap(({ _id, tenantId, submissionId }) => {
    const story = stories.get(`${tenantId}/${submissionId}`);
    const ending = story?.endings.at(-1)?.decision;
    if (story && !ending) return [];
    if (ending && (keepsClaims.has(ending.kind) || ending.reason === 'unknown_outcome')) return [];
    return [{ subject: _id, what: `is still claimed by ${submissionId}, which ${endOf(story)}` }];
  });
}

function attemptLeases({ stories, database }: Findings): Problem[] {
  return [...stories.values()].flatMap(({ attempts }) =>
    attempts
      .filter(({ outcome, leaseUntil }) => !outcome && leaseUntil > database.now)
      .map(({ _id }) => ({ subject: _id, what: 'is still leased' })),
  );
}

function requestLeases({ database }: Findings): Problem[] {
  return database.idempotency
    .filter(({ answer, leaseUntil }) => answer === undefined && leaseUntil > database.now)
    .map(({ _id }) => ({ subject: _id, what: 'is still leased by a request' }));
}
