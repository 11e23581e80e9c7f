/**
 * Sessions as a process sees them. The library keeps them in MongoDB; the cookie is the session's token with a signature
 * by a key that is not stored. A process believes what it read for a few seconds, so that whatever ends a session ends
 * it everywhere within that time; while MongoDB does not answer, it believes a session that it has seen for longer, so
 * that whoever is on call can go on reading.
 */
import { DeadlineExceededError, repeat, withDeadline } from '@sluice/concurrency';
import type { AdminRole, Membership, MemberRole } from '@sluice/contracts';
import { INSTALLATION, isStoreUnavailable, type Member, type MemberVia, type Stores } from '@sluice/store';
import type { Person } from './person.js';
import { isAwaited, placesIn } from './places.js';
import type { Signer } from './keys.js';
import { SESSION_SECONDS, type Library } from './library.js';

/** A session of a person who has a place in the installation or in a tenant, or is disabled there and invited to another. */
export interface Session {
  readonly id: string;
  readonly person: Person;
  /** The person's role in the installation, if it is an operator. */
  readonly role?: AdminRole | undefined;
  /** Whether groups at a provider or proxy say that role, or would say one: not where it is by invitation, or disabled. */
  readonly isRoleOfGroups: boolean;
  /** The person's places in tenants, without those that are disabled. */
  readonly memberships: readonly Membership[];
  readonly via: MemberVia;
  /** Whether the person has to set up a second factor before anything else. */
  readonly needsSecondFactor: boolean;
  /** The person's identity at the provider or proxy that began the session. */
  readonly subject?: string | undefined;
  readonly expiresAt: number;
  /** Must accompany every change made in this session. */
  readonly csrfToken: string;
  /** Whether this is its token, by whichever key of the installation. */
  readonly isCsrfToken: (sent: string) => boolean;
  /** What the cookie holds. */
  readonly token: string;
  /** MongoDB does not answer, and this is what was read before: good for reading only. */
  readonly isOld: boolean;
}

/** How a session is found. */
export interface HowToFind {
  /** As it is now. */
  readonly anew?: boolean;
  /** Waits for a slow MongoDB, instead of going on with what was read before. */
  readonly patient?: boolean;
}

/** Finds and ends sessions. */
export interface Sessions {
  /** The `Set-Cookie` value of a begun session, limited to TLS if `secure`. */
  cookieOf(token: string, secure: boolean): string;
  /**
   * The session in a `Cookie` header, as it was within the last five seconds. Rejects if MongoDB does not answer and this
   * process knows nothing of it.
   */
  find(cookies: string | undefined, how?: HowToFind): Promise<Session | undefined>;
  /** Forgets in this process what it believes of a person's sessions. */
  forget(userId: string): void;
  /**
   * Ends a session: in this process at once, everywhere once it resolves. If MongoDB does not answer it rejects, and the
   * end is stored as soon as MongoDB answers again.
   */
  end(session: Session): Promise<void>;
  /** The `Set-Cookie` value that removes a session from the browser. */
  cookieGone(secure: boolean): string;
  close(): Promise<void>;
}

const COOKIE = 'sluice_session';
const SESSION = 'session';
const CSRF = 'csrf';
const BELIEVED_MS = 5_000;
const BELIEVED_IN_OUTAGE_MS = 15 * 60_000;
/** How long a request waits for MongoDB when this process has seen the session before. */
const READ_WITHIN_MS = 2_000;
const READ_AGAIN_MS = 2_000;
const END_AGAIN_MS = 2_000;
/** How exactly the last use of a session is kept. */
const USED_EVERY_MS = 5 * 60_000;
const MOST_KEPT = 10_000;

/** What this process read of a session; without one, there is none. */
interface Believed {
  readonly session: Session | undefined;
  /** When the reading began, and when the last one failed, by the monotonic clock in milliseconds. */
  readonly readAt: number;
  readonly failedAt?: number;
}

type UsedStores = Pick<Stores, 'memberships' | 'operators' | 'invitations' | 'clock'>;

