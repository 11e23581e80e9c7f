/**
 * Accounts: how people get one, prove that it is theirs, and lose it. What the library keeps is written in an order in
 * which every step can be repeated, because there are no transactions: whoever dies in between leaves nothing that the
 * next attempt does not take up.
 */
import type { AdminRole, MemberRole } from '@sluice/contracts';
import { INSTALLATION, isDuplicateKey, type Invitation, type MemberVia, type Stores } from '@sluice/store';
import { addressFrom, personNamed } from './address.js';
import { challengesOf } from './challenges.js';
import type { Library } from './library.js';
import { outsideLogins, type OutsideLogins } from './outside.js';
import type { Signer } from './keys.js';
import { passwordLinks, type BeforeLink, type LinkOpened, type PasswordLinks } from './password-links.js';
import { passwordWeakness } from './password-rule.js';
import type { Begun, LoginFrom, Person } from './person.js';
import { isAwaited, placesIn } from './places.js';
import { notPassword, removeOfPerson } from './remove-of-person.js';
import type { Reencrypted, SecondFactors } from './second-factor.js';

/** What a right password leads to where the account has a second factor: no session yet. */
export interface SecondFactorAsked {
  /** What the browser has to bring back with the code, for a few minutes; it is signed. */
  readonly challenge: string;
}

export interface Accounts extends OutsideLogins, PasswordLinks {
  /** The person with this id or address. */
  find(idOrAddress: string): Promise<Person | undefined>;
  /** Whether there is an account with this address. */
  isKnown(address: string): Promise<boolean>;
  /**
   * Begins a session of the person with this password, or asks for the second factor; undefined if the password is wrong
   * or the person has no place here.
   */
  logIn(
    attempt: { readonly address: string; readonly password: string },
    from: LoginFrom,
  ): Promise<Begun | SecondFactorAsked | undefined>;
  /**
   * Begins a session of the person whom a challenge was made for, once `prove` has found the second factor proven;
   * undefined unless the challenge, the password that it followed and the person's place are valid until then.
   */
  answerChallenge(
    challenge: string,
    from: LoginFrom,
    prove: (person: Person) => Promise<boolean>,
  ): Promise<Begun | undefined>;
  /** Begins a session of a person who has proven the account in another way. */
  begin(person: Person, from: LoginFrom): Promise<Begun>;
  /** Accepts the invitation of a link, for a new account or for the one of `loggedIn`. */
  acceptInvitation(
    sent: { readonly token: string; readonly name: string; readonly password: string },
    loggedIn: Person | undefined,
    before?: BeforeLink,
  ): Promise<LinkOpened>;
  /** Deletes the account of a person who has no place left, with all its sessions; returns whether there was one. */
  removeIfPlaceless(userId: string): Promise<boolean>;
  /** Removes the second factor of a person who has lost it; undefined if there is no such person or none to remove. */
  removeSecondFactor(userId: string): Promise<Person | undefined>;
  /** Encrypts the second factors of all people anew with the first key. */
  reencryptSecondFactors(): Promise<Reencrypted>;
  /** Makes this account an administrator while the installation has none, and ends its sessions. Returns whether it did. */
  restoreAdministrator(address: string, password: string): Promise<boolean>;
}

type UsedStores = Pick<Stores, 'operators' | 'forTenant' | 'memberships' | 'invitations' | 'audit' | 'clock'>;

