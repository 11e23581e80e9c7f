/**
 * The composition of examples/leads.csv, planned to the row: the README's table, the generator and the tests rely on
 * these counts. The outcomes are those of campaign ACMRU of the demo tenant if it has no other leads.
 */

/** Ordinary leads, each of which the buyer accepts once. */
const unremarkable = 720;

/** Leads whose answer to `injury` is "no" in some spelling. */
const disqualified = 75;

/**
 * Sets of leads that dedupe takes for one person, by the value that they have in common, with the number of sets. All
 * members of a set have that value and qualify otherwise, so that the first one decided wins and the others are
 * duplicates. The counts do not depend on the order of decisions.
 */
const duplicateSets = {
  /** The same number in another notation, with a different address. */
  phoneWrittenDifferently: { sets: 25, members: 2 },
  /** The same address in different case, with a different number. */
  emailInOtherCase: { sets: 20, members: 2 },
  /** Two people of one household: the same number, different names and addresses. */
  household: { sets: 15, members: 2 },
  /** The same person again, a moment or a day later. */
  sentTwice: { sets: 10, members: 2 },
  /** One number in three notations. */
  phoneInThreeWritings: { sets: 5, members: 3 },
  /** One mailbox used by two people. */
  sharedMailbox: { sets: 5, members: 2 },
} as const;

/** Rows that the interface refuses with VALIDATION_ERROR, by their fault. */
const refused = {
  noLastName: 6,
  noFirstName: 3,
  noEmail: 3,
  noPhone: 3,
  badEmail: 6,
  shortPhone: 6,
  lettersInPhone: 3,
  lowerCaseCountry: 4,
  threeLetterCountry: 2,
  dateOfBirthNotIso: 2,
  twoProblems: 2,
} as const;

/** The kinds of duplicate sets, see {@link plan}. */
export type DuplicateSetKind = keyof typeof duplicateSets;

/** The kinds of faulty rows, see {@link plan}. */
export type RefusalKind = keyof typeof refused;

/** The composition of the file. */
export const plan = { unremarkable, disqualified, duplicateSets, refused } as const;

const sets = Object.values(duplicateSets);
const winners = sets.reduce((sum, { sets: count }) => sum + count, 0);
const losers = sets.reduce((sum, { sets: count, members }) => sum + count * (members - 1), 0);
const refusals = Object.values(refused).reduce((sum, count) => sum + count, 0);

/**
 * The expected counts of each outcome after `sluice send examples/leads.csv --campaign ACMRU` and the pipeline have
 * finished.
 */
export const plannedCounts = {
  rows: unremarkable + disqualified + winners + losers + refusals,
  refused: refusals,
  accepted: unremarkable + disqualified + winners + losers,
  delivered: unremarkable + winners,
  duplicate: losers,
  disqualified,
} as const;
