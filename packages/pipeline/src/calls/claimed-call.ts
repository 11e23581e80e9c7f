/**
 * A call about a lead that must not be made twice:
 *
 * 1. It is claimed before it is made, inside the circuit of its receiver, until a lease ends that outlasts it.
 * 2. A worker that was frozen in between makes no call (`not_sent`), because others may already treat its lease as over.
 * 3. Until the lease ends everybody else waits (`under_way`), and the worker of the call alone records what came of it.
 * 4. After that, whoever finds the claim takes it over: by what its worker recorded, or as a call of unknown outcome.
 *
 * What is asked and what follows from the answer is the caller's. An effect calls it through `attemptedCall`, unless its
 * receiver recognises a repeat or can be asked for one. Calls whose receiver knows them by an id (webhooks, pixels,
 * first-submission webhooks) need no claim.
 */
import type { LeadOfEffect } from '@sluice/contracts';
import { failpoint } from '@sluice/process';
import type { StageOutcome } from '@sluice/queue';
import { now, type StoresFor } from '../core.js';
import { throughCircuit, type CallCircuit } from './call-circuit.js';
import { insistUntil } from './insist.js';

/** The time for which a call is claimed. */
export interface Lease {
  readonly startedAt: Date;
  readonly leaseUntil: Date;
}

/** What stands where a call is claimed already. */
export type Standing<Left> =
  /** Another worker has the call until then. */
  | { readonly kind: 'under_way'; readonly until: Date }
  /** It was claimed, and certainly nobody was called. Another attempt may follow at once. */
  | { readonly kind: 'not_sent'; readonly startedAt: Date }
  /** It has ended, or its worker has died: what that worker left. */
  | { readonly kind: 'left'; readonly left: Left };

/** How a call is claimed, so that no two workers make it. */
export interface CallClaim<Claimed, Left> {
  /** Claims the call; undefined if it is claimed already. */
  take(lease: Lease): Promise<Claimed | undefined>;
  /** What stands instead, at `at`. */
  standing(at: Date): Promise<Standing<Left>>;
  /** Notes that the claimed call was not made and will not be. */
  unmade(lease: Lease, at: Date): Promise<void>;
}

/** A call that was made by the worker that claimed it. */
export interface Answered<Answer, Claimed> extends Lease {
  readonly kind: 'answered';
  readonly answer: Answer;
  readonly claimed: Claimed;
}

/** What came of trying to make a call. While the circuit of the receiver is open, nothing is claimed. */
export type Called<Answer, Claimed, Left> =
  | Answered<Answer, Claimed>
  | { readonly kind: 'circuit_open'; readonly until: Date }
  | Standing<Left>;

/** A call that is to be made. */
export interface CallPlan<Answer, Claimed> {
  /** The longest time that the call takes, in milliseconds. */
  readonly timeoutMs: number;
  /** How long `prepare` may take, in milliseconds; a worker that took longer makes no call. Usually next to nothing. */
  readonly preparingMs?: number;
  /** The circuit of the receiver, where it has one. */
  readonly circuit?: CallCircuit<Answer>;
  /** Whom failpoints name. */
  readonly about: Parameters<typeof failpoint>[1];
  /** Does what must happen under the claim and before the call, and returns the call. */
  readonly prepare: (claimed: Claimed) => Promise<() => Promise<Answer>>;
}

/** How long recording what came of a call may take; the lease lasts this much longer than the call. */
export const RECORDING_MS = 5_000;

/** Makes a call, unless it is claimed already. A call that cannot be prepared counts as not made. */
export async function claimedCall<Answer, Claimed, Left>(
  core: StoresFor<'clock'>,
  claim: CallClaim<Claimed, Left>,
  plan: CallPlan<Answer, Claimed>,
): Promise<Called<Answer, Claimed, Left>> {
  let begun: Ready<Answer, Claimed> | Standing<Left> | undefined;
  const prepare = async () => {
    begun = await begin(core, claim, plan);
    return begun.kind === 'ready';
  };
  const call = () => (begun as Ready<Answer, Claimed>).call();
  const direct = async () => ((await prepare()) ? { answer: await call() } : undefined);
  const made = await (plan.circuit ? throughCircuit(core, plan.circuit, { prepare, call }) : direct());
  if (!made) return begun as Standing<Left>;
  if ('until' in made) return { kind: 'circuit_open', ...made };
  const { claimed, startedAt, leaseUntil } = begun as Ready<Answer, Claimed>;
  return { kind: 'answered', ...made, claimed, startedAt, leaseUntil };
}

/** A call that is claimed and prepared, by a worker that has the time to make it. */
interface Ready<Answer, Claimed> extends Lease {
  readonly kind: 'ready';
  readonly claimed: Claimed;
  readonly call: () => Promise<Answer>;
}

async function begin<Answer, Claimed, Left>(
  core: StoresFor<'clock'>,
  claim: CallClaim<Claimed, Left>,
  { timeoutMs, preparingMs = 0, about, prepare }: CallPlan<Answer, Claimed>,
): Promise<Ready<Answer, Claimed> | Standing<Left>> {
  const startedAt = now(core);
  const leaseUntil = new Date(startedAt.getTime() + preparingMs + timeoutMs + RECORDING_MS);
  const lease = { startedAt, leaseUntil };
  const claimed = await claim.take(lease);
  if (claimed === undefined) return claim.standing(now(core));
  const noteUnmade = () => insistUntil(core, leaseUntil)(() => claim.unmade(lease, now(core)));
  try {
    const call = await prepare(claimed);
    await failpoint('after-attempt-before-call', about);
    if (now(core).getTime() + timeoutMs <= leaseUntil.getTime())
      return { kind: 'ready', claimed, call, ...lease };
  } catch (error) {
    // What went wrong first is what is told.
    await noteUnmade().catch(() => undefined);
    throw error;
  }
  await noteUnmade();
  return { kind: 'not_sent', startedAt };
}

/**
 * The outcome of a run that found attempt `n` under way: it looks again when that worker's lease ends, and nothing is
 * spent. From the second attempt on, this lead may be what ended the worker, so its next run is a batch of its own.
 */
export function underWay(
  { leadId, submissionId }: Partial<Pick<LeadOfEffect, 'leadId' | 'submissionId'>>,
  n: number,
  againAt: Date,
): StageOutcome {
  return { outcome: 'attempt_under_way', againAt, runsAlone: n > 1, fields: { leadId, submissionId } };
}
