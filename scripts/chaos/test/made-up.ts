/** A made-up correct run, which the checker's tests modify. */
import type { LedgerLine } from '@sluice/sink';
import type {
  AttemptDoc,
  CountDoc,
  Database,
  DecisionDoc,
  EffectDoc,
  EntryDoc,
  LeadDoc,
  SubmissionDoc,
} from '../src/checker/database.js';
import type { Asked, Evidence, ReportSaid, Told } from '../src/checker/evidence.js';

/** The time at which the made-up database was read. */
const now = new Date('2026-01-01T12:00:00Z');

/** The instant this many seconds after {@link now}, or before it if negative. */
export const inSeconds = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);

type Writable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] };

/** A run that a test can modify. */
export interface MadeUp {
  readonly campaigns: Evidence['campaigns'][number][];
  readonly asked: Asked[];
  readonly told: Told[];
  readonly buyer: LedgerLine[];
  readonly reports: ReportSaid[];
  readonly database: Writable<Database>;
}

/** The same time as text, used by every line of the buyers' ledger. */
export const at = now.toISOString();

/**
 * One lead of tenant `north`, placed under a cap of 1 in campaign CAP: posted, acknowledged, delivered, notified, and
 * its pixel fired. Tenant `south` has a lead of its own.
 */
export function aGoodRun(): MadeUp {
  const run: MadeUp = {
    campaigns: [
      campaign('north', 'CAP', { returns: { maximumPercent: 50 }, deliveryLimits: [{ cap: 1 }] }),
      campaign('north', 'DUP'),
      campaign('north', 'DEAD'),
      campaign('south', 'CAP'),
    ],
    asked: [],
    told: [],
    buyer: [],
    reports: [],
    database: {
      now,
      submissions: [],
      leads: [],
      decisions: [],
      attempts: [],
      effects: [],
      counts: [],
      namesSetAside: [],
      ledger: [],
      returns: [],
      returnQuotas: [],
      claims: [],
    },
  };
  addPlaced(run, { tenantId: 'north', n: 1, campaignId: 'CAP' });
  addPlaced(run, { tenantId: 'south', n: 2, campaignId: 'CAP' });
  return run;
}

/** A placed lead. */
export interface Placed {
  readonly tenantId: string;
  /** The number in the ids of everything that belongs to it. */
  readonly n: number;
  readonly campaignId: string;
  /** The name of the pair of requests that posted one person twice. */
  readonly twins?: string;
}

/** Adds a placed lead with all its records. */
export function addPlaced(run: MadeUp, { tenantId, n, campaignId, twins }: Placed): void {
  const id = `${tenantId}/sub_${n}`;
  const path = `/buyers/${tenantId}/${campaignId.toLowerCase()}`;
  const { database } = run;
  const receipt = { leadId: `lead_${n}`, submissionId: `sub_${n}` };
  run.asked.push({ tenantId, campaignId, key: `key-${n}`, twins, receipt });
  database.submissions.push(aSubmission(id, { leadId: `lead_${n}`, campaignId, status: 'delivered' }));
  database.leads.push(aLead(`${tenantId}/lead_${n}`, campaignId, `sub_${n}`, 'delivered'));
  database.decisions.push(
    aDecision(id, 'qualification', { kind: 'qualified' }, -90),
    aDecision(id, 'routing', { kind: 'routed', campaignId }, -80),
    aDecision(id, 'delivery', { kind: 'delivered', campaignId }, -70),
  );
  countPlaced(database, `${tenantId}/campaign.${campaignId}`);
  database.ledger.push(aSale(id, campaignId));
  database.attempts.push(anAttempt(id, 1, { kind: 'accepted' }));
  database.effects.push(
    anEffect(`${id}.lead.delivered.webhook`, `evt_${n}`),
    anEffect(`${tenantId}/lead_${n}.pixel.${campaignId}.once`, `evt_px_${n}`, {
      body: { order: { eventId: `pixel-event-${n}` } },
    }),
  );
  run.buyer.push(
    { at, method: 'POST', path, key: `sub_${n}.delivery`, status: 200 },
    { at, method: 'POST', path: `/webhooks/${tenantId}`, key: `evt_${n}`, status: 204 },
    pixelLine(tenantId, campaignId, `pixel-event-${n}`, `hash-of-lead-${n}`),
  );
}

