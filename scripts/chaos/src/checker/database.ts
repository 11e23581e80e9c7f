/**
 * The run's database as plain documents. Deliberately read without the product's own code: a checker that used the same
 * code would make the same mistakes.
 */
import { MongoClient, type Db } from 'mongodb';

/** What stored documents have; `_id` begins with `<tenant>/`. */
interface Stored {
  readonly _id: string;
  readonly tenantId: string;
}

/** `_id` is `<tenant>/<submission>`. */
export interface SubmissionDoc extends Stored {
  readonly leadId: string;
  readonly campaignId: string;
  readonly status: string;
  readonly dueAt?: Date;
}

/** `submissionIds` are in the order in which they run. */
export interface LeadDoc extends Stored {
  readonly campaignId: string;
  readonly status: string;
  readonly lastSubmissionId: string;
  readonly submissionIds: readonly string[];
}

/** `_id` is `<tenant>/<submission>.<stage>.<generation>`. */
export interface DecisionDoc {
  readonly _id: string;
  readonly stage: string;
  readonly generation: number;
  readonly decidedAt: Date;
  readonly decision: {
    readonly kind: string;
    readonly reason?: string;
    readonly campaignId?: string;
    readonly clientId?: string;
    /** The submission that replaced this one, on `superseded`. */
    readonly by?: string;
    /** On `routed`: in that instant's periods the lead counts. */
    readonly reservedAt?: Date;
    /** On `delivered`, in units of `currency`. */
    readonly price?: number;
    readonly currency?: string;
    /** The count of the group's member, on `routed`. */
    readonly groupCount?: string;
    /** The buyers that said no before, on `routed`; the runs ask for no certificates, so each of them was asked. */
    readonly asked?: readonly object[];
  };
}

/** `_id` is `<tenant>/<submission>.delivery.<generation>.<n>`; `ending` is set if it was cancelled before it was made. */
export interface AttemptDoc {
  readonly _id: string;
  readonly startedAt: Date;
  readonly outcome?: { readonly kind: string; readonly nextAt?: Date };
  readonly ending?: object;
}

/** A pixel's `body` has the id under which the platform receives it. */
export interface EffectDoc extends Stored {
  readonly eventId: string;
  readonly status: string;
  readonly dueAt?: Date;
  readonly attempts: readonly { readonly outcome: string }[];
  readonly body?: { readonly order?: { readonly eventId?: string } };
}

/** An entry of the ledger; `_id` names its cause. */
export interface EntryDoc extends Stored {
  readonly type: string;
  readonly submissionId: string;
  readonly campaignId: string;
  readonly placedCampaignId: string;
  readonly clientId: string;
  readonly minor: number;
  readonly currency: string;
}

/** `_id` is `<tenant>/<submission>.return`. */
export interface ReturnDoc extends Stored {
  readonly returnId: string;
  readonly status: string;
  readonly submissionId: string;
  readonly placedCampaignId: string;
  readonly dueAt?: Date;
}

/** The periods that a count keeps. */
export const periods = ['hourly', 'daily', 'weekly', 'monthly', 'lifetime'] as const;

/** What was placed in a period, which begins at `start`, or ever: leads, and minor units by currency. */
interface PlacedDoc {
  readonly start?: Date;
  readonly placed: number;
  readonly money: Readonly<Record<string, number>>;
}

/** `_id` is `<tenant>/campaign.<code>`, `<tenant>/client.<id>` or `<tenant>/group.…`. */
export interface CountDoc extends Readonly<Record<(typeof periods)[number], PlacedDoc>> {
  readonly _id: string;
  readonly open: readonly OpenedDoc[];
}

/** Names that are open in a count, as a worker opened them together. */
interface OpenedDoc {
  readonly opening: string;
  readonly names: readonly string[];
}

/** Names of a count, whose `_id` is `count`, that have waited for a while. */
interface NamesSetAsideDoc {
  readonly _id: string;
  readonly count: string;
  readonly open: readonly OpenedDoc[];
}

/** All documents that the checker reads. */
export interface Database {
  /** What is planned until then has to be done: the database's time of the reading, or later. */
  readonly now: Date;
  readonly submissions: readonly SubmissionDoc[];
  readonly leads: readonly LeadDoc[];
  readonly decisions: readonly DecisionDoc[];
  readonly attempts: readonly AttemptDoc[];
  readonly effects: readonly EffectDoc[];
  readonly counts: readonly CountDoc[];
  readonly namesSetAside: readonly NamesSetAsideDoc[];
  readonly ledger: readonly EntryDoc[];
  readonly returns: readonly ReturnDoc[];
  /** Which submissions count as returned; `_id` is `<tenant>/returns.<campaign>.<month>`. */
  readonly returnQuotas: readonly (Stored & { readonly counted: readonly string[] })[];
  readonly claims: readonly (Stored & { readonly submissionId: string })[];
}

/** The collections, with what is large in them and not checked. */
const unread: Readonly<Record<Exclude<keyof Database, 'now'>, readonly string[]>> = {
  submissions: ['data'],
  leads: ['data', 'search'],
  decisions: ['decision.trace'],
  attempts: ['outcome.answer'],
  effects: ['body.message', 'attempts.answer'],
  counts: [],
  namesSetAside: [],
  ledger: [],
  returns: [],
  returnQuotas: [],
  claims: [],
};

/** The names that are open in a count, wherever they stand; several times if several openings have them. */
export function openNames({ counts, namesSetAside }: Database, id: string): readonly string[] {
  const open = [
    ...counts.filter(({ _id }) => _id === id),
    ...namesSetAside.filter(({ count }) => count === id),
  ].flatMap((one) => one.open);
  return open.flatMap(({ names }) => names);
}

/** Looks at the database at `url` over a connection of its own, which no earlier fault has hurt. */
export async function lookAt<T>(url: string, look: (db: Db) => Promise<T>): Promise<T> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 15_000 });
  try {
    return await look(client.db());
  } finally {
    await client.close();
  }
}

/** Reads everything; what is planned until `doneBy` has to be done. */
export async function readDatabase(db: Db, doneBy: Date): Promise<Database> {
  const { localTime } = (await db.admin().command({ hello: 1 })) as { localTime: Date };
  const read = Object.entries(unread).map(async ([name, fields]) => {
    const projection = Object.fromEntries(fields.map((field) => [field, 0]));
    return [name, await db.collection(name).find({}, { projection }).toArray()] as const;
  });
  const now = new Date(Math.max(localTime.getTime(), doneBy.getTime()));
  return { now, ...Object.fromEntries(await Promise.all(read)) } as Database;
}
