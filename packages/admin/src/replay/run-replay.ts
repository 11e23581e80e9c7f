/**
 * A group replay in the background of the process that received the request. It reports its progress and can be
 * stopped.
 */
import { repeat } from '@sluice/concurrency';
import { adminStartReplay } from '@sluice/contracts';
import { now, type StoresFor, type IntakeDeps } from '@sluice/pipeline';
import { errorFields } from '@sluice/process';
import type { AttentionCause, AttentionLeads, AttentionMark, TenantReports } from '@sluice/reports';
import { randomUUID } from 'node:crypto';
import type { Actor } from '../actor.js';
import { personOf } from '../who-did.js';
import type { AdminDeps } from '../deps.js';
import type { ReplayFilter, ReplayableStatus } from './examine.js';
import { isAskedToStop, keepReplay, listReplay, type KeptReplay } from './known-replays.js';
import type { Replayed } from './replay-lead.js';
import { replayLeads } from './replay-leads.js';

/** The group to replay, and the options. */
export interface GroupReplay extends Pick<ReplayFilter, 'tenantId' | 'times' | 'unknownToo'> {
  readonly cause: AttentionCause & { readonly status: ReplayableStatus };
  /** Only leads that ended at or after this time. */
  readonly since?: string;
  readonly dryRun: boolean;
}

/** What a replay uses. */
export type ReplayDeps = IntakeDeps & StoresFor<'audit'> & Pick<AdminDeps, 'redis' | 'reports'>;

type Running = { -readonly [Field in keyof KeptReplay]: KeptReplay[Field] };

const SAY_EVERY_MS = 250;
const SAY_WITHIN_MS = 2_000;
const PAGE = 500;
const LEADS_SHOWN = 100;
/** Some reasons name what they are about and so may differ for each lead; only this many are counted separately. */
const REASONS = 20;
const OTHER = 'another reason';

/**
 * Starts a replay and returns its initial state; the replay continues in the background.
 * @throws if Redis does not answer, in which case no replay was started
 */
export async function beginReplay(deps: ReplayDeps, asked: GroupReplay, actor: Actor): Promise<KeptReplay> {
  const { tenantId, cause, since, dryRun } = asked;
  const at = now(deps);
  const replay: Running = {
    replayId: `replay_${randomUUID()}`,
    tenantId,
    ...cause,
    since,
    dryRun,
    ...personOf(actor, adminStartReplay),
    beganAt: at.toISOString(),
    renewedAt: at.getTime(),
    state: 'running',
    total: 0,
    went: 0,
    skipped: 0,
    because: [],
    leads: [],
  };
  await keepReplay(deps.redis, replay);
  if (!dryRun) await listReplay(deps.redis, replay);
  const begun = { ...replay };
  void carryOut(deps, asked, replay, actor);
  return begun;
}

// Never rejects: the replay's state says how it ended.
async function carryOut(deps: ReplayDeps, asked: GroupReplay, replay: Running, actor: Actor): Promise<void> {
  const { tenantId, cause, since, dryRun, times, unknownToo } = asked;
  const interruption = new AbortController();
  let state: KeptReplay['state'];
  const say = async (): Promise<void> => {
    replay.renewedAt = now(deps).getTime();
    await keepReplay(deps.redis, replay);
  };
  const notStored = (error: unknown) => deps.log.warn('replay progress not stored', errorFields(error));
  const saying = repeat({
    what: 'storing the progress of a replay',
    async run() {
      if (replay.state === 'running' && (await isAskedToStop(deps.redis, replay))) {
        interruption.abort();
        if (replay.state === 'running') replay.state = 'stopping';
      }
      await say();
    },
    everyMs: SAY_EVERY_MS,
    withinMs: SAY_WITHIN_MS,
    failed: notStored,
  });
  try {
    const among = await leadsOf(
      deps.reports.forTenant(tenantId),
      { ...cause, since: since === undefined ? undefined : new Date(since) },
      interruption.signal,
    );
    await replayLeads(deps, {
      tenantId,
      times,
      unknownToo,
      dryRun,
      among,
      interrupt: interruption.signal,
      statuses: [cause.status],
      campaignId: cause.campaignId,
      reason: cause.reason ?? null,
      progress: {
        begin: (total) => {
          replay.total = total;
        },
        look: (outcome) => count(replay, outcome),
      },
    });
    state = interruption.signal.aborted ? 'stopped' : 'ended';
  } catch (error) {
    deps.log.error('replay failed', errorFields(error));
    state = 'failed';
  } finally {
    await saying.stop();
  }
  if (!dryRun) await auditEnd(deps, { ...replay, state }, actor);
  replay.state = state;
  await say().catch(notStored);
}

// A lead that the filter no longer selects, e.g. because it now ended for another reason, counts as skipped.
function count(replay: Running, outcome: Replayed | undefined): void {
  if (outcome?.kind === 'replayed') replay.went += 1;
  else replay.skipped += 1;
  const why =
    outcome?.kind === 'replayed' ? undefined : (outcome?.because ?? 'it no longer belongs to this group');
  if (why !== undefined) {
    const listed = replay.because.length < REASONS ? why : OTHER;
    const known =
      replay.because.find((one) => one.why === why) ?? replay.because.find((one) => one.why === listed);
    if (known) known.count += 1;
    else replay.because = [...replay.because, { why: listed, count: 1 }];
  }
  if (outcome && replay.leads.length < LEADS_SHOWN)
    replay.leads = [...replay.leads, { leadId: outcome.leadId, skipped: why }];
}

// Only ids are kept in memory, so that a hundred thousand leads are no burden; oldest first, in the order of their
// arrival.
async function leadsOf(
  { attentionGroups }: Pick<TenantReports, 'attentionGroups'>,
  those: AttentionLeads,
  interrupt: AbortSignal,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (let after: AttentionMark | undefined; !interrupt.aborted;) {
    const page = await attentionGroups.page(those, PAGE, after);
    found.push(...page.leads.map(({ leadId }) => leadId));
    if (!page.next) break;
    after = page.next;
  }
  return found.reverse();
}

async function auditEnd(
  deps: StoresFor<'audit' | 'clock'> & Pick<AdminDeps, 'log'>,
  replay: KeptReplay,
  actor: Actor,
): Promise<void> {
  const { tenantId, replayId, state, went, skipped, total } = replay;
  const { via, from } = actor;
  const { by: who, ...place } = personOf(actor, adminStartReplay);
  try {
    const id = await deps.stores.audit.begin({
      at: now(deps),
      who,
      ...place,
      via,
      from,
      tenantId,
      action: 'replayEnded',
      what: `replay ${replayId} ${state}`,
      about: { tenantId, replayId },
    });
    const result = { state, went, skipped, left: total - went - skipped };
    await deps.stores.audit.conclude(id, state === 'failed' ? 'failed' : 'done', result);
  } catch (error) {
    deps.log.warn('end of replay not audited', errorFields(error));
  }
}
