/**
 * A lead's data as the pipeline uses it: as sent, but normalised. Stored in each submission, so that a repeated
 * decision uses the same values.
 */

/** Values of one lead. Absent means not sent. */
export interface LeadData {
  /** Without white space or invisible characters at its ends, as is the last name. */
  readonly firstName?: string;
  readonly lastName?: string;
  /** In the one spelling that `canonicalEmail` gives it. */
  readonly email?: string;
  /** E.164 if valid; otherwise as sent, with `phoneValid: false`. */
  readonly phone?: string;
  readonly phoneValid?: boolean;
  readonly address?: {
    readonly street?: string;
    readonly city?: string;
    readonly state?: string;
    readonly zip?: string;
  };
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth?: string;
  /** ISO 3166 alpha-2, upper case. */
  readonly country?: string;
  readonly timezone?: string;
  readonly timezoneSource?: string;
  readonly files?: readonly unknown[];
  /** Answers by field key. */
  readonly questionnaire?: Readonly<Record<string, unknown>>;
  /** Items of a questionnaire in array form that match no field key, as sent. */
  readonly unmatchedAnswers?: readonly unknown[];
  readonly attribution?: Readonly<Record<string, unknown>>;
  readonly compliance?: Readonly<Record<string, unknown>>;
  readonly flags?: Readonly<Record<string, unknown>>;
  readonly customFields?: Readonly<Record<string, unknown>>;
  readonly notes?: string | readonly unknown[];
  /** The sent form of values that normalisation changed. */
  readonly asSent?: {
    readonly firstName?: string;
    readonly lastName?: string;
    readonly email?: string;
    readonly phone?: string;
  };
}
