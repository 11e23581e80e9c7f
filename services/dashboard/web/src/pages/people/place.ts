/** A place whose people are managed: a tenant with its members, or the installation with its operators. */
import { adminRoles, memberRoles, type AdminRole, type MemberRole } from '@sluice/contracts/words';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';

export type PlaceRole = AdminRole | MemberRole;

export interface Place {
  /** Its name within a sentence. */
  readonly name: string;
  /** What its people are called, and who may manage them. */
  readonly members: 'Members' | 'Operators';
  readonly keeper: 'owner' | 'administrator';
  readonly roles: readonly PlaceRole[];
  /** Below these are the operations on its people and on its invitations. */
  readonly people: string;
  readonly invitations: string;
  /** The tenant; absent for the installation. */
  readonly tenantId?: string;
  /** Whether the person may change who is here. */
  readonly mayChange: boolean;
}

/** The installation as a place. */
export function installation(): Place {
  const path = '/admin/v1/operators';
  return {
    name: 'this installation',
    members: 'Operators',
    keeper: 'administrator',
    roles: adminRoles,
    people: path,
    invitations: `${path}/invitations`,
    mayChange: may('adminAddOperator'),
  };
}

/** A tenant as a place. */
export function placeOf({ tenantId, name }: { readonly tenantId: string; readonly name: string }): Place {
  return {
    name,
    members: 'Members',
    keeper: 'owner',
    roles: memberRoles,
    people: pathTo`/admin/v1/tenants/${tenantId}/people`,
    invitations: pathTo`/admin/v1/tenants/${tenantId}/invitations`,
    tenantId,
    mayChange: may('adminInvitePerson', tenantId),
  };
}

/** What each role may do, in a sentence. */
export const roleWords: Readonly<Record<PlaceRole, string>> = {
  view: 'Sees every page, with personal data masked.',
  operate: 'Also acts on leads, holds calls, manages queues and can show personal data.',
  administer: 'Also manages keys, credentials, tenant files and people.',
  owner: 'Everything of the tenant, its people, keys and credentials included.',
  manager:
    'Runs campaigns, leads with personal data, returns and money. No people, keys, credentials, erasure or export.',
  analyst: 'Reads all of that with personal data masked; reports and CSV.',
  client: 'For a person of one client. Opens nothing but the own account yet.',
  supplier: 'For a person of one supplier. Opens nothing but the own account yet.',
};
