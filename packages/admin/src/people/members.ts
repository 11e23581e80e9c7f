/** The members of a place: who they are, and what is changed of them. One implementation for tenants and operators. */
import { ApiError, type AuditFacts, type PersonView } from '@sluice/contracts';
import { pageOf, type Member, type MemberChanged, type PlaceRole } from '@sluice/store';
import type { Actor } from '../actor.js';
import type { AdminCall } from '../route.js';
import { shownBy } from '../who-did.js';
import { anotherThan, invalid, memberOf, type PeopleDeps, type Place } from './place.js';

/** A change of a person, as its operations have it in common. */
export type PersonCall = Pick<AdminCall<never>, 'actor' | 'note'> & {
  readonly params: { readonly personId: string };
};

/** The person as an operation's path names it, for the audit, which holds no address. */
export function personAbout({ params: { personId } }: Pick<PersonCall, 'params'>): AuditFacts {
  return personId.includes('@') ? { personId: 'by address' } : {};
}

interface Asked {
  readonly search?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** A page of the people of a place. */
export async function listPeople(
  place: Place,
  { search, cursor: after, limit }: Asked,
  { actor }: Pick<PersonCall, 'actor'>,
  deps: PeopleDeps,
): Promise<{ readonly people: PersonView[]; readonly nextCursor: string | null }> {
  const found = await place.members.page({ search, after }, limit + 1);
  const { items, nextCursor } = pageOf(found, limit, ({ address }) => address);
  return { people: await viewsOf(items, actor, deps), nextCursor };
}

/** Gives another person of the place a role. */
export async function changeRole(
  place: Place,
  call: PersonCall,
  { role, ...of }: Pick<Member, 'clientId' | 'supplierId'> & { readonly role: PlaceRole },
  deps: PeopleDeps,
): Promise<PersonView> {
  return change(place, call, deps, async ({ userId, address, via }) => {
    if (via !== 'password')
      throw invalid(`The role of ${address} comes from the groups of the provider or proxy`);
    return place.members.setRole(userId, role, of);
  });
}

/** Disables another person of the place, or enables one. */
export async function setDisabled(
  place: Place,
  call: PersonCall,
  isDisabled: boolean,
  deps: PeopleDeps,
): Promise<PersonView> {
  const { members } = place;
  return change(place, call, deps, ({ userId }) =>
    isDisabled ? members.disable(userId, deps.stores.clock.now()) : members.enable(userId),
  );
}

/** Removes another person from the place, and the account with its last membership. */
export async function removePerson(
  place: Place,
  { actor, params, note }: PersonCall,
  { accounts }: PeopleDeps,
): Promise<{ readonly removed: true }> {
  const { personId } = params;
  // Where a process died between membership and account, the same call goes on. A tenant names an account by its id only:
  // whether there is an account with an address is not for it to ask.
  const isGone =
    (place.tenant === undefined || !personId.includes('@')) && !(await place.members.find(personId));
  const left = isGone ? await accounts.find(personId) : undefined;
  if (left && (await accounts.removeIfPlaceless(left.userId))) {
    note({ personId: left.userId });
    return { removed: true };
  }
  const { userId, address } = await anotherThan(actor, personId, place);
  note({ personId: userId });
  expectChanged(place, address, await place.members.remove(userId));
  await accounts.removeIfPlaceless(userId);
  return { removed: true };
}

async function change(
  place: Place,
  { actor, params, note }: PersonCall,
  deps: PeopleDeps,
  make: (member: Member) => Promise<MemberChanged>,
): Promise<PersonView> {
  const member = await anotherThan(actor, params.personId, place);
  note({ personId: member.userId });
  expectChanged(place, member.address, await make(member));
  const [view] = await viewsOf([await memberOf(place, member.userId)], actor, deps);
  return view!;
}

function expectChanged({ member, keeper }: Place, address: string, changed: MemberChanged): void {
  if (changed === 'unknown') throw new ApiError('NOT_FOUND', { message: `There is no ${member} ${address}` });
  if (changed === 'last_one') throw invalid(`${address} is the last ${keeper}: add another one first`);
}

async function viewsOf(
  found: readonly Member[],
  actor: Actor,
  { stores }: PeopleDeps,
): Promise<PersonView[]> {
  const withFactor = await stores.memberships.withSecondFactor(found.map(({ userId }) => userId));
  return found.map(({ userId: personId, address, role, via, clientId, supplierId, ...member }) => ({
    ...{ personId, address, role, via },
    ...(clientId !== undefined && { clientId }),
    ...(supplierId !== undefined && { supplierId }),
    hasSecondFactor: withFactor.has(personId),
    createdBy: shownBy(actor, { by: member.createdBy, byMember: member.byMember }),
    createdAt: member.createdAt.toISOString(),
    lastSeenAt: member.lastSeenAt?.toISOString() ?? null,
    disabledAt: member.disabledAt?.toISOString() ?? null,
  }));
}
