/** A place whose people are managed: the installation with its operators, or a tenant with its members. */
import { ApiError, type Tenant } from '@sluice/contracts';
import { INSTALLATION, type Member, type MemberStore, type PlaceRole } from '@sluice/store';
import type { Actor } from '../actor.js';
import type { AdminDeps } from '../deps.js';

export type PeopleDeps = AdminDeps;

/** A place, its members, and its words. */
export interface Place {
  /** A tenant's id, or that of the installation. */
  readonly id: string;
  readonly tenant?: Tenant;
  readonly members: MemberStore<PlaceRole>;
  /** What a person here is called. */
  readonly member: string;
  /** What the last one who may manage people here is called. */
  readonly keeper: string;
}

/** The installation as a place. */
export function installationOf({ stores }: PeopleDeps): Place {
  const members = stores.operators as unknown as MemberStore<PlaceRole>;
  return { id: INSTALLATION, members, member: 'operator', keeper: 'administrator' };
}

/** A tenant as a place. */
export function tenantPlaceOf({ stores }: PeopleDeps, tenant: Tenant): Place {
  const { tenantId } = tenant;
  const members = stores.forTenant(tenantId).members as unknown as MemberStore<PlaceRole>;
  return { id: tenantId, tenant, members, member: 'member', keeper: 'owner' };
}

/** The member with this id or address. @throws ApiError NOT_FOUND */
export async function memberOf({ members, member }: Place, person: string): Promise<Member> {
  const found = await members.find(person);
  if (!found) throw new ApiError('NOT_FOUND', { message: `There is no ${member} ${person}` });
  return found;
}

/** The member to change, who may not be the caller: `otherwise` says so. @throws ApiError NOT_FOUND, INVALID_STATE */
export async function anotherThan(
  { personId }: Actor,
  person: string,
  place: Place,
  otherwise = 'Nobody changes their own membership',
): Promise<Member> {
  const found = await memberOf(place, person);
  if (found.userId === personId) throw invalid(otherwise);
  return found;
}

export function invalid(message: string): ApiError {
  return new ApiError('INVALID_STATE', { message });
}
