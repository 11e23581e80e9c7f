/**
 * What the library of identity keeps. It writes these documents itself (packages/identity); everything else knows only
 * the fields named here.
 */

/** A person's account. */
export interface IdentityUserDocument {
  readonly _id: string;
  readonly name: string;
  /** In lower case; of a person without a mailbox it ends in `.invalid`. */
  readonly email: string;
}

/** A way in of an account: its password, or the person's identity at a provider or proxy. */
export interface IdentityAccountDocument {
  readonly _id: string;
  readonly userId: string;
  readonly providerId: string;
  readonly accountId: string;
}

/** A session. Its token alone lets nobody in: the cookie also has a signature by a key that is not stored. */
export interface IdentitySessionDocument {
  readonly _id: string;
  readonly userId: string;
  readonly token: string;
  readonly expiresAt: Date;
  readonly updatedAt: Date;
}

/** A link to set a password, stored under the hash of its token. */
export interface IdentityVerificationDocument {
  readonly _id: string;
  readonly identifier: string;
  readonly expiresAt: Date;
}

/** A second factor. Its secret and recovery codes are encrypted with a key that is not stored. */
export interface IdentityTwoFactorDocument {
  readonly _id: string;
  readonly userId: string;
  readonly secret: string;
  readonly recoveryCodes: string;
  /** Whether a code has confirmed it: until then it is asked of nobody. */
  readonly verified: boolean;
  /** The latest period of 30 s since 1970 whose code was used. */
  readonly usedStep: number;
}