/** The accounts of an installation. */
export function accountsOf(
  library: () => Promise<Library>,
  stores: UsedStores,
  secondFactors: SecondFactors,
  signer?: Signer,
): Accounts {
  const { operators, forTenant, memberships, invitations, audit, clock } = stores;
  const context = async () => (await library()).$context;
  const adapter = async () => (await context()).internalAdapter;
  const remove = removeOfPerson(library);
  const challenges = challengesOf(signer);

  async function byAddress(address: string): Promise<Person | undefined> {
    const found = await (await adapter()).findUserByEmail(address);
    return found ? personOf(found.user) : undefined;
  }

  async function byId(userId: string): Promise<Person | undefined> {
    const found = await (await adapter()).findUserById(userId);
    return found ? personOf(found) : undefined;
  }

  /** The account of this address, which is made if there is none. */
  async function findOrMake(address: string, name: string): Promise<Person> {
    const found = await byAddress(address);
    if (found) return found;
    try {
      const made = await (
        await adapter()
      ).createUser({ email: address, name, emailVerified: true }, { method: 'invitation' });
      return personOf(made);
    } catch (error) {
      const other = isDuplicateKey(error) ? await byAddress(address) : undefined;
      if (other) return other;
      throw error;
    }
  }

  /** Sets the password, and ends the links that could set another one. */
  async function setPassword(userId: string, plain: string): Promise<void> {
    const { internalAdapter, password } = await context();
    const hash = await password.hash(plain);
    await remove('verification', userId);
    if (!(await internalAdapter.findCredentialAccount(userId))) {
      try {
        const account = { userId, providerId: 'credential', accountId: userId, password: hash };
        await internalAdapter.createAccount(account);
        return;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    }
    await internalAdapter.updatePassword(userId, hash);
  }

  async function begin(
    person: Person,
    from: LoginFrom,
    way: { readonly via: MemberVia; readonly subject?: string } = { via: 'password' },
  ): Promise<Begun> {
    const facts = { ipAddress: from.address, userAgent: from.userAgent, ...way };
    // `true` keeps these facts where the library has defaults for them.
    const session = await (await adapter()).createSession(person.userId, false, facts, true);
    if (!session) throw new Error('the session was not written');
    await operators.noteSeen(person, clock.now());
    return { person, token: session.token };
  }

  /**
   * Begins a session that rests on something which may be changed at this moment. Such a change ends all sessions, perhaps
   * before this one is there; so this one ends, undefined, unless what it rests on still holds then.
   */
  async function beginWhile(
    holds: () => Promise<boolean>,
    ...login: Parameters<typeof begin>
  ): Promise<Begun | undefined> {
    const begun = await begin(...login);
    if (await holds()) return begun;
    await (await adapter()).deleteSession(begun.token);
    return undefined;
  }

  async function mayEnter({ userId, address }: Person): Promise<boolean> {
    const places = await memberships.of(userId);
    return placesIn(places, 'password').length > 0 || isAwaited(stores, address, places);
  }

  async function isPlaceless({ userId }: Person): Promise<boolean> {
    return (await memberships.of(userId)).length === 0;
  }

  /** Makes the person a member of the place that it is invited to. Repeatable. */
  async function join({ userId, address }: Person, invitation: Invitation, isBegun = false): Promise<void> {
    const { place, role, clientId, supplierId, createdBy, byMember, invitationId } = invitation;
    const by = { createdBy, ...(byMember && { byMember }), ...(isBegun && { begunBy: invitationId }) };
    const member = { userId, address, via: 'password', createdAt: clock.now(), ...by } as const;
    if (place === INSTALLATION) await operators.add({ ...member, role: role as AdminRole });
    else {
      const of = { role: role as MemberRole, clientId, supplierId };
      await forTenant(place).members.add({ ...member, ...of });
    }
  }

  /**
   * Whether a process that died began this account with this invitation, so that its link goes on without a login: the
   * account has no place, or only the one that this invitation gave it, and no second factor, which no link passes by.
   */
  async function isBegunBy({ userId }: Person, { place, invitationId }: Invitation): Promise<boolean> {
    const places = await memberships.of(userId);
    if (places.length === 0) return true;
    if (!places.every((member) => member.place === place && member.begunBy === invitationId)) return false;
    return !(await memberships.withSecondFactor([userId])).has(userId);
  }

  async function removeIfPlaceless(userId: string): Promise<boolean> {
    const person = await byId(userId);
    if (!person || !(await isPlaceless(person))) return false;
    await secondFactors.remove(userId);
    await (await adapter()).deleteUser(userId);
    return true;
  }

  /** Ends what an account was before that lost its last place, so that its next holder's link brings nothing of it back. */
  async function emptied({ userId }: Person): Promise<void> {
    await remove('session', userId);
    await remove('account', userId, notPassword);
    await secondFactors.remove(userId);
  }

  async function hashOf(userId: string): Promise<string> {
    return (await (await adapter()).findCredentialAccount(userId))?.password ?? '';
  }

  async function challenged(challenge: string): Promise<Person | undefined> {
    const userId = challenges.userIn(challenge);
    const person = userId === undefined ? undefined : await byId(userId);
    if (!person || !(await mayEnter(person))) return undefined;
    return challenges.isOf(challenge, await hashOf(person.userId)) ? person : undefined;
  }

  return {
    find: async (named) => (named.includes('@') ? byAddress(addressFrom(named)) : byId(named)),

    isKnown: async (address) => (await byAddress(address)) !== undefined,

    // The library's own way refuses addresses that it takes elsewhere, such as those of domains in other scripts.
    logIn: async ({ address, password: typed }, from) => {
      const { password } = await context();
      const person = await byAddress(address);
      const hash = person ? await hashOf(person.userId) : '';
      // Whoever measures the time learns nothing of an address.
      if (hash === '') await password.hash(typed);
      const isRight = hash !== '' && (await password.verify({ hash, password: typed }));
      if (!person || !isRight || !(await mayEnter(person))) return undefined;
      if (await secondFactors.isOn(person.userId)) return { challenge: challenges.make(person.userId, hash) };
      return beginWhile(async () => (await hashOf(person.userId)) === hash, person, from);
    },

    answerChallenge: async (challenge, from, prove) => {
      const person = await challenged(challenge);
      if (!person || !(await prove(person))) return undefined;
      return beginWhile(async () => (await challenged(challenge)) !== undefined, person, from);
    },

    begin,

    ...outsideLogins(
      {
        ...{ adapter, byAddress, byId, findOrMake, isPlaceless },
        ...{ join, beginWhile, removeIfPlaceless },
      },
      stores,
    ),

    acceptInvitation: async ({ token, name, password }, loggedIn, before) => {
      const invitation = await invitations.ofToken(token, clock.now());
      if (!invitation) return { kind: 'not_valid' };
      const { address } = invitation;
      const known = await byAddress(address);
      const isNew = known === undefined || (await isBegunBy(known, invitation));
      // Whoever is logged in as somebody else may not make this account, nor use up its link.
      const isOther = loggedIn !== undefined && loggedIn.address !== address;
      if (isOther || (!isNew && loggedIn?.userId !== known.userId)) return { kind: 'log_in', address };
      const problem = isNew ? passwordWeakness(password, address) : undefined;
      if (problem !== undefined) return { kind: 'weak', problem };
      await before?.({ address, place: invitation.place });
      const person = known ?? (await findOrMake(address, name.trim() || personNamed(address)));
      if (known && isNew && (await isPlaceless(known))) await emptied(known);
      if (isNew) await setPassword(person.userId, password);
      await join(person, invitation, isNew);
      await invitations.accept(token, clock.now());
      return { kind: 'done', person, place: invitation.place };
    },

    ...passwordLinks(library, { byId, byAddress, remove }),

    removeIfPlaceless,

    removeSecondFactor: async (userId) => {
      const person = await byId(userId);
      return person && (await secondFactors.remove(userId)) ? person : undefined;
    },

    reencryptSecondFactors: () => secondFactors.reencrypt(),

    restoreAdministrator: async (address, password) => {
      if (await operators.isKept()) return false;
      const { userId } = await findOrMake(address, personNamed(address));
      const createdAt = clock.now();
      const made = { role: 'administer', via: 'password', createdBy: 'OPERATOR_EMAIL' } as const;
      const what = 'made the first administrator';
      const entry = await audit.begin({
        ...{ at: createdAt, who: made.createdBy, from: '', what, about: { personId: userId } },
      });
      await setPassword(userId, password);
      await operators.restore({ userId, address, createdAt, ...made });
      await remove('session', userId);
      await audit.conclude(entry, 'done');
      return true;
    },
  };
}

function personOf({ id, email, name }: { id: string; email: string; name: string }): Person {
  return { userId: id, address: email, name };
}
