/** Currency codes of ISO 4217, and how many decimals their amounts have. */

// Codes missing from the platform's list: funds, metals and codes for no currency, and codes newer than some platforms.
const beyondPlatform =
  'BOV CHE CHW CLF COU MXV USN UYI UYW VED XAD XAG XAU XBA XBB XBC XBD XCG XDR XPD XPT XSU XTS XUA XXX ZWG';

const known = new Set([...Intl.supportedValuesOf('currency'), ...beyondPlatform.split(' ')]);

/** Whether `code`, ignoring case, is a currency code of ISO 4217. */
export function isCurrencyCode(code: string): boolean {
  return known.has(code.toUpperCase());
}

// Of ISO 4217, list one. Platforms give the digits that are in use, which change from one release to the next.
const unusualDigits: readonly (readonly [digits: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];
const digitsOf = new Map(
  unusualDigits.flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, digits] as const)),
);

/**
 * How many decimals amounts in a currency have by ISO 4217, e.g. 2 for USD, 0 for JPY, 3 for KWD. Stored amounts are in
 * minor units, so this never changes for a code.
 */
export function currencyDigits(code: string): number {
  return digitsOf.get(code) ?? 2;
}
