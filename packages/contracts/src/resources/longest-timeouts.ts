/** The longest timeouts that a tenant may write; what has to outlast a call (a job's budget) follows from them. */

/** Seconds until a call to a buyer, a webhook receiver, or a first-submission webhook is given up at the latest. */
export const longestTimeoutSeconds = { delivery: 120, webhook: 120, firstSubmission: 300 } as const;
