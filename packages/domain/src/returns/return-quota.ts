/** How many of the leads that were placed in a month may be returned. */

// A percentage is no exact binary number: 15 percent of 20 must be 3, not 4.
const EXACT = 1e-9;

/** The most returns of `placed` leads, rounded up to whole leads. */
export function mostReturns(placed: number, maximumPercent: number): number {
  return Math.max(0, Math.ceil((placed * maximumPercent) / 100 - EXACT));
}

/** So many placed leads surely allow one more return than `returned`; Infinity if none do. */
export function placedToAllowMore(returned: number, maximumPercent: number): number {
  return maximumPercent === 0 ? Infinity : Math.floor((returned * 100) / maximumPercent) + 2;
}
