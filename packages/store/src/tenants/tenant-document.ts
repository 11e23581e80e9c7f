/** A tenant as stored: its settings, and beside them its sealed credentials and secrets. */
import type { Sealed, Tenant } from '@sluice/contracts';

/** A tenant as stored. */
export interface TenantDocument extends Omit<Tenant, 'tenantId'> {
  readonly _id: string;
  readonly credentials?: Sealed;
  /**
   * What is known about the credentials without unsealing them, by vendor; absent for credentials that were stored before
   * these facts were.
   */
  readonly credentialFacts?: Readonly<Record<string, CredentialFacts>>;
  /** Named secrets, each sealed. */
  readonly secrets?: Readonly<Record<string, SecretDocument>>;
  /** Whether it ever had a suppression list; of all others, none is read. */
  readonly hasLists?: true;
  /** Whether the consequences of a configuration change are not all done. */
  readonly changing?: boolean;
  /** Since when; absent for changes that an earlier release began. */
  readonly changingSince?: Date;
  /** The versions that the last plans made which wrote the settings, the credentials and each secret. */
  readonly plans?: {
    readonly settings?: number;
    readonly credentials?: number;
    readonly secrets?: Readonly<Record<string, number>>;
  };
}

/** Vendors' credentials, sealed, with what is known about them. */
export interface SealedCredentials {
  readonly credentials: Sealed;
  readonly credentialFacts: Readonly<Record<string, CredentialFacts>>;
}

/** What is known about a vendor's credentials without unsealing them. */
export interface CredentialFacts {
  /** The names of the fields that are not empty. */
  readonly fields: readonly string[];
  readonly setAt: Date;
}

/** A secret as stored, under its name. */
export interface SecretDocument {
  readonly sealed: Sealed;
  readonly setAt: Date;
}
