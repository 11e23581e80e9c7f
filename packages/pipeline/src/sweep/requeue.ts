/**
 * Requeueing what is past due and waits in no queue, tenant by tenant in turns. Within a tenant and lane a queue is first in,
 * first out: while a batch waits there since before the lead was last enqueued, the lead waits there too and is left alone.
 */
import {
  effectQueues,
  stageQueues,
  type Effect,
  type EffectPayload,
  type QueueDefinition,
  type QueuedStage,
  type StagePayload,
  type RecordedDecision,
} from '@sluice/contracts';
import { nextJob, searchWords, waitsIn } from '@sluice/domain';
import { failpoint, type Work } from '@sluice/runtime';
import { isStoreUnavailable, type StoredSubmission } from '@sluice/store';
import { randomUUID } from 'node:crypto';
import { now, type Core } from '../core.js';
import { effectQueueOf, stagePayload } from '../stage/enqueue.js';
import { failAlone } from './fail-alone.js';
import { firstLead } from '../intake/first-lead.js';
import { inSlices } from './in-slices.js';
import { deliveryLane, effectLane } from '../stage/lane.js';

/** How many records of a tenant are checked before those of the next tenant. */
const TURN = 256;
const READ_AT_ONCE = 64;
/** A record that cannot even be requeued is checked again after this long. */
const ODD_AGAIN_MS = 5 * 60_000;

/** How many records were checked, and how many of them were requeued. */
interface Turn {
  readonly found: number;
  readonly requeued: number;
}

interface TakeTurn {
  readonly scope: 'submissions' | 'effects';
  readonly take: (core: Core, tenantId: string, waiting: WaitingSince) => Promise<Turn>;
}

/** Requeues everything of these tenants that is past due, and says how much that was. */
export async function requeueInTurns(
  core: Core,
  tenants: { readonly submissions: readonly string[]; readonly effects: readonly string[] },
): Promise<number> {
  const waiting = askOnce(core);
  let requeued = 0;
  let left: (readonly [TakeTurn, string])[] = [
    ...tenants.submissions.map((tenantId) => [submissionsTurn, tenantId] as const),
    ...tenants.effects.map((tenantId) => [effectsTurn, tenantId] as const),
  ];
  while (left.length > 0) {
    const again: typeof left = [];
    for (const [{ scope, take }, tenantId] of left) {
      // What goes wrong with one tenant's work is no other's business; the next sweep tries it again.
      const turn = await failAlone(core, 'requeue', { scope, tenantId }, () => take(core, tenantId, waiting));
      requeued += turn?.requeued ?? 0;
      if (turn?.found === TURN) again.push([{ scope, take }, tenantId]);
    }
    left = again;
  }
  return requeued;
}

/** A piece of work that is past due: where it is to be enqueued, and where it would wait if it were still on its way. */
interface Overdue<Payload> {
  readonly queue: QueueDefinition<Payload>;
  readonly payload: Payload;
  readonly lane: string | undefined;
  readonly waitsIn: QueueName;
  readonly enqueuedAt: Date | undefined;
  /** A worker died with it in hand: it travels alone, so that it takes no other with it. */
  readonly isSuspect: boolean;
}

/** What became of it: `odd` when it could not even be said where it belongs. */
type Fate = 'requeued' | 'waits' | 'odd';

// All that is added is added in one turn of the event loop, so that it travels in few batches.
async function requeueUnlessWaiting<Payload extends { readonly tenantId: string }>(
  core: Pick<Core, 'producer'>,
  overdue: readonly (Overdue<Payload> | undefined)[],
  at: Date,
  waiting: WaitingSince,
): Promise<readonly Fate[]> {
  const fates = await Promise.all(
    overdue.map(async (one): Promise<Fate> => {
      if (!one) return 'odd';
      const { waitsIn, payload, lane, enqueuedAt } = one;
      return (await stillWaits(waiting(waitsIn, payload.tenantId, lane), enqueuedAt)) ? 'waits' : 'requeued';
    }),
  );
  await Promise.all(
    among(overdue, fates, 'requeued').map(async (one) => {
      if (!one) return;
      const { queue, payload, lane, isSuspect } = one;
      const work: Work<Payload> = { payload, since: at, lane, retry: { failures: 0 } };
      await core.producer.add(queue, isSuspect ? { ...work, name: randomUUID() } : work);
    }),
  );
  return fates;
}

function among<T>(found: readonly T[], fates: readonly Fate[], fate: Fate): readonly T[] {
  return found.filter((_, index) => fates[index] === fate);
}

type Postpone<T> = (requeued: readonly T[], waits: readonly T[], at: Date, laterMs?: number) => Promise<void>;

// All of it is due again later, whatever its fate; written last, so that it stays due if the process dies before.
async function endTurn<T>(
  found: readonly T[],
  fates: readonly Fate[],
  postpone: Postpone<T>,
  at: Date,
): Promise<Turn> {
  await failpoint('after-sweep-before-later');
  const requeued = among(found, fates, 'requeued');
  await postpone(requeued, among(found, fates, 'waits'), at);
  await postpone([], among(found, fates, 'odd'), at, ODD_AGAIN_MS);
  return { found: found.length, requeued: requeued.length };
}

// One that fails is odd and waits for long, unless it only failed because the database was away: the turn is over then.
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

