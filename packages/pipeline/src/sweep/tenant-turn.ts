/**
 * One turn of a tenant in a sweep: its longest overdue submissions or effects are checked, and those that wait in no queue
 * are requeued. Within a tenant and lane a queue is first in, first out. If a batch has waited there since before the lead
 * was last enqueued, the lead is still in the queue and is left alone, and so is a lead on a waiting list. Work whose next
 * step is a call is put on hold instead while its tenant's calls are.
 */
import {
  effectKinds,
  effectQueues,
  stageQueues,
  type Effect,
  type EffectPayload,
  type QueueDefinition,
  type QueuedStage,
  type StagePayload,
  type RecordedDecision,
} from '@sluice/contracts';
import { nextJob, nextRouting, searchWords, waitsIn } from '@sluice/domain';
import { failpoint } from '@sluice/process';
import type { WaitingLists, Work } from '@sluice/queue';
import { isStoreUnavailable, type WorkToHold, type StoredSubmission } from '@sluice/store';
import { randomUUID } from 'node:crypto';
import { now, type Core, type StoresFor } from '../core.js';
import { stagePayload } from '../enqueue/enqueue.js';
import { failAlone } from './fail-alone.js';
import { firstLead } from '../accept/first-lead.js';
import { inChunks } from './in-chunks.js';
import { deliveryLane, laneOfEffect } from '../enqueue/lane.js';

/** How many records of one tenant are checked before the next tenant's turn. */
export const TURN = 256;
const READ_AT_ONCE = 64;
/** When a record that cannot even be requeued is checked again. */
const UNREADABLE_AGAIN_MS = 5 * 60_000;

/** How many records were checked in a turn, and how many of them were requeued. */
interface Turn {
  readonly found: number;
  readonly requeued: number;
}

/** What a turn uses of the core. */
export type TurnDeps = StoresFor<
  'activeHolds' | 'clock' | 'due' | 'forTenant' | 'sweepTiming' | 'workOnHold'
> &
  Pick<Core, 'producer' | 'log' | 'metrics'>;

/** A turn of one tenant, with its submissions or its effects. */
export interface TakeTurn {
  readonly scope: 'submissions' | 'effects';
  readonly take: (core: TurnDeps, tenantId: string, waiting: WaitingSince) => Promise<Turn>;
}

/** An overdue submission or effect: the queue to add it to, and the queue in which it may still be waiting. */
interface Overdue<Payload> {
  readonly queue: QueueDefinition<Payload>;
  readonly payload: Payload;
  readonly lane: string | undefined;
  readonly waitsIn: { readonly queue: QueueName; readonly lane: string | undefined };
  /** What it is in a batch of routing, if that is its next stage. */
  readonly routing?: string;
  readonly enqueuedAt: Date | undefined;
  /** Put on hold instead, because its next step is a call that must not be made now. */
  readonly onHold: WorkToHold | undefined;
  /** Its worker died while processing it, so it is enqueued alone and cannot take other work with it. */
  readonly runsAlone: boolean;
}

/** The result of the check; `unreadable` if not even its queue could be determined. */
type Fate = 'requeued' | 'waits' | 'on_hold' | 'unreadable';

// All jobs are added in one turn of the event loop, so that they form few batches.
async function requeueUnlessWaiting<Payload extends { readonly tenantId: string }>(
  core: Pick<Core, 'producer'> & StoresFor<'workOnHold'>,
  overdue: readonly (Overdue<Payload> | undefined)[],
  at: Date,
  { waiting, lists }: Waiting,
): Promise<readonly Fate[]> {
  const listed = await onLists(overdue, lists);
  const fates = await Promise.all(
    overdue.map(async (one): Promise<Fate> => {
      if (!one) return 'unreadable';
      const { waitsIn, payload, enqueuedAt, onHold } = one;
      if (onHold) {
        await core.stores.workOnHold.put(onHold);
        return 'on_hold';
      }
      if (listed.has(one)) return 'waits';
      return (await stillWaits(waiting(waitsIn.queue, payload.tenantId, waitsIn.lane), enqueuedAt))
        ? 'waits'
        : 'requeued';
    }),
  );
  await Promise.all(
    among(overdue, fates, 'requeued').map(async (one) => {
      if (!one) return;
      const { queue, payload, lane, runsAlone } = one;
      const work: Work<Payload> = { payload, since: at, lane, retry: { failures: 0 } };
      await core.producer.add(queue, runsAlone ? { ...work, name: randomUUID() } : work);
    }),
  );
  return fates;
}

/** Where work may still wait. */
interface Waiting {
  readonly waiting: WaitingSince;
  /** The waiting lists of routing; absent for effects, which wait on none. */
  readonly lists?: Pick<WaitingLists, 'find'>;
}

