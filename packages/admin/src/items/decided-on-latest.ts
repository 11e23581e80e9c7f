/** People who change the same thing at once: each decides on what the others have left. */

// Of those who click at once, one is taken in each round.
const ROUNDS = 50;

/** Whether something was changed. */
interface Decided {
  readonly made: boolean;
}

/**
 * The result of `decide`, which reads what it changes, and answers undefined if somebody else has changed that meanwhile:
 * then it decides again. `made` is also true if only an earlier round may have made the change.
 * @throws Error if others changed `what` again and again
 */
export async function decidedOnLatest<T extends Decided>(
  what: string,
  decide: () => Promise<T | undefined>,
): Promise<T> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const decided = await decide();
    // A plan that is carried out meanwhile makes the change a second time, which then finds the first.
    if (decided) return { ...decided, made: decided.made || round > 0 };
  }
  throw new Error(`${what} kept changing`);
}
