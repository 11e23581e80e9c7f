/**
 * Requests whose callers wait for the outcome of what they submitted (`Prefer: wait`). Who waits holds a place and an
 * unanswered response, and nothing else: one read at a time looks at all of them.
 */
import { withDeadline } from '@sluice/concurrency';
import {
  createWaitRoom,
  exchangeOf,
  send,
  successAnswer,
  type AnswerLater,
  type AskedToWait,
} from '@sluice/http';
import { errorFields, type Logger } from '@sluice/process';
import type { ReportsFor, StoresFor } from '@sluice/pipeline';
import { submittedLead, type SubmittedLead } from './submitted-lead.js';

const MOST = 2_000;
const MOST_OF_ONE_TENANT = 1_000;
const LOOK_EVERY_MS = 100;
/** A store that takes longer for a look counts as away, as for the process's other checks. */
const LOOK_WITHIN_MS = 4_000;
/** Whoever's time is over is answered without what this reads, if it takes longer. */
const READ_WITHIN_MS = 1_000;

/** The requests of one process that wait. */
export interface OutcomeWaits {
  /** Answers once the submission is at rest or the time is over; at once if there is no room or a store is away. */
  readonly answerLater: AnswerLater;
  /** Answers all that wait with what stands, and every later request without waiting. */
  stop(): void;
}

/** What waiting takes. */
export interface OutcomeWaitsDeps extends StoresFor<'atRest' | 'forTenant'>, ReportsFor<'forTenant'> {
  /** Whether a store is known to be away, so that nothing would become of a submission. */
  readonly isStoreAway: () => boolean;
  readonly log: Logger;
}

type Response = Parameters<AnswerLater>[1];

interface Waiter extends SubmittedLead {
  readonly tenantId: string;
  readonly asked: AskedToWait;
  readonly response: Response;
  readonly sinceMs: number;
  readonly untilMs: number;
  readonly leave: () => void;
}

/** Makes the waits of one process. Nothing is read and no timer runs while nobody waits. */
export function createOutcomeWaits({ stores, reports, isStoreAway, log }: OutcomeWaitsDeps): OutcomeWaits {
  const enter = createWaitRoom(MOST, MOST_OF_ONE_TENANT, 1);
  const waiting = new Set<Waiter>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  let stopped = false;

  /** Whether it still waited. */
  function forget(waiter: Waiter): boolean {
    const waited = waiting.delete(waiter);
    if (waited) waiter.leave();
    return waited;
  }

  function answerAll(waiters: Iterable<Waiter>, because: string, error?: unknown): void {
    const forgotten = [...waiters].filter(forget);
    if (forgotten.length === 0) return;
    log.warn('nobody waits for an outcome any longer', {
      because,
      answered: forgotten.length,
      ...(error !== undefined && errorFields(error)),
    });
    for (const waiter of forgotten) answer(waiter);
  }

  async function conclude(waiter: Waiter): Promise<void> {
    if (!forget(waiter)) return;
    const standing = submittedLead({ stores, reports }, waiter.asked.tenant, waiter);
    const data = await withDeadline('reading a lead', READ_WITHIN_MS, standing, { ref: false }).catch(
      () => undefined,
    );
    answer(waiter, data);
  }

  async function look(): Promise<void> {
    const all = [...waiting];
    try {
      const looked = stores.atRest(all);
      const resting = await withDeadline('a look at who waits', LOOK_WITHIN_MS, looked, { ref: false });
      for (const waiter of resting) void conclude(waiter);
    } catch (error) {
      answerAll(all, 'the database does not answer', error);
    }
  }

  function keepLooking(): void {
    if (waiting.size === 0) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      if (isStoreAway()) answerAll(waiting, 'a store is away');
      // The answer takes a moment too, and is not to come later than asked for.
      const overAtMs = performance.now() + LOOK_EVERY_MS;
      for (const waiter of waiting) if (waiter.untilMs <= overAtMs) void conclude(waiter);
      if (!isLooking && waiting.size > 0) {
        isLooking = true;
        void look().finally(() => (isLooking = false));
      }
      keepLooking();
    }, LOOK_EVERY_MS);
  }

  return {
    answerLater(asked, response) {
      const { tenantId } = asked.tenant;
      const leave = stopped || response.destroyed || isStoreAway() ? undefined : enter(tenantId, 0);
      if (!leave) return send(response, asked.answer);
      const { leadId, submissionId } = asked.data as Record<'leadId' | 'submissionId', string>;
      const sinceMs = performance.now();
      const untilMs = exchangeOf(response).startedAt + asked.seconds * 1_000;
      const waiter = { tenantId, leadId, submissionId, asked, response, sinceMs, untilMs, leave };
      waiting.add(waiter);
      response.once('close', () => forget(waiter));
      keepLooking();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      answerAll(waiting, 'the gateway stops');
    },
  };
}

/** Answers with `data`, or without it with what was answered when the request was accepted. */
function answer({ response, asked, sinceMs }: Waiter, data?: object): void {
  exchangeOf(response).waitedMs = performance.now() - sinceMs;
  if (!data) return send(response, asked.answer);
  const { status, headers } = asked.answer;
  const applied = { ...headers, 'Preference-Applied': `wait=${asked.seconds}` };
  send(response, { ...successAnswer(status, data), headers: applied });
}
