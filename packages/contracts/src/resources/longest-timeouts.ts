/**
 * The longest timeouts that a tenant may configure; job budgets, which must exceed every call, are derived from them.
 */

/** The longest timeout in seconds of a call to a buyer, a webhook receiver, a first-submission webhook, or a look-up. */
export const longestTimeoutSeconds = {
  delivery: 120,
  webhook: 120,
  firstSubmission: 300,
  lookup: 30,
} as const;
