/** Hashing of passwords by the library, a few at a time. */
import { hashPassword, verifyPassword } from 'better-auth/crypto';

/** Hashes passwords, and compares attempts with a hash. */
export interface Hashing {
  readonly hash: (password: string) => Promise<string>;
  readonly verify: (attempt: { readonly hash: string; readonly password: string }) => Promise<boolean>;
}

/**
 * One hash takes 32 MB and a thread for some 50 ms. There are four threads for all of a process, which also resolves
 * names and reads files with them, so many logins at once wait for one another instead.
 */
const AT_ONCE = 2;

/** The library's hashing, at most {@link AT_ONCE} at once in this process. */
export function boundedHashing(usual: Hashing = { hash: hashPassword, verify: verifyPassword }): Hashing {
  let running = 0;
  const waiting: (() => void)[] = [];
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= AT_ONCE) await new Promise<void>((begin) => waiting.push(begin));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The next one takes this place.
      if (next) next();
      else running -= 1;
    }
  };
  return {
    hash: (password) => inTurn(() => usual.hash(password)),
    verify: (attempt) => inTurn(() => usual.verify(attempt)),
  };
}
