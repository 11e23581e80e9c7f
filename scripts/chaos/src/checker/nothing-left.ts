/** I5: nothing that is held for a while is held forever: slots of limits, and claims of values. */
import { countsOf } from './caps.js';
import { openNames } from './database.js';
import { isWaiting, type Findings, type Problem, type Story } from './evidence.js';

/** Finds submissions that have ended but still hold something. */
export function checkNothingLeft(findings: Findings): Problem[] {
  return [...reservations(findings), ...claims(findings)];
}

function reservations(findings: Findings): Problem[] {
  const holding = [...findings.stories.values()].filter((story) => mayHold(story, findings));
  const held = new Set(holding.flatMap(slotsOf));
  const { database } = findings;
  return database.counts.flatMap(({ _id }) =>
    openNames(database, _id)
      .filter((name) => !held.has(`${_id} ${name}`))
      .map((name) => ({ subject: _id, what: `is still reserved by ${name}` })),
  );
}

// Until it ends, and forever if a buyer may have it.
function mayHold(story: Story, findings: Findings): boolean {
  return story.ending ? story.ending.reason === 'unknown_outcome' : isWaiting(story, findings);
}

/** The names under which a submission was routed, each with its count. */
function slotsOf({ tenantId, submissionId, decisions }: Story): string[] {
  return decisions.flatMap(({ decision, generation }) =>
    countsOf(decision).map((count) => `${tenantId}/${count} ${submissionId}.routing.${generation}`),
  );
}

function claims({ database, stories }: Findings): Problem[] {
  return database.claims.flatMap(({ _id, tenantId, submissionId }) => {
    const story = stories.get(`${tenantId}/${submissionId}`);
    const { kind, reason } = story?.ending ?? {};
    // A placed lead keeps its claims, and so does one that a buyer may have.
    if (story && (kind === undefined || kind === 'delivered' || reason === 'unknown_outcome')) return [];
    return [{ subject: _id, what: `is still claimed by ${submissionId}, which ended ${kind ?? 'never'}` }];
  });
}
