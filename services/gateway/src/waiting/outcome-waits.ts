/**
 * Requests whose callers wait for the outcome of what they submitted (`Prefer: wait`). Who waits holds a place and an
 * unanswered response, and nothing else: one read at a time looks at all of them. A lead is read once for its answer; if
 * that takes longer than the time to wait, the answer is given without it.
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
/** What is read for an answer may come this much after the time to wait. */
const LATE_MS = 250;

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
  /** Whether its lead is being read for the answer. */
  isRead: boolean;
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

  // It waits until this is read, or its time is over.
  async function conclude(waiter: Waiter): Promise<void> {
    if (waiter.isRead) return;
    waiter.isRead = true;
    const { tenant } = waiter.asked;
    const data = await submittedLead({ stores, reports }, tenant, waiter).catch(() => undefined);
    if (forget(waiter)) answer(waiter, data);
  }

  async function look(): Promise<void> {
    const all = [...waiting].filter(({ isRead }) => !isRead);
    if (all.length === 0) return;
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
      const nowMs = performance.now();
      const isOver = ({ untilMs }: Waiter) => untilMs + LATE_MS <= nowMs;
      answerAll([...waiting].filter(isOver), 'the database does not answer in time');
      // The answer takes a moment too, and is not to come later than asked for.
      for (const waiter of waiting) if (waiter.untilMs <= nowMs + LOOK_EVERY_MS) void conclude(waiter);
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
      const ids = { tenantId, leadId, submissionId };
      const waiter = { ...ids, asked, response, sinceMs, untilMs, leave, isRead: false };
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
