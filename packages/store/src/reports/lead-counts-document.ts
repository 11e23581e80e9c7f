/** How many leads a tenant has in each status, as stored; `@sluice/reports` counts them. */

/** Leads by status, as they were counted at an instant. */
export interface LeadCounts {
  readonly statuses: Readonly<Record<string, number>>;
  readonly at: Date;
}

/** A tenant's counts as stored, under the tenant. */
export interface LeadCountsDocument extends LeadCounts {
  readonly _id: string;
  /** How long the counting took. */
  readonly tookMs: number;
}
