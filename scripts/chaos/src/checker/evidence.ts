/** The checker's evidence: both ledgers, the final database, and the promises about caps and buyers. */
import type { LedgerLine } from '@sluice/sink';
import type { Asked, ClientLine, Receipt } from '../ledgers/client-line.js';
import type { ChaosCampaign, LimitChange } from '../rig/tenants.js';
import type { AttemptDoc, Database, DecisionDoc, LeadDoc, SubmissionDoc } from './database.js';

/** How far two processes may differ in their estimate of the database's time. */
export const CLOCKS_AGREE_WITHIN_MS = 1_500;

/** Everything known about a run. */
export interface Evidence {
  readonly campaigns: readonly Pick<
    ChaosCampaign,
    'tenantId' | 'campaignId' | 'path' | 'buyer' | 'cap' | 'dedupe' | 'price' | 'returns'
  >[];
  /** The limits that were changed during the run, in the order of the changes. */
  readonly limits: readonly LimitChange[];
  /** What the reports said. */
  readonly reports: readonly ReportSaid[];
  readonly client: readonly ClientLine[];
  readonly buyer: readonly LedgerLine[];
  readonly database: Database;
}

/** A tenant's report by campaign of all days of the run; no rows if none was answered. */
export interface ReportSaid {
  readonly tenantId: string;
  readonly basis: string;
  readonly rows?: readonly ReportRow[];
}

/** A row of a report. */
export type ReportRow = Readonly<Record<ReportNumber, number>> & {
  readonly campaign: string | null;
  readonly money: readonly { readonly currency: string; readonly revenue: number }[];
};

/** The numbers of leads in a report. */
export const reportNumbers = [
  'received',
  'qualified',
  'disqualified',
  'duplicate',
  'delivered',
  'rejected',
  'failed',
  'error',
  'pending',
  'returned',
] as const;
export type ReportNumber = (typeof reportNumbers)[number];

/** A broken promise. */
export interface Violation {
  readonly invariant: 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8' | 'I9' | 'I10' | 'I11';
  /** The submission, count, key or lead concerned. */
  readonly subject: string;
  readonly what: string;
}

/** One submission with all its records. */
export interface Story {
  /** `<tenant>/<submission>`. */
  readonly id: string;
  readonly tenantId: string;
  readonly submission: SubmissionDoc;
  readonly lead: LeadDoc | undefined;
  /** In the order in which they were made. */
  readonly decisions: readonly DecisionDoc[];
  /** The decisions that ended it. */
  readonly endings: readonly DecisionDoc[];
  readonly attempts: readonly AttemptDoc[];
  /** The last decision that sent it to a buyer. */
  readonly routed: DecisionDoc | undefined;
  /** Whether the return of its sale was approved. */
  readonly isReturned: boolean;
  /** The paths at which buyers accepted the lead, with the number of acceptances. */
  readonly acceptedAt: ReadonlyMap<string, number>;
}

/** The evidence, indexed. */
export interface Findings extends Evidence {
  readonly stories: ReadonlyMap<string, Story>;
  /** Requests by idempotency key. */
  readonly asked: ReadonlyMap<string, Asked>;
  readonly receipts: readonly Receipt[];
  readonly campaignAt: ReadonlyMap<string, Evidence['campaigns'][number]>;
}

const goingOn: ReadonlySet<string> = new Set([
  'qualified',
  'asking',
  'awaiting_action',
  'routed',
  'held',
  'passed_on',
]);
// Routing and delivery take turns, generation by generation.
const phaseOf: Readonly<Record<string, number>> = {
  qualification: 0,
  action: 1,
  routing: 2,
  delivery: 2,
  resolution: 3,
};

/** Indexes the evidence. */
export function findingsOf(evidence: Evidence): Findings {
  const { database, client, buyer, campaigns } = evidence;
  const leads = new Map(database.leads.map((lead) => [lead._id, lead]));
  const decisions = grouped(database.decisions, ({ _id }) => submissionOf(_id));
  const attempts = grouped(database.attempts, ({ _id }) => submissionOf(_id));
  const accepts = grouped(buyer.filter(isAccept), ({ key }) => deliveryOf(key) ?? '');
  const returned = new Set(
    database.returns.filter(({ status }) => status === 'approved').map(({ _id }) => submissionOf(_id)),
  );
  const stories = new Map(
    database.submissions.map((submission): [string, Story] => {
      const { _id: id, tenantId, leadId } = submission;
      const own = [...(decisions.get(id) ?? [])].sort(inOrder);
      const acceptedAt = new Map<string, number>();
      for (const { path } of accepts.get(id.slice(tenantId.length + 1)) ?? [])
        acceptedAt.set(path, (acceptedAt.get(path) ?? 0) + 1);
      return [
        id,
        {
          id,
          tenantId,
          submission,
          lead: leads.get(`${tenantId}/${leadId}`),
          decisions: own,
          endings: own.filter(({ decision }) => !goingOn.has(decision.kind)),
          routed: own.findLast(({ decision }) => decision.kind === 'routed'),
          isReturned: returned.has(id),
          attempts: [...(attempts.get(id) ?? [])].sort(
            (a, b) => generationOf(a) - generationOf(b) || a.n - b.n,
          ),
          acceptedAt,
        },
      ];
    }),
  );
  const asked = client.filter((line): line is Asked => line.did === 'asked');
  return {
    ...evidence,
    stories,
    asked: new Map(asked.map((line) => [line.key, line])),
    receipts: client.filter((line): line is Receipt => line.did === 'acknowledged'),
    campaignAt: new Map(
      campaigns.map((campaign) => [`${campaign.tenantId}/${campaign.campaignId}`, campaign]),
    ),
  };
}

/** The submissions that the lead lists before this one, in the order in which they run. */
export function storiesBefore({ id, tenantId, lead }: Story, { stories }: Findings): readonly Story[] {
  const listed = lead?.submissionIds ?? [];
  return listed
    .slice(0, Math.max(0, listed.indexOf(id.slice(tenantId.length + 1))))
    .flatMap((earlier) => stories.get(`${tenantId}/${earlier}`) ?? []);
}

/** Whether a line of the buyer's ledger records that a buyer accepted a lead. */
export function isAccept({ path, status }: Pick<LedgerLine, 'path' | 'status'>): boolean {
  return path.startsWith('/buyers/') && status >= 200 && status < 300;
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
  const phase = (phaseOf[a.stage] ?? 0) - (phaseOf[b.stage] ?? 0);
  return phase || a.generation - b.generation || (a.stage === b.stage ? 0 : a.stage === 'routing' ? -1 : 1);
}

/** The generation of routing that an attempt belongs to. */
export function generationOf({ _id }: Pick<AttemptDoc, '_id'>): number {
  return Number(_id.split('.').at(-2));
}

/** Groups the items by `keyOf`. */
export function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
