/** The messages between the run and an affiliate's process. */

/** From the run to the process. */
export type ClientOrder =
  /** Posts this many leads a second, each to one of `campaigns`, for `seconds` or until it must finish. */
  | {
      readonly order: 'steady';
      readonly seconds?: number;
      readonly perSecond: number;
      readonly campaigns: readonly { readonly campaignId: string; readonly weight: number }[];
    }
  /**
   * Posts leads as fast as they are answered, for at most `seconds`; with `twins`, each person twice at once as two
   * leads.
   */
  | {
      readonly order: 'burst';
      readonly campaignId: string;
      readonly count: number;
      readonly seconds?: number;
      readonly atOnce: number;
      readonly twins: boolean;
    }
  /** Requests another tenant's lead, which must not be found. */
  | { readonly order: 'probe'; readonly leadId: string }
  /** Stops posting, repeats unanswered requests, and ends. */
  | { readonly order: 'finish'; readonly withinMs: number };

/** From the process to the run. */
export interface ClientReport {
  /** A sample of this tenant's leads, for other tenants to probe. */
  readonly leadId: string;
}