// Those that wait on a list until they are routed.
async function onLists<Payload extends { readonly tenantId: string }>(
  overdue: readonly (Overdue<Payload> | undefined)[],
  lists: Waiting['lists'],
): Promise<ReadonlySet<Overdue<Payload>>> {
  const mayWait = overdue.flatMap((one) => (one?.routing === undefined ? [] : [one]));
  const [first] = mayWait;
  if (!first || !lists) return new Set();
  const found = await lists.find(
    first.payload.tenantId,
    mayWait.map(({ routing = '' }) => routing),
  );
  return new Set(mayWait.filter(({ routing = '' }) => found.has(routing)));
}

function among<T>(found: readonly T[], fates: readonly Fate[], fate: Fate): readonly T[] {
  return found.filter((_, index) => fates[index] === fate);
}

type Postpone<T> = (requeued: readonly T[], waits: readonly T[], at: Date, laterMs?: number) => Promise<void>;

// Every checked record becomes due again later. This is written last, so that the records stay due if the process dies
// before.
async function endTurn<T>(
  found: readonly T[],
  fates: readonly Fate[],
  postpone: Postpone<T>,
  at: Date,
): Promise<Turn> {
  await failpoint('after-sweep-before-later');
  const requeued = among(found, fates, 'requeued');
  await postpone(requeued, among(found, fates, 'waits'), at);
  await postpone([], among(found, fates, 'unreadable'), at, UNREADABLE_AGAIN_MS);
  return { found: found.length, requeued: requeued.length };
}

// A record whose check fails is unreadable and is checked again much later. But if the database was unavailable, the
// whole turn ends instead.
async function unlessAway<T>(
  core: Pick<Core, 'log' | 'metrics'>,
  part: 'submission' | 'effect',
  ids: Parameters<typeof failAlone>[2],
  look: () => Promise<T>,
): Promise<T | undefined> {
  let away: Error | undefined;
  const looked = await failAlone(core, part, ids, async () => {
    try {
      return await look();
    } catch (error) {
      if (!(error instanceof Error) || !isStoreUnavailable(error)) throw error;
      away = error;
      return undefined;
    }
  });
  if (away) throw away;
  return looked;
}

export const submissionsTurn: TakeTurn = {
  scope: 'submissions',
  async take(core, tenantId, waiting) {
    const { due, sweepTiming } = core.stores;
    const { lookAgainMs } = sweepTiming;
    const oldest = await waiting(stageQueues.qualification, tenantId);
    // Submissions accepted after that batch and never started wait behind it.
    if (oldest !== undefined) await due.postponeUnbegun(tenantId, new Date(oldest), lookAgainMs);
    const lists = core.producer.lists(stageQueues.routing);
    await postponeListed(core, tenantId, lists);
    const found = await due.submissions(tenantId, TURN);
    const at = now(core);
    const overdue = await inChunks(found, READ_AT_ONCE, (submission) => {
      const ids = { tenantId, submissionId: submission.submissionId };
      return unlessAway(core, 'submission', ids, () => overdueSubmission(core, submission));
    });
    const fates = await requeueUnlessWaiting(core, overdue, at, { waiting, lists });
    const postpone: Postpone<StoredSubmission> = (requeued, waits, when, laterMs = lookAgainMs) =>
      due.postponeSubmissions(requeued, waits, when, laterMs);
    return endTurn(found, fates, postpone, at);
  },
};

// Nothing has to be read about most of those that wait for their campaign: they wait to be routed for the first time.
async function postponeListed(
  { stores: { due, sweepTiming } }: StoresFor<'due' | 'sweepTiming'>,
  tenantId: string,
  lists: Pick<WaitingLists, 'find' | 'names'>,
): Promise<void> {
  if (!(await lists.names()).some((name) => name.tenantId === tenantId)) return;
  const find = async (submissionIds: readonly string[]) => {
    const itemOf = (submissionId: string) => itemInRouting({ tenantId, submissionId }, 0) ?? '';
    const listed = await lists.find(tenantId, submissionIds.map(itemOf));
    return submissionIds.filter((submissionId) => listed.has(itemOf(submissionId)));
  };
  await due.postponeFound(tenantId, find, sweepTiming.lookAgainMs);
}

// Undefined for a submission that no batch can hold.
function itemInRouting(
  submission: Pick<StoredSubmission, 'tenantId' | 'submissionId'>,
  generation: number,
): string | undefined {
  try {
    return stageQueues.routing.item(stagePayload(submission, generation));
  } catch {
    return undefined;
  }
}

