/** Links with which a person sets a new password: who gets one, and what its use ends. */
import { randomBytes } from 'node:crypto';
import { LINK_SECONDS, type Library } from './library.js';
import { passwordWeakness } from './password-rule.js';
import type { Person } from './person.js';
import { notPassword, type RemoveOfPerson } from './remove-of-person.js';

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

export interface PasswordLinks {
  /** Sets the password that a link was made for, and ends all other links and all sessions of the account. */
  resetPassword(token: string, password: string, before?: BeforeLink): Promise<LinkOpened>;
  /** Makes a link token with which the person can set a password, once and for a short time. */
  passwordToken(userId: string): Promise<{ readonly token: string; readonly expiresAt: Date }>;
  /** The same for whoever has this address, if that account has a password. */
  forgottenToken(address: string): Promise<string | undefined>;
}

/** What accounts do for these links. */
interface OfAccounts {
  readonly byId: (userId: string) => Promise<Person | undefined>;
  readonly byAddress: (address: string) => Promise<Person | undefined>;
  readonly remove: RemoveOfPerson;
}

const RESET = 'reset-password:';
const notValid = { kind: 'not_valid' } as const;

/** The password links of an installation. */
export function passwordLinks(
  library: () => Promise<Library>,
  { byId, byAddress, remove }: OfAccounts,
): PasswordLinks {
  const adapter = async () => (await (await library()).$context).internalAdapter;

  async function passwordToken(userId: string): Promise<{ token: string; expiresAt: Date }> {
    const token = randomBytes(24).toString('base64url');
    const expiresAt = new Date(Date.now() + LINK_SECONDS * 1000);
    const link = { identifier: RESET + token, value: userId, expiresAt };
    await (await adapter()).createVerificationValue(link);
    return { token, expiresAt };
  }

  return {
    resetPassword: async (token, password, before) => {
      const verification = await (await adapter()).findVerificationValue(RESET + token);
      const person = verification ? await byId(verification.value) : undefined;
      if (!verification || !person || verification.expiresAt <= new Date()) return notValid;
      const problem = passwordWeakness(password, person.address);
      if (problem !== undefined) return { kind: 'weak', problem };
      await before?.(person);
      // Of several links one sets a password. The others go first, so that none is left wherever it is set.
      await remove('verification', person.userId, { field: 'id', operator: 'ne', value: verification.id });
      // So does a provider that was connected by whoever had the account before: its holder connects it anew.
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
      // What began in between: sessions, which the library ends before it writes the password, what these connected, and
      // links.
      await remove('session', person.userId);
      await remove('account', person.userId, notPassword);
      await remove('verification', person.userId);
      return { kind: 'done', person };
    },

    passwordToken,

    forgottenToken: async (address) => {
      const person = await byAddress(address);
      // Whoever logs in elsewhere only would get a password by mail that the provider knows nothing of.
      if (!person || !(await (await adapter()).findCredentialAccount(person.userId))) return undefined;
      return (await passwordToken(person.userId)).token;
    },
  };
}

// The library answers a wrong password, address or token as an error with a status below 500.
function isRefusal(error: unknown): boolean {
  const { name, statusCode } = error as { readonly name?: unknown; readonly statusCode?: unknown };
  return name === 'APIError' && typeof statusCode === 'number' && statusCode < 500;
}