/** The sessions of one process, signed with `signer`. */
export function sessionsOf(
  library: () => Promise<Library>,
  stores: UsedStores,
  signer: Signer,
  needsFactor: (userId: string, places: readonly Member[]) => Promise<boolean>,
): Sessions {
  const { memberships, operators, clock } = stores;
  const believed = new Map<string, Believed>();
  const reading = new Map<string, Promise<Session | undefined>>();
  const ended = new Map<string, number>();
  const unwritten = new Set<string>();
  const attributes = (secure: boolean) => `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

  function tokenIn(cookies: string | undefined): string | undefined {
    const [token, signature] = cookieNamed(COOKIE, cookies)?.split('.') ?? [];
    if (!token || signature === undefined) return undefined;
    return signer.isSigned(SESSION, token, signature) ? token : undefined;
  }

  async function read(token: string): Promise<Session | undefined> {
    const { internalAdapter } = await (await library()).$context;
    const found = await internalAdapter.findSession(token);
    if (!found) return undefined;
    const { user, session } = found;
    const { via = 'password', subject } = session as {
      readonly via?: MemberVia;
      readonly subject?: string | null;
    };
    const all = await memberships.of(user.id);
    const places = placesIn(all, via);
    if (places.length === 0 && !(await isAwaited(stores, user.email, all))) return undefined;
    const operator = places.find(({ place }) => place === INSTALLATION);
    // Nobody waits for it, and the next reading makes up for a write that fails.
    if (operator) operators.noteSeen(operator, clock.now()).catch(() => undefined);
    if (Date.now() - new Date(session.updatedAt).getTime() > USED_EVERY_MS)
      internalAdapter.updateSession(token, { updatedAt: new Date() }).catch(() => undefined);
    return {
      id: session.id,
      person: { userId: user.id, address: user.email, name: user.name },
      role: operator?.role as AdminRole | undefined,
      isRoleOfGroups: !all.some(
        ({ place, via: by, disabledAt }) => place === INSTALLATION && (by === 'password' || disabledAt),
      ),
      memberships: places.filter(({ place }) => place !== INSTALLATION).map(membershipOf),
      via,
      // People of a provider or a proxy have theirs there.
      needsSecondFactor: via === 'password' && (await needsFactor(user.id, places)),
      subject: subject ?? undefined,
      expiresAt: new Date(session.expiresAt).getTime(),
      csrfToken: signer.sign(CSRF, session.id),
      isCsrfToken: (sent) => signer.isSigned(CSRF, session.id, sent),
      token,
      isOld: false,
    };
  }

  // Requests of one page come at once, and one reading serves them all.
  function readShared(token: string): Promise<Session | undefined> {
    const shared = reading.get(token) ?? readAndKeep(token).finally(() => reading.delete(token));
    reading.set(token, shared);
    return shared;
  }

  async function readAndKeep(token: string): Promise<Session | undefined> {
    const readAt = performance.now();
    const session = await read(token);
    // Insertion order is the order of age.
    believed.delete(token);
    believed.set(token, { session, readAt });
    const [oldest] = believed.keys();
    if (believed.size > MOST_KEPT && oldest !== undefined) believed.delete(oldest);
    return session;
  }

  async function known(
    token: string,
    { anew = false, patient = false }: HowToFind,
  ): Promise<Session | undefined> {
    const now = performance.now();
    const before = believed.get(token);
    // Whoever has just set up a second factor at another process need not wait for it here.
    const isBelieved = !anew && before?.session?.needsSecondFactor !== true;
    if (before && isBelieved && now - before.readAt < BELIEVED_MS) return before.session;
    if (!before?.session) return anew ? readAndKeep(token) : readShared(token);
    const old = now - before.readAt < BELIEVED_IN_OUTAGE_MS ? { ...before.session, isOld: true } : undefined;
    const hasJustFailed = before.failedAt !== undefined && now - before.failedAt < READ_AGAIN_MS;
    if (hasJustFailed && !patient) return old;
    try {
      const again = anew ? readAndKeep(token) : readShared(token);
      return await (patient ? again : withDeadline('reading a session', READ_WITHIN_MS, again));
    } catch (error) {
      if (!isStoreUnavailable(error) && !(error instanceof DeadlineExceededError)) throw error;
      if (believed.get(token) === before) believed.set(token, { ...before, failedAt: performance.now() });
      return old;
    }
  }

  async function writeEnd(token: string): Promise<void> {
    unwritten.add(token);
    // The library's own way looks for the session first, and takes a database that does not answer for one without it.
    const { adapter } = await (await library()).$context;
    await adapter.deleteMany({ model: 'session', where: [{ field: 'token', value: token }] });
    unwritten.delete(token);
  }

  const ending = repeat({
    what: 'ending sessions that MongoDB could not end',
    run: async () => {
      await Promise.all([...unwritten].map(writeEnd));
      for (const [token, expiresAt] of ended) if (expiresAt <= Date.now()) ended.delete(token);
    },
    everyMs: END_AGAIN_MS,
    withinMs: BELIEVED_MS,
    // MongoDB's absence is on every page.
    failed: () => undefined,
  });

  return {
    cookieOf: (token, secure) =>
      `${COOKIE}=${token}.${signer.sign(SESSION, token)}; ${attributes(secure)}; Max-Age=${SESSION_SECONDS}`,
    find: async (cookies, how = {}) => {
      const token = tokenIn(cookies);
      if (token === undefined || ended.has(token)) return undefined;
      const session = await known(token, how);
      // It may have been ended here meanwhile.
      if (!session || ended.has(token)) return undefined;
      return session.expiresAt > Date.now() ? session : undefined;
    },
    forget: (userId) => {
      for (const [token, { session }] of believed)
        if (session?.person.userId === userId) believed.delete(token);
    },
    end: async ({ token, expiresAt }) => {
      ended.set(token, expiresAt);
      believed.delete(token);
      await writeEnd(token);
    },
    cookieGone: (secure) => `${COOKIE}=; ${attributes(secure)}; Max-Age=0`,
    close: () => ending.stop(),
  };
}

function membershipOf({ place, role, clientId, supplierId }: Member): Membership {
  return { tenantId: place, role: role as MemberRole, clientId, supplierId };
}

/** The value of a cookie in a `Cookie` header. */
export function cookieNamed(wanted: string, cookies: string | undefined): string | undefined {
  for (const cookie of cookies?.split(';') ?? []) {
    const [name, value] = cookie.trim().split('=');
    if (name === wanted) return value;
  }
  return undefined;
}
