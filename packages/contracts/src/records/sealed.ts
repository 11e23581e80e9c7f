/** What is stored encrypted. */

/** A sealed value, base64, with the fingerprint of the key that sealed it. */
export interface Sealed {
  readonly keyId: string;
  readonly nonce: string;
  readonly tag: string;
  readonly data: string;
}
