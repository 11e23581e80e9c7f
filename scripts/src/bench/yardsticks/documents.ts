/**
 * The documents that Sluice stores for a lead that qualifies, is routed and delivered: of the same size, in the same
 * collections under the same indexes. The yardsticks with a database write these.
 */
import { createHash } from 'node:crypto';
import { MongoClient, type Collection, type Db, type Document } from 'mongodb';
import type { BuyerAnswer } from './post-to-buyer.js';
import type { Person, Submitted } from './serve-submit.js';

/** The tenant that the yardsticks' leads belong to. */
export const yardstickTenant = 'bench';
export const counterKey = `${yardstickTenant}/cli_bench.daily.2026-01-01`;

/** A document identified by its key. */
export interface Keyed extends Document {
  readonly _id: string;
}

/** A submission as it is read back. */
export interface StoredSubmission extends Keyed {
  readonly leadId: string;
  readonly campaignId: string;
  readonly data: Person;
}

/**
 * The collections that the yardsticks write. As in Sluice, every write must be on disk and on a majority before it
 * counts.
 */
export async function openYardstickStore(url: string) {
  const client = new MongoClient(url, { writeConcern: { w: 'majority', journal: true }, maxPoolSize: 32 });
  const db: Db = (await client.connect()).db('sluice');
  const of = <T extends Keyed = Keyed>(name: string): Collection<T> => db.collection<T>(name);
  return {
    submissions: of<StoredSubmission>('submissions'),
    leads: of('leads'),
    claims: of('claims'),
    decisions: of('decisions'),
    counters: of('counters'),
    attempts: of('attempts'),
    close: () => client.close(),
  };
}

/** Creates the document that the first lead needs: the counter of its cap. */
export async function prepareYardstickStore(url: string): Promise<void> {
  const { counters, close } = await openYardstickStore(url);
  await counters.insertOne({ _id: counterKey, tenantId: yardstickTenant, open: [], confirmed: 0 });
  await close();
}

export type YardstickStore = Awaited<ReturnType<typeof openYardstickStore>>;

const tenantId = yardstickTenant;
const DUE_AFTER_MS = 20_000;
const LEASE_MS = 15_000;
const CLAIMED_FOR_MS = 30 * 86_400_000;

export const keyOf = (id: string): string => `${tenantId}/${id}`;

export function submissionOf({ leadId, submissionId, person }: Submitted, at: Date): StoredSubmission {
  return {
    _id: keyOf(submissionId),
    tenantId,
    leadId,
    campaignId: person.campaignId,
    kind: 'submit',
    isTest: false,
    data: person,
    acceptedAt: at,
    first: true,
    dueAt: new Date(at.getTime() + DUE_AFTER_MS),
  };
}

export function leadOf({ leadId, submissionId, person }: Submitted, at: Date): Keyed {
  const { firstName, lastName, email, phone, campaignId } = person;
  const digits = phone.slice(1);
  return {
    _id: keyOf(leadId),
    tenantId,
    campaignId,
    clientId: 'cli_bench',
    offerId: 'off_bench',
    data: person,
    isTest: false,
    status: 'pending',
    createdAt: at,
    updatedAt: at,
    lastSubmissionId: submissionId,
    search: [firstName, lastName, email, digits, digits.slice(1), leadId].map((word) => word.toLowerCase()),
    submissionIds: [submissionId],
  };
}

/** The claim on one of the values that identify a duplicate. */
export function claimOf(
  field: 'phone' | 'email',
  { _id, leadId, campaignId, data }: StoredSubmission,
): Keyed {
  const hash = createHash('sha256').update(data[field]).digest('base64url').slice(0, 32);
  return {
    _id: keyOf(`${campaignId}.${field}.${hash}`),
    tenantId,
    leadId,
    submissionId: _id,
    expiresAt: new Date(Date.now() + CLAIMED_FOR_MS),
  };
}

export const qualified = (submission: StoredSubmission): Keyed =>
  decisionOf(submission, 'qualification', {
    kind: 'qualified',
    trace: [
      { looked: 'dedupe', verdict: 'passed' },
      {
        looked: 'disqualification',
        verdict: 'unmatched',
        at: 'Not injured',
        values: { logicalOperator: 'AND' },
        of: [
          {
            looked: 'sub_rule',
            verdict: 'unmatched',
            values: { logicalOperator: 'AND' },
            of: [
              {
                looked: 'condition',
                at: 'injury',
                verdict: 'unmatched',
                values: {
                  operator: 'equals',
                  wanted: ['no'],
                  found: submission.data.questionnaire['injury'],
                },
              },
            ],
          },
        ],
      },
      { looked: 'field_rules', verdict: 'passed', values: { fields: 1 } },
      { looked: 'first_submission_action', verdict: 'skipped', because: 'none' },
    ],
    claims: [claimOf('phone', submission)._id, claimOf('email', submission)._id],
  });

export const routed = (submission: StoredSubmission): Keyed =>
  decisionOf(submission, 'routing', {
    kind: 'routed',
    campaignId: submission.campaignId,
    clientId: 'cli_bench',
    slots: [counterKey],
    reservedAt: new Date(),
    trace: [
      {
        looked: 'candidate',
        at: submission.campaignId,
        verdict: 'chosen',
        values: { via: 'own_campaign' },
        of: [
          {
            looked: 'limit',
            at: 'client daily',
            verdict: 'passed',
            values: { counter: counterKey, cap: 1_000_000 },
          },
        ],
      },
    ],
  });

export const delivered = (submission: StoredSubmission, { status, durationMs }: BuyerAnswer): Keyed =>
  decisionOf(submission, 'delivery', {
    kind: 'delivered',
    campaignId: submission.campaignId,
    clientId: 'cli_bench',
    trace: [
      { looked: 'destination', at: 'client posting URL', verdict: 'chosen' },
      {
        looked: 'attempt',
        at: '1',
        verdict: 'passed',
        because: 'accepted',
        values: { outcome: 'accepted', status, durationMs },
        of: [
          {
            looked: 'response_rule',
            at: 'default',
            verdict: 'matched',
            because: 'accepted',
            values: { status },
          },
        ],
      },
    ],
  });

export const decisionKey = (submissionKey: string, stage: string): string => `${submissionKey}.${stage}.0`;

function decisionOf({ _id, leadId }: StoredSubmission, stage: string, decision: Document): Keyed {
  return {
    _id: decisionKey(_id, stage),
    tenantId,
    leadId,
    stage,
    generation: 0,
    decision,
    decidedAt: new Date(),
  };
}

export const attemptKey = (submissionKey: string): string => `${submissionKey}.delivery.0.1`;

export function attemptOf({ _id }: StoredSubmission, url: string): Keyed {
  const startedAt = new Date();
  return {
    _id: attemptKey(_id),
    tenantId,
    n: 1,
    url,
    startedAt,
    leaseUntil: new Date(startedAt.getTime() + LEASE_MS),
  };
}

export const outcomeOf = ({ status, body, durationMs }: BuyerAnswer) => ({
  kind: 'accepted',
  endedAt: new Date(),
  durationMs,
  status,
  answer: body,
});

/** The updates that end a delivered lead. */
export const ends = {
  lead: (at: Date) => ({ $set: { status: 'delivered', updatedAt: at, ended: true } }),
  submission: (at: Date) => ({
    $set: {
      status: 'delivered',
      endedAt: at,
      placement: { campaignId: 'PLAIN', clientId: 'cli_bench', at },
    },
    $unset: { dueAt: '' as const },
  }),
};
