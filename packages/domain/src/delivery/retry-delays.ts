/** The delay after each failed attempt, before jitter. There is at most one attempt more than there are entries. */
export const deliveryRetryDelaysMs = [5_000, 30_000, 120_000, 600_000, 1_800_000] as const;
