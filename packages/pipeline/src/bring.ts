/**
 * Bringing what is past due back to its queue: as much of each tenant's as it may have there, in turns over the tenants,
 * and of a tenant's the oldest first.
 */
import { groupBy } from '@sluice/batching';
import {
  effectQueues,
  stageQueues,
  type Effect,
  type EffectPayload,
  type QueuedEffectKind,
  type QueuedStage,
  type StagePayload,
} from '@sluice/contracts';
import { nextJob, searchWords } from '@sluice/domain';
import { failpoint, type AdmissionScope, type Applicant, type Share } from '@sluice/runtime';
import type { StoredSubmission } from '@sluice/store';
import type { Core } from './core.js';
import { effectApplicant, effectQueueOf, leaveQueues, stagePayload, submissionApplicant } from './enqueue.js';
import { failAlone, type RoundPart } from './fail-alone.js';
import { firstLead } from './first-lead.js';
import { inSlices } from './in-slices.js';
import type { Waves } from './waves.js';

/** How much of one tenant's is brought before it is the next one's turn. */
const TURN = 250;
const READ_AT_ONCE = 50;
/** What cannot even be requeued is looked at again after this long. */
const ODD_AGAIN_MS = 5 * 60_000;

/** What became of a share's work that is past due. */
export interface Brought {
  readonly share: Share;
  readonly brought: number;
  /** More is past due than there is room for. */
  readonly leftBehind: boolean;
}

/**
 * Brings as much of each share as there is room for, and says what became of each that it looked at. A share that gives
 * way is brought as `waves` allow, and left alone without them.
 */
export async function bringInTurns(
  core: Core,
  shares: readonly Share[],
  waves?: Waves<StagePayload>,
): Promise<readonly Brought[]> {
  const { admission } = core.producer;
  const [room, givesWay] = await Promise.all([admission.room(shares), admission.givesWay(shares)]);
  const wave = waves ? await nextWave(core, givesWay, waves) : 0;
  const results: Brought[] = [];
  const gone = { count: 0, toFirstStages: [] as StagePayload[] };
  let waiting = shares
    .map((share, index) => ({ share, inWave: givesWay[index] === true, room: room[index] ?? 0, brought: 0 }))
    .filter(({ inWave }) => !inWave || wave > 0)
    .map((one) => (one.inWave ? { ...one, room: Math.min(one.room, wave) } : one));
  while (waiting.length > 0) {
    const again: typeof waiting = [];
    for (const { share, inWave, room: left, brought } of waiting) {
      const limit = Math.min(TURN, left);
      const turn = limit === 0 ? nothing : await bring(core, share, limit);
      if (!turn) {
        results.push({ share, brought, leftBehind: false });
        continue;
      }
      if (inWave) {
        gone.count += turn.brought;
        gone.toFirstStages.push(...turn.toFirstStages);
      }
      const now = { share, inWave, room: left - turn.brought, brought: brought + turn.brought };
      const more = turn.found === limit;
      if (more && turn.brought > 0 && now.room > 0) again.push(now);
      else results.push({ share, brought: now.brought, leftBehind: more || turn.brought < turn.found });
    }
    waiting = again;
  }
  if (gone.count > 0) waves?.went(gone.count, gone.toFirstStages);
  return results;
}

async function nextWave(
  { producer }: Core,
  givesWay: readonly boolean[],
  waves: Waves<StagePayload>,
): Promise<number> {
  if (!givesWay.includes(true)) {
    waves.over();
    return 0;
  }
  const left = await Promise.all(firstStages.map((stage) => producer.inHand(stageQueues[stage], waves.last)));
  return waves.next(left.reduce((sum, one) => sum + one, 0));
}

// Here nobody waits for anything outside: what is in hand is being worked on.
const firstStages: readonly QueuedStage[] = ['qualification', 'routing'];

const bringers: Record<AdmissionScope, (core: Core, tenantId: string, limit: number) => Promise<Turn>> = {
  submissions: bringSubmissions,
  effects: bringEffects,
};

interface Turn {
  readonly found: number;
  readonly brought: number;
  /** What of it went to the first stages. */
  readonly toFirstStages: readonly StagePayload[];
}

const nothing: Turn = { found: 0, brought: 0, toFirstStages: [] };

