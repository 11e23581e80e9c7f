/** The checker's evidence: what affiliates, buyers and the database recorded, and what the tenants were promised. */
import type { LedgerLine } from '@sluice/sink';
import { DEAD_CAMPAIGN, type ChaosCampaign } from '../rig/tenants.js';
import type { AttemptDoc, Database, DecisionDoc, LeadDoc, SubmissionDoc } from './database.js';

/** How far two processes may differ in their estimate of the database's time. */
export const CLOCKS_AGREE_WITHIN_MS = 1_500;

/** Everything known about a run. */
export interface Evidence {
  readonly campaigns: readonly ChaosCampaign[];
  readonly reports: readonly ReportSaid[];
  /** What affiliates asked for, and what they were told about returns. */
  readonly asked: readonly Asked[];
  readonly told: readonly Told[];
  /** What buyers, receivers and ad platforms got. */
  readonly buyer: readonly LedgerLine[];
  readonly database: Database;
}

/** A request to place a lead, recorded before it is sent. */
export interface Asked {
  readonly tenantId: string;
  readonly campaignId: string;
  /** The `Idempotency-Key`, the same for every attempt at this request. */
  readonly key: string;
  /** Set on leads of one person that are sent as different leads: at most one of a set may be placed. */
  readonly twins?: string | undefined;
  /** The answer that made a promise: accepted, under these ids. */
  receipt?: { readonly leadId: string; readonly submissionId: string };
}

/** What was said about a return: its status, or why it was refused. */
export interface Told {
  readonly returnId: string;
  readonly status: string;
}

/** A tenant's report by campaign of all days of the run; no rows if it was not answered. */
export interface ReportSaid {
  readonly tenantId: string;
  readonly basis: string;
  readonly rows?: readonly ReportRow[] | undefined;
}

/** A row of a report: numbers of leads by name, and its money. */
export type ReportRow = Readonly<Record<string, unknown>> & {
  readonly campaign: string | null;
  readonly money: readonly { readonly currency: string; readonly revenue: number }[];
};

/** What is wrong with a submission, count, key or lead. */
export interface Problem {
  readonly subject: string;
  readonly what: string;
}

/** One submission with all its records. */
export interface Story {
  /** `<tenant>/<submission>`, and the part after the tenant. */
  readonly id: string;
  readonly submissionId: string;
  readonly tenantId: string;
  readonly submission: SubmissionDoc;
  readonly lead: LeadDoc | undefined;
  /** In the order in which they were made. */
  readonly decisions: readonly DecisionDoc[];
  /** The decisions that ended it, and the last of them. */
  readonly endings: readonly DecisionDoc[];
  readonly ending: DecisionDoc['decision'] | undefined;
  readonly attempts: readonly AttemptDoc[];
  /** The last decision that sent it to a buyer. */
  readonly routed: DecisionDoc | undefined;
  /** Whether the return of its sale was approved. */
  readonly isReturned: boolean;
  /** The paths at which buyers accepted the lead, once for each time. */
  readonly acceptedAt: readonly string[];
}

/** The evidence, indexed. */
export interface Findings extends Evidence {
  readonly stories: ReadonlyMap<string, Story>;
  readonly campaignAt: ReadonlyMap<string, ChaosCampaign>;
}

/** The decisions that end nothing. */
const goingOn = ['qualified', 'asking', 'awaiting_action', 'routed', 'held', 'passed_on'];
// Routing and delivery take turns, generation by generation.
const phases: readonly string[] = ['qualification', 'action', 'routing', 'resolution'];
// The ids of attempts end in numbers.
const collator = new Intl.Collator('en', { numeric: true });

