/** What is known about a lead while a decision about it is made. */
import type { Condition, LeadData, LeadSource, LookupAnswers } from '@sluice/contracts';

/** A value that a condition or a value set compares with. */
export type ConditionValue = Condition['value'][number];

/** The lead, its files, the tenant's value sets and the time: everything that conditions can read. */
export interface LeadFacts extends LeadSource {
  readonly leadId: string;
  readonly campaignId: string;
  readonly isTest: boolean;
  readonly data: LeadData;
  readonly files: readonly { readonly fileKey: string; readonly status: string }[];
  /** Values by value set id. A set that is not listed is missing, and conditions on it do not match. */
  readonly valueSets: ReadonlyMap<string, readonly ConditionValue[]>;
  /** What look-ups have answered about it, by their ids. */
  readonly lookups?: LookupAnswers;
  readonly now: Date;
  /** The time zone for dates and ages; UTC if absent. */
  readonly timezone?: string;
}
