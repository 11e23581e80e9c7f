/**
 * Admission: how much of one tenant's work is in the queues at once, so that a burst of one neither fills Redis nor makes
 * the others wait. What is not admitted stays due in MongoDB, and the sweep brings it when there is room, or when it is
 * its turn: while others are about, a crowd is admitted in its turn only.
 *
 * Kept in Redis as a sorted set per tenant, member → when it is taken to be gone. Nothing here is a truth: emptied, it
 * fills again by itself, and what was never taken out expires.
 */
import { share } from '@sluice/batching';
import type { Redis } from 'ioredis';
import { admissionCommands, type AdmissionScope, type Applicant, type Share } from './admission-commands.js';

/** Admits work to the queues, tenant by tenant. What asks Redis rejects while Redis does not answer. */
export interface Admission {
  /**
   * Whether the work may enter, and enters. No while its tenant has older work left behind, unless `inTurn` says that
   * this is the oldest.
   */
  enter(applicant: Applicant, inTurn?: boolean): Promise<boolean>;
  /** The work is in the queues no more. */
  leave(applicant: Applicant): Promise<void>;
  /** Whether this process was told just now that the tenant may bring no more. */
  isFull(scope: AdmissionScope, tenantId: string): boolean;
  /** Whether the tenant has so much in the queues that its further work goes behind everybody else's. */
  isCrowding(scope: AdmissionScope, tenantId: string): boolean;
  /** How much of each share may enter now. */
  room(shares: readonly Share[]): Promise<readonly number[]>;
  /** Of each share, whether it is to give way: work of it was left behind, and others are about who bring no crowd. */
  givesWay(shares: readonly Share[]): Promise<readonly boolean[]>;
  /** Every share with work left behind. */
  backlogged(): Promise<readonly Share[]>;
  /** Remembers that shares have work left behind, so that newer work does not overtake it. */
  noteBacklog(shares: readonly Share[]): Promise<void>;
  /** Forgets it again: nothing is left behind. */
  clearBacklog(share: Share): Promise<void>;
  /** How much is in the queues, of all tenants together. */
  inside(): Promise<number>;
  close(): void;
}

/** Work that nobody took out is taken to be gone after this long; the sweep renews what still waits. */
const GONE_AFTER_MS = 60_000;
/** A backlog that nobody speaks of any more is forgotten. */
const BACKLOG_FORGOTTEN_AFTER_MS = 15_000;
/** For so long after a refusal a process does not ask again; the sweep takes a backlog for over later than that. */
const REFUSED_FOR_MS = 1_000;
/** From so much on, a tenant's work goes behind that of others, and gives way while they are about. */
const CROWD = 32;
/** Who brought less than a crowd is about for so long. */
const ABOUT_FOR_MS = 5_000;
const COUNT_EVERY_MS = 500;
/** The connection fails each command within a second; this is for what waits without having sent one. */
const ASK_WITHIN_MS = 2_000;
/** A share that this process had nothing of for so long is not counted any more. */
const COUNTED_FOR_MS = 5_000;

interface Crowd {
  count: number;
  seenAt: number;
}

/** Admits at most `perTenant` submissions and as many effects of each tenant. */
export function createAdmission(connection: Redis, perTenant: number): Admission {
  const commands = admissionCommands(connection);
  const bounds = {
    perTenant,
    crowd: CROWD,
    goneAfterMs: GONE_AFTER_MS,
    forgottenAfterMs: BACKLOG_FORGOTTEN_AFTER_MS,
    aboutForMs: ABOUT_FOR_MS,
  };
  const fullUntil = new Map<string, number>();
  const crowds = new Map<string, Crowd & { readonly share: Share }>();

  const enter = share<Applicant & { readonly inTurn: boolean }, boolean>(
    async (applicants) => {
      const answers = await commands.enter(applicants, bounds);
      const refusedUntil = performance.now() + REFUSED_FOR_MS;
      answers.forEach(({ admitted, count }, index) => {
        const { scope, tenantId } = applicants[index] as Applicant;
        seen([scope, tenantId]).count = count;
        if (!admitted) fullUntil.set(`${scope} ${tenantId}`, refusedUntil);
      });
      return answers.map(({ admitted }) => admitted);
    },
    { maxBatch: 512, timeoutMs: ASK_WITHIN_MS },
  );
  const leave = share<Applicant, void>(
    async (applicants) => {
      await commands.leave(applicants);
      return applicants.map(() => undefined);
    },
    { maxBatch: 512, timeoutMs: ASK_WITHIN_MS },
  );

  function seen(one: Share): Crowd {
    const key = one.join(' ');
    const crowd = crowds.get(key) ?? { share: one, count: 0, seenAt: 0 };
    crowd.seenAt = performance.now();
    crowds.set(key, crowd);
    return crowd;
  }

  // Now and then only: whether a tenant is one of many or a crowd need not be known to the instant.
  async function count(): Promise<void> {
    const stale = performance.now() - COUNTED_FOR_MS;
    for (const [key, { seenAt }] of crowds) if (seenAt < stale) crowds.delete(key);
    for (const [key, until] of fullUntil) if (until < performance.now()) fullUntil.delete(key);
    const counted = [...crowds.values()];
    const counts = await commands.count(counted.map((crowd) => crowd.share));
    counted.forEach((crowd, index) => (crowd.count = counts[index] ?? 0));
  }
  const timer = setInterval(() => void count().catch(() => undefined), COUNT_EVERY_MS);
  timer.unref();

  const isFull: Admission['isFull'] = (scope, tenantId) =>
    (fullUntil.get(`${scope} ${tenantId}`) ?? 0) > performance.now();

  return {
    enter: (applicant, inTurn = false) => enter({ ...applicant, inTurn }),
    leave,
    isFull,
    isCrowding: (scope, tenantId) => seen([scope, tenantId]).count >= CROWD || isFull(scope, tenantId),
    room: async (shares) => (await commands.count(shares)).map((inside) => Math.max(0, perTenant - inside)),
    givesWay: async (shares) => {
      if (perTenant <= CROWD) return shares.map(() => false);
      const answers = await commands.givesWay(shares);
      return shares.map(([scope], index) => scope === 'submissions' && answers[index] === true);
    },
    backlogged: () => commands.backlogged(),
    noteBacklog: (shares) => commands.noteBacklog(shares, BACKLOG_FORGOTTEN_AFTER_MS),
    clearBacklog: (one) => commands.clearBacklog(one),
    inside: () => commands.inside(),
    close: () => clearInterval(timer),
  };
}
