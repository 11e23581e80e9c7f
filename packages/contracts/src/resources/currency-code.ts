/** Whether a text is a currency code of ISO 4217. */

// Codes missing from the platform's list: funds, metals and codes for no currency, and codes newer than some platforms.
const beyondPlatform =
  'BOV CHE CHW CLF COU MXV USN UYI UYW VED XAD XAG XAU XBA XBB XBC XBD XCG XDR XPD XPT XSU XTS XUA XXX ZWG';

const known = new Set([...Intl.supportedValuesOf('currency'), ...beyondPlatform.split(' ')]);

/** Whether `code`, ignoring case, is a currency code of ISO 4217. */
export function isCurrencyCode(code: string): boolean {
  return known.has(code.toUpperCase());
}
