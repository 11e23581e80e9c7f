/**
 * What findings are made of: one observation of the installation. Whoever reads the stores hands it over; a part that
 * was not looked at, or could not be read, is absent and has no findings.
 */
import type { NowState } from '@sluice/contracts';
import type { FailingPostbacks, SwitchedOffOfTenant, UnreadRule } from '@sluice/store';
import type { AttentionOfTenant } from '../attention/alerted-leads.js';
import type { CrashingSubmission } from '../attention/needs-attention.js';

/** One observation of the installation. */
export interface Observation {
  readonly at: Date;
  readonly away: readonly StoreAway[];
  readonly stages?: readonly Stage[];
  readonly held?: readonly HeldLeads[];
  /** Buyers that fail, or whose circuit is open. */
  readonly buyers?: readonly TroubledBuyer[];
  /** Its servers, or only the fullest. */
  readonly redis?: readonly RedisServer[];
  readonly disk?: { readonly usedBytes: number; readonly totalBytes: number };
  readonly lag?: { readonly overdue: number; readonly oldestMs: number };
  /** The age of the oldest lead in progress that is not held. */
  readonly oldestInProgressMs?: number;
  /** When the lease of the sweeping process ends. */
  readonly leaderUntil?: Date;
  /** Leads that need attention, by tenant and cause. */
  readonly needingAttention?: readonly NeedingAttention[];
  /** Submissions that repeatedly crash their workers. */
  readonly crashing?: readonly (CrashingSubmission & OfTenant)[];
  /** Documents that could not be sent to their vendor, by tenant. */
  readonly unsentDocuments?: readonly CountedOfTenant[];
  /** Certificates of consent that could not be retained after a sale, by tenant. */
  readonly unretained?: readonly CountedOfTenant[];
  /** Holds on calls to the outside; a hold without a tenant is one of the whole installation. */
  readonly holds?: readonly ActiveHold[];
  /** Buyers whose latest answers their endpoint's rules could not all read, and vendors of checks with unusable ones. */
  readonly unreadBuyers?: readonly UnreadBuyer[];
  /** Rules that meet too many values which are no numbers or no dates. */
  readonly unreadRules?: readonly UnreadRule[];
  /** Budgets that are exceeded in their running period. */
  readonly overspent?: readonly OverspentBudget[];
  /** Campaigns that leads wait for, because as many as may be are on their way there. */
  readonly waitingAt?: readonly WaitingAt[];
  /** Webhook receivers that were switched off, by tenant. */
  readonly receiversOff?: readonly (SwitchedOffOfTenant & Named)[];
  /** Suppliers whose postbacks have all failed for a while, the last of them within a day. */
  readonly failingPostbacks?: readonly Omit<FailingPostbacks, 'address'>[];
  /** Tenants whose configuration was begun to be changed a while ago. */
  readonly unfinishedChanges?: readonly OfTenant[];
  /** The lists above that hold only the first of more, and how many those are. */
  readonly cutShort?: readonly CutShort[];
}

/** The lists that are read only up to a bound. */
export type BoundedList =
  | 'buyers'
  | 'unreadBuyers'
  | 'unreadRules'
  | 'failingPostbacks'
  | 'unfinishedChanges';

/** A list that holds only the first of more. */
export interface CutShort {
  readonly list: BoundedList;
  readonly listed: number;
}

/** A queue, as the first page shows it. */
export type Stage = NonNullable<NowState['stages']>[number];
/** Leads that wait for opening hours or for a cap. */
export type HeldLeads = NonNullable<NowState['held']>[number];
/** A buyer that fails, or whose circuit is open. */
export type TroubledBuyer = NonNullable<NowState['buyers']>[number];

interface OfTenant {
  readonly tenantId: string;
}

/** Some of those that are counted, by name, for readers that have looked them up. */
interface Named {
  readonly named?: readonly string[];
}

/** Leads of a tenant that need attention for the same reason. */
export type NeedingAttention = Omit<AttentionOfTenant, 'since'> & Partial<AttentionOfTenant> & Named;

/** How many of a tenant. */
interface CountedOfTenant extends OfTenant, Named {
  readonly count: number;
}

/** A store that does not answer. */
export interface StoreAway {
  readonly store: 'mongodb' | 'redis';
  /** Where it was looked for, and what happened: ` at mongodb://… (refused)`. */
  readonly where?: string;
}

/** A Redis server's memory. */
export interface RedisServer {
  /** Its address, if there are several. */
  readonly address?: string;
  readonly usedBytes: number;
  /** 0 if unlimited. */
  readonly mostBytes: number;
}

/** An operator's hold on calls to the outside. */
export interface ActiveHold {
  readonly tenantId?: string;
  readonly by: string;
  /** Put by a member of the tenant. */
  readonly byMember?: true | undefined;
  /** That of the whole installation, as a tenant whose calls it stops is shown it. */
  readonly ofAll?: true;
  readonly reason?: string;
  readonly since: Date;
  /** How many leads it keeps from being sent, as far as they are counted. */
  readonly waiting?: number;
}

/** A buyer whose answers are not what the response rules of its endpoint read. */
export interface UnreadBuyer extends OfTenant {
  readonly receiver: string;
  readonly buyer: string;
  /** It is the tenant's language model, and its answers held no verdict. */
  readonly isModel?: boolean;
  /** How many leads a vendor of a check holds; of a buyer, none wait for this. */
  readonly waiting?: number;
  /** How many of its latest answers could not be read. */
  readonly unread: number;
  readonly latest: number;
  /** When the first of them came. */
  readonly since: Date;
}

/** An exceeded budget. */
export interface OverspentBudget extends OfTenant {
  readonly of: 'campaign' | 'client';
  /** The id of that campaign or client. */
  readonly id: string;
  /** The type of the period, e.g. `daily`. */
  readonly period: string;
  readonly currency: string;
  /** In units of the currency. */
  readonly budget: number;
  /** What is placed in the period, or expected of leads on their way. */
  readonly spent: number;
  /** When the period ends; absent for a lifetime. */
  readonly turnsAt?: Date;
}

/** Leads that wait for one campaign. */
export interface WaitingAt extends OfTenant {
  readonly campaignId: string;
  readonly waiting: number;
  /** Since when the oldest of them waits. */
  readonly since: Date;
}

/** What a buyer answered, a rule met, or ended failed, longer ago is no finding any more. */
export const RECENT_MS = 24 * 3_600_000;
/** What happened before is no finding any more. */
export function recently(now: Date): Date {
  return new Date(now.getTime() - RECENT_MS);
}
/** A change of a configuration that was begun longer ago is unfinished. */
export const CHANGE_LATE_MS = 60_000;
