/** Currency codes of ISO 4217, and how many decimals their amounts have. */

// Codes missing from the platform's list: funds, metals and codes for no currency, and codes newer than some platforms.
const beyondPlatform =
  'BOV CHE CHW CLF COU MXV USN UYI UYW VED XAD XAG XAU XBA XBB XBC XBD XCG XDR XPD XPT XSU XTS XUA XXX ZWG';

const known = new Set([...Intl.supportedValuesOf('currency'), ...beyondPlatform.split(' ')]);

/** Whether `code`, ignoring case, is a currency code of ISO 4217. */
export function isCurrencyCode(code: string): boolean {
  return known.has(code.toUpperCase());
}

const digitsOf = new Map<string, number>();

/** How many decimals amounts in a currency have, e.g. 2 for USD, 0 for JPY, 3 for KWD. `code` is one of ISO 4217. */
export function currencyDigits(code: string): number {
  const known = digitsOf.get(code);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  digitsOf.set(code, digits);
  return digits;
}