const submissionsTurn: TakeTurn = {
  scope: 'submissions',
  async take(core, tenantId, waiting) {
    const { due, sweepTiming } = core.stores;
    const { lookAgainMs } = sweepTiming;
    const oldest = await waiting(stageQueues.qualification, tenantId);
    // Accepted since then and never begun: all of it waits behind that batch.
    if (oldest !== undefined) await due.postponeUnbegun(tenantId, new Date(oldest), lookAgainMs);
    const found = await due.submissions(tenantId, TURN);
    const at = now(core);
    const overdue = await inSlices(found, READ_AT_ONCE, (submission) => {
      const ids = { tenantId, submissionId: submission.submissionId };
      return unlessAway(core, 'submission', ids, () => overdueSubmission(core, submission));
    });
    const fates = await requeueUnlessWaiting(core, overdue, at, waiting);
    return endTurn(
      found,
      fates,
      (requeued, waits, when, laterMs = lookAgainMs) =>
        due.postponeSubmissions(requeued, waits, when, laterMs),
      at,
    );
  },
};

async function overdueSubmission(
  core: Pick<Core, 'stores'>,
  submission: StoredSubmission,
): Promise<Overdue<StagePayload>> {
  const { tenantId, submissionId, status } = submission;
  await ensureLead(core, submission);
  const history = await core.stores.forTenant(tenantId).journal.history(submissionId);
  const { stage, generation } = nextJob(history, status);
  const queue = stageQueues[stage];
  return {
    queue,
    payload: readable(queue, stagePayload(submission, generation)),
    lane: await laneOf(core, submission, stage, history),
    waitsIn: stageQueues[waitsIn(history, status)],
    enqueuedAt: lastEnqueued(submission, history.at(-1)),
    isSuspect: (submission.deaths ?? 0) > 0,
  };
}

// Throws for what no batch can hold.
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

// Undefined for a held lead that was not enqueued since it was held: it waits for its instant, not in a queue.
function lastEnqueued(
  { acceptedAt, enqueuedAt, status }: StoredSubmission,
  last: RecordedDecision | undefined,
): Date | undefined {
  if (enqueuedAt) return enqueuedAt;
  return status === 'queued' ? undefined : (last?.decidedAt ?? acceptedAt);
}

async function laneOf(
  core: Pick<Core, 'stores'>,
  submission: StoredSubmission,
  stage: QueuedStage,
  history: readonly RecordedDecision[],
): Promise<string | undefined> {
  if (stage !== 'delivery') return undefined;
  const routed = history.findLast(({ decision }) => decision.kind === 'routed')?.decision;
  return routed?.kind === 'routed' ? deliveryLane(core.stores, submission, routed) : undefined;
}

const effectsTurn: TakeTurn = {
  scope: 'effects',
  async take(core, tenantId, waiting) {
    const { due, sweepTiming } = core.stores;
    const found = await due.effects(tenantId, TURN);
    const at = now(core);
    const overdue = await inSlices(found, READ_AT_ONCE, (effect) => {
      const ids = { tenantId, submissionId: effect.submissionId, effectId: effect.effectId };
      return unlessAway(core, 'effect', ids, () => overdueEffect(core, effect));
    });
    const fates = await requeueUnlessWaiting(core, overdue, at, waiting);
    return endTurn(
      found,
      fates,
      (requeued, waits, when, laterMs = sweepTiming.lookAgainMs) =>
        due.postponeEffects(requeued, waits, when, laterMs),
      at,
    );
  },
};

// Undefined for what no worker carries out.
async function overdueEffect(
  core: Pick<Core, 'stores'>,
  effect: Effect,
): Promise<Overdue<EffectPayload> | undefined> {
  const kind = effectQueueOf(effect.kind);
  if (!kind) return undefined;
  const { tenantId, effectId, createdAt, enqueuedAt = createdAt } = effect;
  const queue = effectQueues[kind];
  return {
    queue,
    payload: readable(queue, { tenantId, effectId }),
    lane: await effectLane(core.stores, effect),
    waitsIn: queue,
    enqueuedAt,
    isSuspect: (effect.deaths ?? 0) > 0,
  };
}

type QueueName = Pick<QueueDefinition, 'name' | 'prefix'>;

type WaitingSince = (queue: QueueName, tenantId: string, lane?: string) => Promise<number | undefined>;

// A round asks once for each queue, tenant and lane: what it requeues itself began to wait after all it looks at.
function askOnce({ producer }: Core): WaitingSince {
  const answers = new Map<string, Promise<number | undefined>>();
  return (queue, tenantId, lane) => {
    const key = JSON.stringify([queue.name, tenantId, lane]);
    const answer = answers.get(key) ?? producer.waitingSince(queue, tenantId, lane);
    answers.set(key, answer);
    return answer;
  };
}

// The lead is written after its submission; a process may have died in between.
async function ensureLead(core: Pick<Core, 'stores'>, submission: StoredSubmission): Promise<void> {
  if (!submission.first) return;
  const { tenantId, leadId, campaignId, data } = submission;
  const { leads, campaigns } = core.stores.forTenant(tenantId);
  if (await leads.find(leadId)) return;
  await leads.ensure({
    lead: firstLead(submission, await campaigns.cached(campaignId)),
    search: searchWords(data),
  });
}
