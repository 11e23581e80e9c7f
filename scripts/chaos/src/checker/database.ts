/**
 * The final contents of the database, as plain documents. Deliberately read without the product's own code: a checker
 * that used the same code would make the same mistakes.
 */
import { MongoClient, type Condition, type Db } from 'mongodb';

/** A submission as stored; `_id` is `<tenant>/<submission>`. */
export interface SubmissionDoc {
  readonly _id: string;
  readonly tenantId: string;
  readonly leadId: string;
  readonly campaignId: string;
  readonly status: string;
  readonly reason?: string;
  readonly dueAt?: Date;
  readonly endedAt?: Date;
}

/** A lead as stored. */
export interface LeadDoc {
  readonly _id: string;
  readonly tenantId: string;
  readonly campaignId: string;
  readonly status: string;
  readonly lastSubmissionId: string;
  /** In the order in which they run. */
  readonly submissionIds: readonly string[];
}

/** A decision as stored; `_id` is `<tenant>/<submission>.<stage>.<generation>`. */
export interface DecisionDoc {
  readonly _id: string;
  readonly stage: string;
  readonly generation: number;
  readonly decidedAt: Date;
  readonly decision: {
    readonly kind: string;
    readonly reason?: string;
    readonly campaignId?: string;
    /** The submission that replaced this one, on `superseded`. */
    readonly by?: string;
    readonly clientId?: string;
    /** When the names were opened, on `routed`: in that instant's periods the lead counts. */
    readonly reservedAt?: Date;
    /** What the client pays in units of `currency`, on `delivered`. */
    readonly price?: number;
    readonly currency?: string;
    /** The count of the group's member, on `routed`. */
    readonly groupCount?: string;
  };
}

/** An attempt as stored; `_id` is `<tenant>/<submission>.delivery.<generation>.<n>`. */
export interface AttemptDoc {
  readonly _id: string;
  readonly n: number;
  readonly startedAt: Date;
  readonly leaseUntil: Date;
  readonly outcome?: { readonly kind: string; readonly nextAt?: Date };
  /** Set if it was cancelled before it was made. */
  readonly ending?: object;
}

/** An effect as stored. */
export interface EffectDoc {
  readonly _id: string;
  readonly tenantId: string;
  readonly kind: string;
  readonly eventId: string;
  readonly status: string;
  readonly dueAt?: Date;
  readonly attempts: readonly { readonly outcome: string }[];
  /** For a pixel: the id under which the platform receives it. */
  readonly body?: { readonly order?: { readonly eventId?: string } };
}

/** What was placed in a period, which begins at `start`, or ever: leads, and minor units by currency. */
export interface PlacedDoc {
  readonly start?: Date;
  readonly placed: number;
  readonly money: Readonly<Record<string, number>>;
}

/** An entry of the ledger as stored; `_id` names its cause. */
export interface EntryDoc {
  readonly _id: string;
  readonly tenantId: string;
  readonly type: string;
  readonly submissionId: string;
  readonly campaignId: string;
  readonly placedCampaignId: string;
  readonly clientId: string;
  readonly minor: number;
  readonly currency: string;
}

/** A return as stored; `_id` is `<tenant>/<submission>.return`. */
export interface ReturnDoc {
  readonly _id: string;
  readonly tenantId: string;
  readonly returnId: string;
  readonly status: string;
  readonly submissionId: string;
  readonly placedCampaignId: string;
  readonly dueAt?: Date;
}

/** The returns of a campaign and month as stored; `_id` is `<tenant>/returns.<campaign>.<month>`. */
export interface ReturnQuotaDoc {
  readonly _id: string;
  readonly tenantId: string;
  /** The submissions whose sales count as returned. */
  readonly counted: readonly string[];
}

/** The periods that a count keeps. */
export const periods = ['hourly', 'daily', 'weekly', 'monthly', 'lifetime'] as const;

/** A count as stored; `_id` is `<tenant>/campaign.<code>`, `<tenant>/client.<id>` or `<tenant>/group.…`. */
export interface CountDoc extends Readonly<Record<(typeof periods)[number], PlacedDoc>> {
  readonly _id: string;
  readonly open: readonly { readonly name: string }[];
}

/** A duplicate claim as stored. */
export interface ClaimDoc {
  readonly _id: string;
  readonly tenantId: string;
  readonly submissionId: string;
}

