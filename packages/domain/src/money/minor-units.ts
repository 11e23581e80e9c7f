/** Amounts of money in minor units of their currency, such as cents. */

/** The amount in minor units, rounded half up; undefined if it is too large to be counted exactly. */
export function minorUnits(amount: number, currency: string): number | undefined {
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits;
  // Decimal digits move exactly in text, where a multiplication would turn 1.005 into 100.49999999999999.
  const moved = /e/.test(`${amount}`) ? amount * 10 ** (digits ?? 2) : Number(`${amount}e${digits ?? 2}`);
  const minor = Math.round(moved);
  return Number.isSafeInteger(minor) ? minor : undefined;
}
