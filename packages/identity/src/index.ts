/** Who logs in: accounts, passwords and sessions, kept by a library behind our own routes. */
import { database, type SealingKey, type Stores } from '@sluice/store';
import { accountsOf, type Accounts } from './accounts.js';
import type { Hashing } from './hashing.js';
import { librarySecrets, signerOf, type Signer } from './keys.js';
import { sessionsOf, type Sessions } from './sessions.js';

export type { Accounts, LinkOpened } from './accounts.js';
export type { Begun, LoginFrom, Person } from './person.js';
export type { OutsidePerson } from './outside.js';
export { addressFrom, isAddress, personNamed } from './address.js';
export { isEqual, type Signer } from './keys.js';
export { passwordWeakness } from './password-rule.js';
export { cookieNamed, type HowToFind, type Session, type Sessions } from './sessions.js';
export type { Hashing } from './hashing.js';

/** The identity of one process. */
export interface Identity {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly signer: Signer;
  close(): Promise<void>;
}

/** Opens accounts on the stores; `keys`, newest first, sign and encrypt. Queries nothing yet. */
export function openIdentity(
  stores: Stores,
  keys: readonly SealingKey[],
  { hashing }: { readonly hashing?: Hashing } = {},
): Identity {
  const library = opener(stores, keys, hashing);
  const signer = signerOf(keys);
  const sessions = sessionsOf(library, stores, signer);
  return { accounts: accountsOf(library, stores), sessions, signer, close: () => sessions.close() };
}

/** The accounts alone, for a command: what it does with them needs no key. */
export function openAccounts(stores: Stores): Accounts {
  return accountsOf(opener(stores, [], undefined), stores);
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