/** The ledger line of an ad platform that received an event. */
export function pixelLine(tenantId: string, campaignId: string, id: string, subject: string): LedgerLine {
  const path = `/v24.0/px-${tenantId}-${campaignId.toLowerCase()}/events`;
  return { at, method: 'POST', path, status: 200, events: [{ id, subject }] };
}

/** A submission as stored. */
export function aSubmission(
  _id: string,
  fields: Partial<SubmissionDoc> & Pick<SubmissionDoc, 'leadId' | 'campaignId' | 'status'>,
): SubmissionDoc {
  return { _id, tenantId: _id.slice(0, _id.indexOf('/')), ...fields };
}

/** A decision about `submission`, made this many seconds after {@link now}. */
export function aDecision(
  submission: string,
  stage: string,
  decision: DecisionDoc['decision'],
  seconds: number,
  generation = 0,
): DecisionDoc {
  return {
    _id: `${submission}.${stage}.${generation}`,
    stage,
    generation,
    decision,
    decidedAt: inSeconds(seconds),
  };
}

/** An attempt for `submission`. */
export function anAttempt(submission: string, n: number, outcome?: AttemptDoc['outcome']): AttemptDoc {
  return {
    _id: `${submission}.delivery.0.${n}`,
    startedAt: inSeconds(-75),
    outcome,
  };
}

/** The sale of a placed lead, without a price unless `minor` is given. */
export function aSale(submission: string, placedCampaignId: string, minor = 0): EntryDoc {
  const [tenantId = '', submissionId = ''] = submission.split('/');
  return {
    _id: `${submission}.sale`,
    tenantId,
    type: 'sale',
    submissionId,
    campaignId: placedCampaignId,
    placedCampaignId,
    clientId: 'cli_1',
    minor,
    currency: 'USD',
  };
}

/** Gives back the sale of a placed lead: the return was approved and booked. */
export function giveBack({ database }: MadeUp, submission: string, placedCampaignId: string): void {
  const [tenantId = '', submissionId = ''] = submission.split('/');
  const returnId = `ret_of_${submissionId}`;
  const _id = `${submission}.return`;
  database.returns.push({ _id, tenantId, returnId, status: 'approved', submissionId, placedCampaignId });
  database.ledger.push({ ...aSale(submission, placedCampaignId), _id, type: 'return' });
  const _idOfQuota = `${tenantId}/returns.${placedCampaignId}.2026-01`;
  database.returnQuotas.push({ _id: _idOfQuota, tenantId, counted: [submissionId] });
  const lead = database.leads.findIndex(({ lastSubmissionId }) => lastSubmissionId === submissionId);
  database.leads[lead] = { ...(database.leads[lead] as LeadDoc), status: 'returned' };
}

/** An effect that was carried out, unless `fields` differ. */
export function anEffect(_id: string, eventId: string, fields: Partial<EffectDoc> = {}): EffectDoc {
  const tenantId = _id.slice(0, _id.indexOf('/'));
  return {
    _id,
    tenantId,
    eventId,
    status: 'done',
    attempts: [{ outcome: 'done' }],
    ...fields,
  };
}

function countPlaced({ counts }: MadeUp['database'], _id: string): void {
  const known = counts.findIndex((count) => count._id === _id);
  if (known < 0) counts.push(aCount(_id));
  else counts[known] = aCount(_id, (counts[known]?.lifetime.placed ?? 0) + 1);
}

/** A count with placed leads, all of them in the last hour, and these open names. */
export function aCount(_id: string, placed = 1, open: readonly string[] = []): CountDoc {
  const lifetime = { placed, money: {} };
  const counted = { ...lifetime, start: inSeconds(-3_000) };
  const periods = { hourly: counted, daily: counted, weekly: counted, monthly: counted, lifetime };
  return { _id, open: open.map((name) => ({ opening: name, names: [name] })), ...periods };
}

function aLead(_id: string, campaignId: string, submissionId: string, status: string): LeadDoc {
  const tenantId = _id.slice(0, _id.indexOf('/'));
  return { _id, tenantId, campaignId, status, lastSubmissionId: submissionId, submissionIds: [submissionId] };
}

function campaign(
  tenantId: string,
  campaignId: string,
  more: Partial<Evidence['campaigns'][number]> = {},
): Evidence['campaigns'][number] {
  const path = `/buyers/${tenantId}/${campaignId.toLowerCase()}`;
  return { tenantId, campaignId, path, ...more };
}
