/** A member as stored, and the possible results of a change. */
import type { AdminRole, Membership, MemberRole } from '@sluice/contracts';

export { INSTALLATION } from '@sluice/contracts';

/** What keeps a person in its place: the person's own account, or groups at a provider or proxy, which set the role. */
export type MemberVia = 'password' | 'oidc' | 'proxy';

/** A role of an operator in the installation, or of a member in a tenant. */
export type PlaceRole = AdminRole | MemberRole;

/** A person with a role in one place, under `<place>/<person>`. */
export interface MemberDocument<Role extends PlaceRole = PlaceRole> extends Pick<
  Membership,
  'clientId' | 'supplierId'
> {
  readonly _id: string;
  readonly userId: string;
  readonly address: string;
  readonly role: Role;
  readonly via: MemberVia;
  readonly createdAt: Date;
  readonly createdBy: string;
  /** A member of the tenant added them; absent: a person or key of the installation. */
  readonly byMember?: true;
  /** The id of the invitation that made the person's account too; absent: there was an account before. */
  readonly begunBy?: string;
  /** When the person last used this place, to the hour. */
  readonly lastSeenAt?: Date;
  /** Since when the person is not let in here. */
  readonly disabledAt?: Date;
  /** Set by a request that is about to take this member's role; meanwhile other requests do not count on the member. */
  readonly leaving?: { readonly token: string; readonly at: Date };
}

/** The result of a change. The last administrator or owner can neither be removed nor lose the role. */
export type MemberChanged = 'changed' | 'unknown' | 'last_one';