// What goes wrong with one tenant's share is no other's business; the next sweep tries it again.
function bring(core: Core, [scope, tenantId]: Share, limit: number): Promise<Turn | undefined> {
  return failAlone(core, 'requeue', { scope, tenantId }, () => bringers[scope](core, tenantId, limit));
}

async function bringSubmissions(core: Core, tenantId: string, limit: number): Promise<Turn> {
  const { due } = core.stores;
  const found = await due.submissions(tenantId, limit);
  const admitted = await admit(core, found, submissionApplicant);
  const jobs = await jobsOf(core, 'submission', admitted, async (submission) => {
    await ensureLead(core, submission);
    return nextJobOf(core, submission);
  });
  // In the order in which they are due: of leads that are released together, the oldest goes first.
  for (const [stage, together] of groupBy(jobs, ([to]) => to)) {
    const payloads = together.map(([, payload]) => payload);
    await core.producer.addAgain(stageQueues[stage], payloads);
  }
  await failpoint('after-sweep-before-later');
  await due.lookAgainLater(admitted, []);
  const toFirstStages = jobs.flatMap(([stage, payload]) => (firstStages.includes(stage) ? payload : []));
  return { found: found.length, brought: admitted.length, toFirstStages };
}

async function bringEffects(core: Core, tenantId: string, limit: number): Promise<Turn> {
  const { due } = core.stores;
  const found = await due.effects(tenantId, limit);
  const admitted = await admit(core, found, effectApplicant);
  const jobs = await jobsOf(core, 'effect', admitted, async ({ kind, effectId, eventId }) => {
    const queue = effectQueueOf(kind);
    const payload = { tenantId, effectId, eventId };
    return (
      queue && ([queue, effectQueues[queue].payload.parse(payload)] as [QueuedEffectKind, EffectPayload])
    );
  });
  for (const [kind, together] of groupBy(jobs, ([to]) => to)) {
    const payloads = together.map(([, payload]) => payload);
    await core.producer.addAgain(effectQueues[kind], payloads);
  }
  await failpoint('after-sweep-before-later');
  await due.lookAgainLater([], admitted);
  return { found: found.length, brought: admitted.length, toFirstStages: [] };
}

async function admit<T>(
  { producer: { admission } }: Core,
  found: readonly T[],
  applicantOf: (work: T) => Applicant,
): Promise<readonly T[]> {
  const answers = await Promise.all(found.map((work) => admission.enter(applicantOf(work), true)));
  return found.filter((_, index) => answers[index]);
}

// The jobs of what was admitted, each found for itself: one odd document keeps no other from its queue. What has none
// gives its place back, and is put off for long: nobody younger has to let it go first meanwhile.
async function jobsOf<T extends StoredSubmission | Effect, Job>(
  core: Core,
  part: RoundPart,
  admitted: readonly T[],
  jobOf: (work: T) => Promise<Job | undefined>,
): Promise<readonly Job[]> {
  const { due } = core.stores;
  const jobs = await inSlices(admitted, READ_AT_ONCE, async (work) => {
    const { tenantId, submissionId } = work;
    const ids = { tenantId, submissionId, ...('effectId' in work && { effectId: work.effectId }) };
    const job = await failAlone(core, part, ids, () => jobOf(work));
    if (job) return job;
    leaveQueues(core, work);
    await ('effectId' in work
      ? due.lookAgainLater([], [work], ODD_AGAIN_MS)
      : due.lookAgainLater([work], [], ODD_AGAIN_MS));
    return undefined;
  });
  return jobs.filter((job) => job !== undefined);
}

async function nextJobOf(
  core: Core,
  { tenantId, submissionId, status }: StoredSubmission,
): Promise<[QueuedStage, StagePayload]> {
  const { journal } = core.stores.forTenant(tenantId);
  const { stage, generation } = nextJob(await journal.history(submissionId), status);
  return [stage, stageQueues[stage].payload.parse(stagePayload({ tenantId, submissionId }, generation))];
}

// The lead is written after its submission; a process may have died in between.
async function ensureLead(core: Core, submission: StoredSubmission): Promise<void> {
  if (!submission.first) return;
  const { tenantId, leadId, campaignId, data } = submission;
  const { leads, campaigns } = core.stores.forTenant(tenantId);
  if (await leads.find(leadId)) return;
  await leads.ensure({
    lead: firstLead(submission, await campaigns.recent(campaignId)),
    search: searchWords(data, leadId),
  });
}
