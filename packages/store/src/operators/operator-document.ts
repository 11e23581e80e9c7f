/** An operator as stored, and what can come of a change. */

/** What an operator may do; each role may what the one before it may. */
export const operatorRoles = ['view', 'operate', 'administer'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** How an operator proves who they are. */
export type OperatorVia = 'password' | 'oidc' | 'proxy';

/** An operator as stored, under the name. */
export interface OperatorDocument {
  readonly _id: string;
  readonly role: OperatorRole;
  readonly via: OperatorVia;
  /** Absent where someone else keeps the password: the environment, a provider or a proxy. */
  readonly passwordHash?: string;
  /** Who the person is to a provider: its issuer and its own id. */
  readonly subject?: string;
  /** Changes with everything that ends the operator's sessions. */
  readonly version: string;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly lastLoginAt?: Date;
  /** Since when the operator may not log in. */
  readonly disabledAt?: Date;
  /** A request that is about to make this administrator none; while it stands, others do not count on them. */
  readonly leaving?: { readonly token: string; readonly at: Date };
}

/** What came of a change: the last administrator can neither be removed nor lose the role. */
export type OperatorChanged = 'changed' | 'unknown' | 'last_administrator';
