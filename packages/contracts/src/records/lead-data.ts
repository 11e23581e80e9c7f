/**
 * A lead's data as the pipeline decides on it: what was sent, normalised. Travels inside each submission,
 * so that a decision rests on the same values however often it is asked for.
 */

/** Values of one lead. Absent means not sent. */
export interface LeadData {
  readonly firstName?: string;
  readonly lastName?: string;
  /** Trimmed and lower-cased. */
  readonly email?: string;
  /** E.164 when valid; as it was sent, with `phoneValid: false`, when not. */
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
  /** Items of a questionnaire in array form that match no field key, as they came. */
  readonly unmatchedAnswers?: readonly unknown[];
  readonly attribution?: Readonly<Record<string, unknown>>;
  readonly compliance?: Readonly<Record<string, unknown>>;
  readonly flags?: Readonly<Record<string, unknown>>;
  readonly customFields?: Readonly<Record<string, unknown>>;
  readonly notes?: string | readonly unknown[];
  /** What normalising changed, as it was sent. */
  readonly asSent?: { readonly email?: string; readonly phone?: string };
}
