/** What is known of a lead while a decision about it is made. */
import type { Condition, LeadData } from '@sluice/contracts';

/** A value that a condition or a value set compares with. */
export type ConditionValue = Condition['value'][number];

/** The lead, its files, the tenant's value sets and the time: everything that conditions may look at. */
export interface LeadFacts {
  readonly leadId: string;
  readonly campaignId: string;
  readonly isTest: boolean;
  readonly data: LeadData;
  readonly files: readonly { readonly fileKey: string; readonly status: string }[];
  /** Values by value set id. A set that is not here is missing, and conditions on it do not match. */
  readonly valueSets: ReadonlyMap<string, readonly ConditionValue[]>;
  readonly now: Date;
  /** Where "today" is read for dates and ages; UTC when absent. */
  readonly timezone?: string;
}
