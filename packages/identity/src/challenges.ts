/** Challenges: what a browser brings back with the code of a second factor, after a right password. */
import type { Signer } from './keys.js';

const USE = 'second factor';
const VALID_MS = 5 * 60_000;

export interface Challenges {
  /** Makes one, bound to the hash of the password that was typed: a new password makes it void. */
  make(userId: string, hash: string): string;
  /** Whom one was made for, if it has not expired; whether it is signed, {@link isOf} says. */
  userIn(challenge: string): string | undefined;
  isOf(challenge: string, hash: string): boolean;
}

/** Challenges signed by `signer`, without which none can be made. */
export function challengesOf(signer: Signer | undefined): Challenges {
  return {
    make: (userId, hash) => {
      if (!signer) throw new Error('a challenge needs a key');
      const until = Date.now() + VALID_MS;
      return `${userId}.${until}.${signer.sign(USE, `${userId}.${until}.${hash}`)}`;
    },
    userIn: (challenge) => {
      const [userId, until = ''] = challenge.split('.');
      return Number(until) > Date.now() ? userId : undefined;
    },
    isOf: (challenge, hash) => {
      const [userId = '', until = '', signature = ''] = challenge.split('.');
      return signer?.isSigned(USE, `${userId}.${until}.${hash}`, signature) === true;
    },
  };
}
