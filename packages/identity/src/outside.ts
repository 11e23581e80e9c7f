/**
 * People whom a provider or proxy confirms. Their identity there is who they are, never their address; groups give
 * operators' roles, and every other place comes from an invitation.
 */
import type { AdminRole } from '@sluice/contracts';
import { INSTALLATION, isDuplicateKey, type Invitation, type MemberVia, type Stores } from '@sluice/store';
import { addressOfName } from './address.js';
import type { Library } from './library.js';
import type { Begun, LoginFrom, Person } from './person.js';
import { placesIn } from './places.js';

/** Who somebody is at a provider or proxy. */
export interface OutsideIdentity {
  readonly via: Exclude<MemberVia, 'password'>;
  /** The permanent identity of the person, even under another name or address. */
  readonly subject: string;
}

/** A person whose name comes from a provider or a proxy. */
export interface OutsidePerson extends OutsideIdentity {
  readonly name: string;
  readonly address?: string | undefined;
  /** Whether the address is proven to be the person's, so that its invitations are. */
  readonly isProven?: boolean;
  /** The operator's role that the person's groups give. */
  readonly role?: AdminRole | undefined;
}

export type OutsideLogin =
  | { readonly kind: 'begun'; readonly begun: Begun }
  | { readonly kind: 'refused'; readonly because: 'address_taken' | 'disabled' | 'no_role' };

export interface OutsideLogins {
  /**
   * Finds or makes the account of a person from outside, gives it its role, and begins a session. With `isForTenants`, at
   * a process that serves tenants only and may know no groups, these neither give nor take a role, and no account goes.
   */
  logInOutside(
    person: OutsidePerson,
    from: LoginFrom,
    where?: { readonly isForTenants?: boolean },
  ): Promise<OutsideLogin>;
  /** Lets the person log in as this identity of a provider too; false if that is another account's. */
  connect(person: Person, identity: OutsideIdentity): Promise<boolean>;
}

/** What accounts do for these people. */
interface OfAccounts {
  readonly removeIfPlaceless: (userId: string) => Promise<unknown>;
  readonly adapter: () => Promise<Awaited<Library['$context']>['internalAdapter']>;
  readonly byAddress: (address: string) => Promise<Person | undefined>;
  readonly byId: (userId: string) => Promise<Person | undefined>;
  readonly findOrMake: (address: string, name: string) => Promise<Person>;
  readonly isPlaceless: (person: Person) => Promise<boolean>;
  readonly join: (person: Person, invitation: Invitation) => Promise<void>;
  readonly beginWhile: (
    holds: () => Promise<boolean>,
    person: Person,
    from: LoginFrom,
    way: OutsideIdentity,
  ) => Promise<Begun | undefined>;
}

/** Logins of people from outside, and the connection of their identity with an account that they have. */
export function outsideLogins(
  { adapter, byAddress, byId, findOrMake, isPlaceless, join, beginWhile, removeIfPlaceless }: OfAccounts,
  {
    operators,
    memberships,
    invitations,
    clock,
  }: Pick<Stores, 'operators' | 'memberships' | 'invitations' | 'clock'>,
): OutsideLogins {
  const refused = (because: Extract<OutsideLogin, { kind: 'refused' }>['because']) =>
    ({ kind: 'refused', because }) as const;

  async function known({ via, subject }: OutsideIdentity): Promise<Person | undefined> {
    const account = await (await adapter()).findAccountByKey({ providerId: via, accountId: subject });
    return account ? byId(account.userId) : undefined;
  }

  async function link({ userId }: Person, { via, subject }: OutsideIdentity): Promise<void> {
    const account = { userId, providerId: via, accountId: subject };
    await (await adapter()).createAccount(account).catch((error: unknown) => {
      // The same person at another dashboard at this moment.
      if (!isDuplicateKey(error)) throw error;
    });
  }

  async function isInUse(person: Person): Promise<boolean> {
    // An account that nobody can use and that has no place was begun by a process that died.
    return !(await isPlaceless(person)) || (await (await adapter()).findAccounts(person.userId)).length > 0;
  }

  return {
    logInOutside: async (outside, from, { isForTenants = false } = {}) => {
      const { via, subject, name, address, isProven = false } = outside;
      const role = isForTenants ? undefined : outside.role;
      const toAddress =
        isProven && address !== undefined ? await invitations.openTo(address, clock.now()) : [];
      // What a header says makes nobody an operator: such an invitation is accepted by its link.
      const open = toAddress.filter(({ place }) => via === 'oidc' || place !== INSTALLATION);
      let person = await known(outside);
      if (!person) {
        const own = address ?? addressOfName(name);
        const taken = await byAddress(own);
        if (taken && (await isInUse(taken))) {
          // It may also be this person's own, from a login at the same moment.
          person = await known(outside);
          if (!person) return refused('address_taken');
        } else if (!role && open.length === 0) return refused('no_role');
        else {
          await link(await findOrMake(own, name), outside);
          person = await known(outside);
          if (!person) return refused('address_taken');
        }
      }
      const { userId } = person;
      if (role) {
        const member = { userId, address: person.address, role, via, createdAt: clock.now(), createdBy: via };
        const before = await operators.fromOutside(member);
        // Its role is that of the groups at its login, so sessions of other groups end.
        if (before !== undefined && before !== role) await (await adapter()).deleteUserSessions(userId);
      } else if (!isForTenants) await operators.leftGroups(userId, via);
      const accepted: string[] = [];
      // Whoever has a place opens the link; one who is disabled in each could not log in to do so.
      if (placesIn(await memberships.of(userId), via).length === 0)
        for (const invitation of open) {
          await join(person, invitation);
          await invitations.acceptKey(invitation.key, clock.now());
          accepted.push(invitation.place);
        }
      const places = await memberships.of(userId);
      if (placesIn(places, via).length > 0) {
        const isStillTheirs = async () => (await known(outside))?.userId === userId;
        const begun = await beginWhile(isStillTheirs, person, from, { via, subject });
        return begun ? { kind: 'begun', begun: { ...begun, accepted } } : refused('no_role');
      }
      if (!isForTenants) await removeIfPlaceless(userId);
      return refused(places.some(({ disabledAt }) => disabledAt) ? 'disabled' : 'no_role');
    },

    connect: async (person, identity) => {
      await link(person, identity);
      return (await known(identity))?.userId === person.userId;
    },
  };
}