async function overdueSubmission(
  core: StoresFor<'activeHolds' | 'forTenant'>,
  submission: StoredSubmission,
): Promise<Overdue<StagePayload>> {
  const { tenantId, submissionId, status } = submission;
  await ensureLead(core, submission);
  const history = await core.stores.forTenant(tenantId).journal.history(submissionId);
  const { stage, generation } = nextJob(history, status);
  const queue = stageQueues[stage];
  // It waits for the call of a check or of its first-submission webhook, an effect.
  const waitsForCall = ['asking', 'awaiting_action'].includes(history.at(-1)?.decision.kind ?? '');
  const waitsAt = waitsIn(history, status);
  const mayBeOnHold = queue.callsReceivers || stageQueues[waitsAt].callsReceivers || waitsForCall;
  const isOnHold = mayBeOnHold && (await core.stores.activeHolds.concern(tenantId));
  const routing = nextRouting(history);
  const item = routing === undefined ? undefined : itemInRouting(submission, routing);
  return {
    queue,
    payload: readable(queue, stagePayload(submission, generation)),
    routing: item,
    lane: await laneOf(core, submission, stage, history),
    waitsIn: { queue: stageQueues[waitsAt], lane: await laneOf(core, submission, waitsAt, history) },
    enqueuedAt: lastEnqueued(submission, history.at(-1)),
    onHold: isOnHold ? { scope: 'submissions', tenantId, id: submissionId } : undefined,
    runsAlone: (submission.deaths ?? 0) > 0,
  };
}

// Throws for a payload that no batch can hold.
function readable<Payload>(queue: QueueDefinition<Payload>, payload: Payload): Payload {
  queue.item(payload);
  return payload;
}

async function stillWaits(
  oldestBatch: Promise<number | undefined>,
  enqueuedAt: Date | undefined,
): Promise<boolean> {
  const oldest = await oldestBatch;
  return oldest !== undefined && enqueuedAt !== undefined && oldest <= enqueuedAt.getTime();
}

// When the lead was last added to a queue. A decision also enqueues the lead, at the next stage, so a decision that is
// newer than `enqueuedAt` counts. Undefined for a held lead that nothing has enqueued since: it waits for its instant
// and is in no queue.
function lastEnqueued(
  { acceptedAt, enqueuedAt, status }: StoredSubmission,
  last: RecordedDecision | undefined,
): Date | undefined {
  const decidedAt = last?.decidedAt ?? acceptedAt;
  if (enqueuedAt) return decidedAt > enqueuedAt ? decidedAt : enqueuedAt;
  return status === 'queued' ? undefined : decidedAt;
}

async function laneOf(
  core: StoresFor<'forTenant'>,
  submission: StoredSubmission,
  stage: QueuedStage,
  history: readonly RecordedDecision[],
): Promise<string | undefined> {
  if (stage !== 'delivery') return undefined;
  const routed = history.findLast(({ decision }) => decision.kind === 'routed')?.decision;
  return routed?.kind === 'routed' ? deliveryLane(core.stores, submission, routed) : undefined;
}

export const effectsTurn: TakeTurn = {
  scope: 'effects',
  async take(core, tenantId, waiting) {
    const { due, sweepTiming } = core.stores;
    const found = await due.effects(tenantId, TURN);
    const at = now(core);
    const overdue = await inChunks(found, READ_AT_ONCE, (effect) => {
      const ids = { tenantId, submissionId: effect.submissionId, effectId: effect.effectId };
      return unlessAway(core, 'effect', ids, () => overdueEffect(core, effect));
    });
    const fates = await requeueUnlessWaiting(core, overdue, at, { waiting });
    return endTurn(
      found,
      fates,
      (requeued, waits, when, laterMs = sweepTiming.lookAgainMs) =>
        due.postponeEffects(requeued, waits, when, laterMs),
      at,
    );
  },
};

// Undefined for an effect that has ended.
async function overdueEffect(
  core: StoresFor<'activeHolds' | 'forTenant'>,
  effect: Effect,
): Promise<Overdue<EffectPayload> | undefined> {
  if (effect.status !== 'due') return undefined;
  const { tenantId, effectId, kind, createdAt, enqueuedAt = createdAt } = effect;
  const queue = effectQueues[effectKinds[kind].queue];
  const isOnHold = await core.stores.activeHolds.concern(tenantId);
  const lane = await laneOfEffect(core.stores, effect);
  return {
    queue,
    payload: readable(queue, { tenantId, effectId }),
    lane,
    waitsIn: { queue, lane },
    enqueuedAt,
    onHold: isOnHold ? { scope: 'effects', tenantId, id: effectId } : undefined,
    runsAlone: (effect.deaths ?? 0) > 0,
  };
}

export type QueueName = Pick<QueueDefinition, 'name' | 'prefix'>;

/** Since when the oldest batch of a tenant and lane has waited in a queue, in milliseconds since the epoch. */
export type WaitingSince = (queue: QueueName, tenantId: string, lane?: string) => Promise<number | undefined>;

// The lead is written after its submission, and a process may have died in between.
async function ensureLead(core: StoresFor<'forTenant'>, submission: StoredSubmission): Promise<void> {
  if (!submission.first) return;
  const { tenantId, leadId, campaignId, data } = submission;
  const { leads, campaigns } = core.stores.forTenant(tenantId);
  if (await leads.find(leadId)) return;
  await leads.ensure({
    lead: firstLead(submission, await campaigns.cached(campaignId)),
    search: searchWords(data),
  });
}
