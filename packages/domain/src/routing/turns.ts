/** Whose turn it is in a group whose members share leads by weight (`round_robin`: every weight is 1). */

/** A member's share so far today. */
export interface Standing {
  /** Leads placed with it, or on their way there. */
  readonly leads: number;
  /** What it is credited with for the time in which it was away, apart from what it took. */
  readonly credit: number;
  /** Whether it had no room, was closed or was switched off when it was last looked at. */
  readonly isAway: boolean;
}

/** A member's number: what it has per weight. The lowest has the next turn. */
export function ratiosOf(
  members: readonly { readonly weight: number }[],
  standings: readonly Standing[],
): readonly number[] {
  const own = members.map(({ weight }, index) => {
    const { leads, credit } = standings[index] ?? nothing;
    return (leads + credit) / weight;
  });
  const present = own.filter((_, index) => !standings[index]?.isAway);
  const lowest = present.length === 0 ? 0 : Math.min(...present);
  // One that comes back joins the others where they are, instead of catching up.
  return own.map((ratio, index) => (standings[index]?.isAway ? Math.max(ratio, lowest) : ratio));
}

const nothing: Standing = { leads: 0, credit: 0, isAway: false };

/**
 * The place of the member with the lowest ratio. Of several, one that was away is looked at first, because it may be back;
 * else the first goes first.
 */
export function nextInTurn(ratios: readonly number[], standings: readonly Standing[]): number {
  const lowest = Math.min(...ratios);
  const mayBeBack = ratios.findIndex((ratio, index) => ratio === lowest && standings[index]?.isAway);
  return mayBeBack < 0 ? ratios.indexOf(lowest) : mayBeBack;
}

/** The credit of a member of this weight that comes back at `ratio`. */
export function creditAt(ratio: number, weight: number, leads: number): number {
  return Math.max(0, Math.round(ratio * weight - leads));
}
