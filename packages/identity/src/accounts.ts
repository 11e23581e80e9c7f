/**
 * Accounts: how people get one, prove that it is theirs, and lose it. What the library keeps is written in an order in
 * which every step can be repeated, because there are no transactions: whoever dies in between leaves nothing that the
 * next attempt does not take up.
 */
import type { AdminRole, MemberRole } from '@sluice/contracts';
import { INSTALLATION, isDuplicateKey, type Invitation, type MemberVia, type Stores } from '@sluice/store';
import { randomBytes } from 'node:crypto';
import { addressFrom, personNamed } from './address.js';
import { challengesOf } from './challenges.js';
import { LINK_SECONDS, type Library } from './library.js';
import { outsideLogins, type OutsideLogins } from './outside.js';
import type { Signer } from './keys.js';
import { passwordWeakness } from './password-rule.js';
import type { Begun, LoginFrom, Person } from './person.js';
import { isAwaited, placesIn } from './places.js';
import { removeOfPerson } from './remove-of-person.js';
import type { Reencrypted, SecondFactors } from './second-factor.js';

/** What a right password leads to where the account has a second factor: no session yet. */
export interface SecondFactorAsked {
  /** What the browser has to bring back with the code, for a few minutes; it is signed. */
  readonly challenge: string;
}

/** What came of opening a link that sets a password. */
export type LinkOpened =
  | {
      readonly kind: 'done';
      readonly person: Person;
      /** Of an invitation: the tenant, or the installation, whose member the person is now. */
      readonly place?: string;
    }
  /** The link is wrong, used, revoked or expired. */
  | { readonly kind: 'not_valid' }
  | { readonly kind: 'weak'; readonly problem: string }
  /** The address has an account, whose holder has to log in first. */
  | { readonly kind: 'log_in'; readonly address: string };

/** Called before what a link does is written, of which nothing is if it rejects. */
export type BeforeLink = (of: { readonly address: string; readonly place?: string }) => Promise<void>;

export interface Accounts extends OutsideLogins {
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
  /** The person whom a challenge was made for, while it and the password that it followed are valid. */
  challenged(challenge: string): Promise<Person | undefined>;
  /** Begins a session of a person who has proven the account in another way. */
  begin(person: Person, from: LoginFrom): Promise<Begun>;
  /** Accepts the invitation of a link, for a new account or for the one of `loggedIn`. */
  acceptInvitation(
    sent: { readonly token: string; readonly name: string; readonly password: string },
    loggedIn: Person | undefined,
    before?: BeforeLink,
  ): Promise<LinkOpened>;
  /** Sets the password that a link was made for, and ends all sessions of the account. */
  resetPassword(token: string, password: string, before?: BeforeLink): Promise<LinkOpened>;
  /** Makes a link token with which the person can set a password, once and for a short time. */
  passwordToken(userId: string): Promise<{ readonly token: string; readonly expiresAt: Date }>;
  /** The same for whoever has this address, if that account has a password. */
  forgottenToken(address: string): Promise<string | undefined>;
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

const RESET = 'reset-password:';
const notValid = { kind: 'not_valid' } as const;
const notPassword = { field: 'providerId', operator: 'ne', value: 'credential' } as const;

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

  async function setPassword(userId: string, plain: string): Promise<void> {
    const { internalAdapter, password } = await context();
    const hash = await password.hash(plain);
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

  async function passwordToken(userId: string): Promise<{ token: string; expiresAt: Date }> {
    const token = randomBytes(24).toString('base64url');
    const expiresAt = new Date(Date.now() + LINK_SECONDS * 1000);
    const link = { identifier: RESET + token, value: userId, expiresAt };
    await (await adapter()).createVerificationValue(link);
    return { token, expiresAt };
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

  return {
    find: async (named) => (named.includes('@') ? byAddress(addressFrom(named)) : byId(named)),

    isKnown: async (address) => (await byAddress(address)) !== undefined,

    // The library's own way refuses addresses that it takes elsewhere, such as those of domains in other scripts.
    logIn: async ({ address, password: typed }, from) => {
      const { internalAdapter, password } = await context();
      const person = await byAddress(address);
      const hash = person ? await hashOf(person.userId) : '';
      // Whoever measures the time learns nothing of an address.
      if (hash === '') await password.hash(typed);
      const isRight = hash !== '' && (await password.verify({ hash, password: typed }));
      if (!person || !isRight || !(await mayEnter(person))) return undefined;
      if (await secondFactors.isOn(person.userId)) return { challenge: challenges.make(person.userId, hash) };
      const begun = await begin(person, from);
      if ((await hashOf(person.userId)) === hash) return begun;
      // A new password has ended all sessions, perhaps before this one, which the old one began.
      await internalAdapter.deleteSession(begun.token);
      return undefined;
    },

    challenged: async (challenge) => {
      const userId = challenges.userIn(challenge);
      const person = userId === undefined ? undefined : await byId(userId);
      if (!person || !(await mayEnter(person))) return undefined;
      return challenges.isOf(challenge, await hashOf(person.userId)) ? person : undefined;
    },

    begin,

    ...outsideLogins(
      { ...{ adapter, byAddress, byId, findOrMake, isPlaceless }, ...{ join, begin, removeIfPlaceless } },
      stores,
    ),

    acceptInvitation: async ({ token, name, password }, loggedIn, before) => {
      const invitation = await invitations.ofToken(token, clock.now());
      if (!invitation) return notValid;
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

    resetPassword: async (token, password, before) => {
      const verification = await (await adapter()).findVerificationValue(RESET + token);
      const person = verification ? await byId(verification.value) : undefined;
      if (!verification || !person || verification.expiresAt <= new Date()) return notValid;
      const problem = passwordWeakness(password, person.address);
      if (problem !== undefined) return { kind: 'weak', problem };
      await before?.(person);
      // A provider that was connected by whoever had the account before is connected anew by its holder. It goes first, so
      // that it is gone wherever the password is set.
      await remove('account', person.userId, notPassword);
      const { api } = await library();
      const isSet = await api.resetPassword({ body: { token, newPassword: password } }).then(
        () => true,
        (error: unknown) => {
          if (isRefusal(error)) return false;
          throw error;
        },
      );
      if (!isSet) return notValid;
      // The library ends them before it writes the password; this ends those that began in between.
      await remove('session', person.userId);
      return { kind: 'done', person };
    },

    passwordToken,

    forgottenToken: async (address) => {
      const person = await byAddress(address);
      // Whoever logs in elsewhere only would get a password by mail that the provider knows nothing of.
      if (!person || !(await (await adapter()).findCredentialAccount(person.userId))) return undefined;
      return (await passwordToken(person.userId)).token;
    },

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

// The library answers a wrong password, address or token as an error with a status below 500.
function isRefusal(error: unknown): boolean {
  const { name, statusCode } = error as { readonly name?: unknown; readonly statusCode?: unknown };
  return name === 'APIError' && typeof statusCode === 'number' && statusCode < 500;
}