/** An idempotency claim as stored. */
export interface IdempotencyDoc {
  readonly _id: string;
  readonly leaseUntil: Date;
  readonly answer?: unknown;
}

/** All documents that the checker reads. */
export interface Database {
  /** The database's own time of the reading. */
  readonly now: Date;
  readonly submissions: readonly SubmissionDoc[];
  readonly leads: readonly LeadDoc[];
  readonly decisions: readonly DecisionDoc[];
  readonly attempts: readonly AttemptDoc[];
  readonly effects: readonly EffectDoc[];
  readonly counts: readonly CountDoc[];
  readonly ledger: readonly EntryDoc[];
  readonly returns: readonly ReturnDoc[];
  readonly returnQuotas: readonly ReturnQuotaDoc[];
  readonly claims: readonly ClaimDoc[];
  readonly idempotency: readonly IdempotencyDoc[];
}

/** When a submission was accepted and when it ended. */
export interface Pace {
  readonly acceptedAt: Date;
  readonly endedAt?: Date;
}

/** An open connection to the database. */
export interface DatabaseReader {
  read(): Promise<Database>;
  /** Counts the submissions and effects that are due by `instant`, except those of `ignoredCampaigns`. */
  dueUntil(instant: Date, ignoredCampaigns: readonly string[]): Promise<number>;
  /** Counts the submissions and effects that have nothing left to do. */
  finished(): Promise<number>;
  /** The acceptance and end of each submission accepted since `instant`. */
  pacesSince(instant: Date): Promise<readonly Pace[]>;
  close(): Promise<void>;
}

/** Opens the database at `url` for these tenants. */
export function openDatabase(url: string, tenants: readonly string[]): DatabaseReader {
  const client = new MongoClient(url);
  const db = client.db();
  // Due work of these tenants is found by an index, because this query runs every two seconds against a busy database.
  const dueOf = (dueAt: Condition<Date>) => ({ tenantId: { $in: [...tenants] }, dueAt });
  return {
    read: () => readAll(db),
    async dueUntil(instant, ignoredCampaigns) {
      const due = dueOf({ $lte: instant });
      const [submissions, effects] = await Promise.all([
        db.collection('submissions').countDocuments({ ...due, campaignId: { $nin: [...ignoredCampaigns] } }),
        db.collection('effects').countDocuments(due),
      ]);
      return submissions + effects;
    },
    async finished() {
      // After a kill the database only estimates its number of documents, which is enough to see progress.
      const counts = await Promise.all(
        ['submissions', 'effects'].map(async (name) => {
          const all = await db.collection(name).estimatedDocumentCount();
          return all - (await db.collection(name).countDocuments(dueOf({ $exists: true })));
        }),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },
    pacesSince: (instant) =>
      db
        .collection('submissions')
        .find({ acceptedAt: { $gte: instant } })
        .project<Pace>({ _id: 0, acceptedAt: 1, endedAt: 1 })
        .toArray(),
    close: () => client.close(),
  };
}

async function timeOf(db: Db): Promise<Date> {
  return ((await db.admin().command({ hello: 1 })) as { localTime: Date }).localTime;
}

async function readAll(db: Db): Promise<Database> {
  const all = async <T>(name: string, leave: Readonly<Record<string, 0>> = {}) =>
    (await db.collection(name).find({}, { projection: leave }).toArray()) as unknown as readonly T[];
  return {
    now: await timeOf(db),
    submissions: await all<SubmissionDoc>('submissions', { data: 0 }),
    leads: await all<LeadDoc>('leads', { data: 0, search: 0 }),
    decisions: await all<DecisionDoc>('decisions', { 'decision.trace': 0 }),
    attempts: await all<AttemptDoc>('attempts', { 'outcome.answer': 0 }),
    effects: await all<EffectDoc>('effects', { 'body.message': 0, 'attempts.answer': 0 }),
    counts: await all<CountDoc>('counts'),
    ledger: await all<EntryDoc>('ledger'),
    returns: await all<ReturnDoc>('returns'),
    returnQuotas: await all<ReturnQuotaDoc>('returnQuotas'),
    claims: await all<ClaimDoc>('claims'),
    idempotency: await all<IdempotencyDoc>('idempotency', { 'answer.body': 0 }),
  };
}
