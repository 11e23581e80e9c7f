/** Where the signature of a vendor's call stands, whatever the vendor: before the body, so that it is seen first. */
export interface HookSignature {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly receivedAt: Date;
}