/** Indexes the evidence. */
export function findingsOf(evidence: Evidence): Findings {
  const { database, buyer, campaigns } = evidence;
  const leads = new Map(database.leads.map((lead) => [lead._id, lead]));
  const decisions = grouped(database.decisions, ({ _id }) => submissionOf(_id));
  const attempts = grouped(database.attempts, ({ _id }) => submissionOf(_id));
  const accepts = grouped(buyer.filter(isAccept), ({ key }) => deliveryOf(key) ?? '');
  const approved = database.returns.filter(({ status }) => status === 'approved');
  const returned = new Set(approved.map(({ _id }) => submissionOf(_id)));
  const storyOf = (submission: SubmissionDoc): Story => {
    const { _id: id, tenantId, leadId } = submission;
    const submissionId = id.slice(tenantId.length + 1);
    const own = (decisions.get(id) ?? []).toSorted(inOrder);
    const endings = own.filter(({ decision }) => !goingOn.includes(decision.kind));
    return {
      id,
      submissionId,
      tenantId,
      submission,
      lead: leads.get(`${tenantId}/${leadId}`),
      decisions: own,
      endings,
      ending: endings.at(-1)?.decision,
      routed: own.findLast(({ decision }) => decision.kind === 'routed'),
      isReturned: returned.has(id),
      attempts: (attempts.get(id) ?? []).toSorted((a, b) => collator.compare(a._id, b._id)),
      acceptedAt: (accepts.get(submissionId) ?? []).map(({ path }) => path),
    };
  };
  return {
    ...evidence,
    stories: new Map(database.submissions.map((submission) => [submission._id, storyOf(submission)])),
    campaignAt: new Map(campaigns.map((each) => [`${each.tenantId}/${each.campaignId}`, each])),
  };
}

/** The submissions that the lead lists before this one, in the order in which they run. */
export function storiesBefore({ submissionId, tenantId, lead }: Story, { stories }: Findings): Story[] {
  const listed = lead?.submissionIds ?? [];
  return listed
    .slice(0, Math.max(0, listed.indexOf(submissionId)))
    .flatMap((earlier) => stories.get(`${tenantId}/${earlier}`) ?? []);
}

/**
 * Whether the submission waits for a recorded future instant, the only reason for which it may remain without an end: the
 * end of a hold, or the next attempt after a buyer failed, or the same of an earlier submission of its lead. For a
 * buyer that is permanently dead no attempt need be planned.
 */
export function isWaiting(story: Story, findings: Findings): boolean {
  const { now } = findings.database;
  const { submission, decisions, attempts, ending } = story;
  if (ending || submission.dueAt === undefined || submission.dueAt <= now) return false;
  const last = decisions.at(-1)?.decision;
  if (!last) {
    const before = storiesBefore(story, findings).at(-1);
    return before !== undefined && isWaiting(before, findings);
  }
  if (last.kind === 'held') return submission.status === 'queued';
  if (last.kind !== 'routed') return false;
  const nextAt = attempts.at(-1)?.outcome?.nextAt;
  if (nextAt && nextAt > now) return true;
  return last.campaignId === DEAD_CAMPAIGN && (attempts.length === 0 || nextAt !== undefined);
}

/** Whether a line of the buyer's ledger records that a buyer accepted a lead. */
export function isAccept({ path, status }: Pick<LedgerLine, 'path' | 'status'>): boolean {
  return path.startsWith('/buyers/') && isSuccess(status);
}

/** Whether a receiver answered that it took what it got. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The submission in a delivery's key. */
export function deliveryOf(key: string | undefined): string | undefined {
  return /^(sub_[^.]+)\.delivery(?:\.\d+)?$/.exec(key ?? '')?.[1];
}

/** The `<tenant>/<submission>` at the start of the key of what belongs to a submission. */
export function submissionOf(id: string): string {
  return id.slice(0, id.indexOf('.'));
}

function inOrder(a: DecisionDoc, b: DecisionDoc): number {
  const phaseOf = ({ stage }: DecisionDoc) => phases.indexOf(stage === 'delivery' ? 'routing' : stage);
  const turns = a.stage === b.stage ? 0 : a.stage === 'routing' ? -1 : 1;
  return phaseOf(a) - phaseOf(b) || a.generation - b.generation || turns;
}

/** The generation of routing that an attempt belongs to. */
export function generationOf({ _id }: Pick<AttemptDoc, '_id'>): number {
  return Number(_id.split('.').at(-2));
}

/** The sum of each name. */
export function sums(numbers: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  const total = new Map<string, number>();
  for (const [name, number] of numbers) total.set(name, (total.get(name) ?? 0) + number);
  return total;
}

/** The names of which two sums differ, with both. */
export function differences(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>) {
  return [...new Set([...one.keys(), ...other.keys()])]
    .map((name) => [name, one.get(name) ?? 0, other.get(name) ?? 0] as const)
    .filter(([, here, there]) => here !== there);
}

/** Groups the items by `keyOf`. */
export function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
