/** Who logs in: accounts, passwords and sessions, kept by a library behind our own routes. */
import { database, type SealingKey, type Stores } from '@sluice/store';
import { accountsOf, type Accounts } from './accounts.js';
import type { Hashing } from './hashing.js';
import { librarySecrets, signerOf, type Signer } from './keys.js';
import { ownAccountsOf, type OwnAccounts } from './own-account.js';
import { needsSecondFactor } from './needs-second-factor.js';
import { secondFactorsOf, type SecondFactors } from './second-factor.js';
import { sessionsOf, type Sessions } from './sessions.js';

export type { Accounts } from './accounts.js';
export type { BeforeLink, LinkOpened } from './password-links.js';
export type { Device, OwnAccounts, PasswordChanged } from './own-account.js';
export type { OutsidePerson } from './outside.js';
export type { Begun, LoginFrom, Person } from './person.js';
export type { ProvenBy, SecondFactors } from './second-factor.js';
export { addressFrom, isAddress, personNamed } from './address.js';
export type { Signer } from './keys.js';
export { passwordWeakness } from './password-rule.js';
export { cookieNamed, type HowToFind, type Session, type Sessions } from './sessions.js';
export type { Hashing } from './hashing.js';

/** The identity of one process. */
export interface Identity {
  readonly accounts: Accounts;
  readonly own: OwnAccounts;
  readonly secondFactors: SecondFactors;
  readonly sessions: Sessions;
  readonly signer: Signer;
  close(): Promise<void>;
}

export interface IdentityOptions {
  readonly hashing?: Hashing;
  /** Whether operators who log in with a password need a second factor; default no. */
  readonly operatorsNeedSecondFactor?: boolean;
}

/** Opens accounts on the stores; `keys`, newest first, sign and encrypt. Queries nothing yet. */
export function openIdentity(
  stores: Stores,
  keys: readonly SealingKey[],
  { hashing, operatorsNeedSecondFactor = false }: IdentityOptions = {},
): Identity {
  const library = opener(stores, keys, hashing);
  const signer = signerOf(keys);
  const secondFactors = secondFactorsOf(library, stores);
  const needs = needsSecondFactor(stores, secondFactors, operatorsNeedSecondFactor);
  const sessions = sessionsOf(library, stores, signer, needs);
  const accounts = accountsOf(library, stores, secondFactors, signer);
  const own = ownAccountsOf(library, stores);
  return { accounts, own, secondFactors, sessions, signer, close: () => sessions.close() };
}

/** The accounts alone, for a command; without keys, second factors cannot be encrypted anew. */
export function openAccounts(
  stores: Stores,
  keys: readonly SealingKey[] = [],
): Accounts & Pick<OwnAccounts, 'isPassword'> {
  const library = opener(stores, keys, undefined);
  const own = ownAccountsOf(library, stores);
  return {
    ...accountsOf(library, stores, secondFactorsOf(library, stores)),
    isPassword: (userId, password) => own.isPassword(userId, password),
  };
}

// The library is some hundred modules, which a command that only lists something does not have to load.
function opener({ [database]: db }: Stores, keys: readonly SealingKey[], usual: Hashing | undefined) {
  const open = async () => {
    const [{ openLibrary }, { boundedHashing }] = await Promise.all([
      import('./library.js'),
      import('./hashing.js'),
    ]);
    return openLibrary({ db, secrets: librarySecrets(keys), hashing: boundedHashing(usual) });
  };
  let opened: ReturnType<typeof open> | undefined;
  return () => (opened ??= open());
}
