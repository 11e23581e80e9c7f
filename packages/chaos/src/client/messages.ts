/** What an affiliate's process is told to do, and what it says of itself. */

/** From the run to the process. */
export type ClientOrder =
  /** Posts so many leads a second, each to one of `campaigns`, for `seconds` or until told to finish. */
  | {
      readonly order: 'steady';
      readonly seconds?: number;
      readonly perSecond: number;
      readonly campaigns: readonly { readonly campaignId: string; readonly weight: number }[];
    }
  /** Posts leads as fast as they are answered, for at most `seconds`; with `twins`, each person twice at once as two leads. */
  | {
      readonly order: 'burst';
      readonly campaignId: string;
      readonly count: number;
      readonly seconds?: number;
      readonly atOnce: number;
      readonly twins: boolean;
    }
  /** Looks at another tenant's lead, which must not be there. */
  | { readonly order: 'probe'; readonly leadId: string }
  /** Stops posting, asks on for what was not answered, and ends. */
  | { readonly order: 'finish'; readonly withinMs: number };

/** From the process to the run. */
export interface ClientReport {
  /** A lead of this tenant, now and then, for others to look for. */
  readonly leadId: string;
}
