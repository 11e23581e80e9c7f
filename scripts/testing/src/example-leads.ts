/**
 * What becomes of the rows of examples/leads.csv, sent for campaign ACMRU of the demo tenant if it has no other leads. The
 * README has the same counts, with the reasons.
 */
export const exampleLeads = {
  rows: 1_000,
  refused: 40,
  accepted: 960,
  delivered: 800,
  duplicate: 85,
  disqualified: 75,
} as const;
