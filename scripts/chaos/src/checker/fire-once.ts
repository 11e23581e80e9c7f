/** I5: a fire-once rule fires one event per lead, however often it is sent. */
import { grouped, type Findings, type Violation } from './evidence.js';

type Problem = Omit<Violation, 'invariant'>;

/** Counts the event ids that each platform received for each person, and finds rules that should have fired. */
export function checkFireOnce(findings: Findings): Violation[] {
  return [...repeats(findings), ...silences(findings)].map((violation) => ({
    invariant: 'I5',
    ...violation,
  }));
}

function repeats({ buyer }: Findings): Problem[] {
  const seen = buyer.flatMap(({ path, events = [] }) =>
    events.map(({ id, subject }) => ({ path, id, subject })),
  );
  return [...grouped(seen, ({ path, subject }) => `${path} ${subject ?? 'none'}`)].flatMap(
    ([name, events]) => {
      const ids = new Set(events.map(({ id }) => id));
      return ids.size > 1
        ? [{ subject: name, what: `received ${ids.size} events: ${[...ids].join(', ')}` }]
        : [];
    },
  );
}

function silences({ stories, database, buyer }: Findings): Problem[] {
  const effects = new Map(database.effects.map((effect) => [effect._id, effect]));
  const heard = new Set(
    buyer
      .flatMap(({ status, events = [] }) => (status >= 200 && status < 300 ? events : []))
      .map(({ id }) => id),
  );
  const qualified = new Map(
    [...stories.values()]
      .filter(({ decisions }) => decisions[0]?.decision.kind === 'qualified')
      .map(({ tenantId, submission }) => [`${tenantId}/${submission.leadId}`, submission.campaignId]),
  );
  return [...qualified].flatMap(([lead, campaignId]) => {
    const effect = effects.get(`${lead}.pixel.${campaignId}.once`);
    if (!effect) return [{ subject: lead, what: 'qualified, and its pixel was never planned' }];
    if (effect.status === 'done' && !heard.has(effect.body?.order?.eventId ?? ''))
      return [{ subject: effect._id, what: 'is done, and the platform heard nothing' }];
    return [];
  });
}
