/**
 * Requeues overdue work of all tenants, which take turns. A call is bounded in time, and the next one resumes where it
 * stopped, so that no two processes sweep at once and the last of many tenants gets its turn too.
 */
import type { Core } from '../core.js';
import { failAlone } from './fail-alone.js';
import {
  effectsTurn,
  submissionsTurn,
  TURN,
  type TakeTurn,
  type TurnDeps,
  type WaitingSince,
} from './tenant-turn.js';

/** The number of records that were requeued, and whether others may still be overdue. */
export interface Requeued {
  readonly requeued: number;
  readonly more: boolean;
}

/** Requeues overdue work until nothing is overdue, or until `until`, in milliseconds of `performance.now()`. */
export type Requeue = (until: number) => Promise<Requeued>;

/** A sweep that takes longer is given up. By then its process has lost the leader's lease. */
export const SWEEP_WITHIN_MS = 60_000;

/**
 * Creates a {@link Requeue} that resumes where its last call stopped, so that the last of many tenants gets its turn too.
 * A call while another one is at work does nothing, also when the time of that one is over: both would requeue the same
 * work. One that has not ended within `withinMs` keeps no other from starting.
 */
export function createRequeue(core: TurnDeps, withinMs = SWEEP_WITHIN_MS): Requeue {
  let pass: Pass = { left: [], isFull: false };
  let atWork: { readonly untilMs: number } | undefined;

  async function takeTurns(until: number): Promise<Requeued> {
    const waiting = askOnce(core);
    let requeued = 0;
    do {
      if (pass.left.length === 0) pass = newPass(await core.stores.due.tenants());
      for (let next = pass.left.shift(); next; next = pass.left.shift()) {
        const [{ scope, take }, tenantId] = next;
        // A failure in one tenant's turn must not affect other tenants; the next sweep tries again.
        const turn = await failAlone(core, 'requeue', { scope, tenantId }, () =>
          take(core, tenantId, waiting),
        );
        requeued += turn?.requeued ?? 0;
        pass.isFull ||= turn?.found === TURN;
        if (performance.now() >= until) return { requeued, more: true };
      }
    } while (pass.isFull);
    return { requeued, more: false };
  }

  return async (until) => {
    if (atWork && performance.now() < atWork.untilMs) return { requeued: 0, more: false };
    const mine = { untilMs: performance.now() + withinMs };
    atWork = mine;
    try {
      return await takeTurns(until);
    } finally {
      if (atWork === mine) atWork = undefined;
    }
  };
}

/** One turn for every tenant with overdue work. */
interface Pass {
  readonly left: (readonly [TakeTurn, string])[];
  /** Whether a turn of it left overdue records behind. */
  isFull: boolean;
}

function newPass({ submissions, effects }: DueTenants): Pass {
  const left = [
    ...submissions.map((tenantId) => [submissionsTurn, tenantId] as const),
    ...effects.map((tenantId) => [effectsTurn, tenantId] as const),
  ];
  return { left, isFull: false };
}

type DueTenants = Awaited<ReturnType<Core['stores']['due']['tenants']>>;

// Each call asks once per queue, tenant and lane: what the call itself requeues is newer than every record it checks.
function askOnce({ producer }: Pick<Core, 'producer'>): WaitingSince {
  const answers = new Map<string, Promise<number | undefined>>();
  return (queue, tenantId, lane) => {
    const key = JSON.stringify([queue.name, tenantId, lane]);
    const answer = answers.get(key) ?? producer.waitingSince(queue, tenantId, lane);
    answers.set(key, answer);
    return answer;
  };
}
