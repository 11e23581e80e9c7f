/** I4: every effect that a decision plans is carried out, at least once and under one id; a pixel fires once a person. */
import type { EffectDoc } from './database.js';
import { grouped, isSuccess, type Findings, type Problem, type Story } from './evidence.js';

/** The events that announce each ending. */
const eventOf: Readonly<Record<string, string>> = {
  delivered: 'lead.delivered',
  rejected: 'lead.rejected',
  failed: 'lead.failed',
  error: 'lead.failed',
  duplicate: 'lead.duplicate',
  disqualified: 'lead.disqualified',
};

/** Compares the effects with the decisions that plan them, and with what receivers and platforms got. */
export function checkEffects(findings: Findings): Problem[] {
  return [
    ...findings.database.effects.flatMap((effect) => unfinished(effect, findings)),
    ...missing(findings),
    ...repeats(findings),
  ];
}

function unfinished({ _id, status, dueAt, attempts }: EffectDoc, { database }: Findings): Problem[] {
  if (status !== 'due')
    return dueAt === undefined ? [] : [{ subject: _id, what: `is ${status} and still due` }];
  const planned = attempts.at(-1)?.outcome === 'retry' && dueAt !== undefined && dueAt > database.now;
  return planned ? [] : [{ subject: _id, what: 'was planned and never carried out' }];
}

function missing({ stories, database, buyer }: Findings): Problem[] {
  const effects = new Map(database.effects.map((effect) => [effect._id, effect]));
  const taken = buyer.filter(({ status }) => isSuccess(status));
  const heard = new Set(taken.flatMap(({ key, events = [] }) => [key, ...events.map(({ id }) => id)]));
  return [...stories.values()].flatMap(plannedBy).flatMap((id) => {
    const effect = effects.get(id);
    if (!effect) return [{ subject: id, what: 'was never planned' }];
    if (effect.status !== 'done' || heard.has(effect.body?.order?.eventId ?? effect.eventId)) return [];
    return [{ subject: id, what: 'is done, and its receiver heard nothing' }];
  });
}

/** The webhooks of the noes after which a buyer was found and of the end, and the pixel of its lead if it qualified. */
function plannedBy({ id, tenantId, submission, ending, decisions }: Story): string[] {
  const event = eventOf[ending?.kind ?? ''];
  const isQualified = decisions[0]?.decision.kind === 'qualified';
  const noes = decisions.flatMap(({ decision: { kind, asked = [] } }) =>
    kind === 'routed' && asked.length > 0 ? [`${id}.lead.refused.webhook.${asked.length}`] : [],
  );
  return [
    ...noes,
    ...(event === undefined ? [] : [`${id}.${event}.webhook`]),
    ...(isQualified ? [`${tenantId}/${submission.leadId}.pixel.${submission.campaignId}.once`] : []),
  ];
}

function repeats({ buyer }: Findings): Problem[] {
  const seen = buyer.flatMap(({ path, events = [] }) =>
    events.map(({ id, subject }) => ({ id, person: `${path} ${subject ?? 'none'}` })),
  );
  return [...grouped(seen, ({ person }) => person)].flatMap(([person, events]) => {
    const ids = new Set(events.map(({ id }) => id));
    return ids.size > 1
      ? [{ subject: person, what: `received ${ids.size} events: ${[...ids].join(', ')}` }]
      : [];
  });
}
