/** An operator as stored, and the possible results of a change. */

/** What an operator may do; each role includes the one before it. */
export const operatorRoles = ['view', 'operate', 'administer'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** How an operator authenticates. */
export type OperatorVia = 'password' | 'oidc' | 'proxy';

/** An operator as stored, under the name. */
export interface OperatorDocument {
  readonly _id: string;
  readonly role: OperatorRole;
  readonly via: OperatorVia;
  /** Absent if the password is not kept here but by the environment, a provider or a proxy. */
  readonly passwordHash?: string;
  /** The person's identity at a provider: its issuer and its own id. */
  readonly subject?: string;
  /** Changes with everything that ends the operator's sessions. */
  readonly version: string;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly lastLoginAt?: Date;
  /** Since when the operator may not log in. */
  readonly disabledAt?: Date;
  /** Set by a request that is about to remove this administrator; meanwhile other requests do not count on them. */
  readonly leaving?: { readonly token: string; readonly at: Date };
}

/** The result of a change. The last administrator can neither be removed nor lose the role. */
export type OperatorChanged = 'changed' | 'unknown' | 'last_administrator';
