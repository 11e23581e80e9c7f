/**
 * Replays every lead that a filter selects, several at a time. Repeated after an interruption, it continues where it
 * stopped.
 */
import type { ReportsFor, StoresFor, IntakeDeps } from '@sluice/pipeline';
import { errorFields } from '@sluice/process';
import { isStoreUnavailable } from '@sluice/store';
import { setTimeout as pause } from 'node:timers/promises';
import pMap from 'p-map';
import type { ReplayFilter } from './examine.js';
import { replayLead, type Outcome, type Replayed } from './replay-lead.js';

/** The options of a replay. */
export interface ReplayOptions extends ReplayFilter {
  readonly dryRun: boolean;
  readonly interrupt: AbortSignal;
  /** How long to wait for interrupted replays to end as void. */
  readonly giveUpWithinMs?: number;
  /** The leads to examine; by default all with the filter's statuses and campaign. */
  readonly among?: readonly string[];
  readonly progress?: ReplayProgress;
}

/** Receives the progress of a replay. */
export interface ReplayProgress {
  /** The total number of leads to examine. */
  begin(total: number): void;
  /** One more lead was examined; without an outcome, the filter does not select it. */
  look(outcome?: Replayed): void;
}

/** The result of a replay. */
export interface Replays {
  readonly tenantId: string;
  readonly dryRun: boolean;
  readonly replayed: readonly Extract<Replayed, { kind: 'replayed' }>[];
  readonly skipped: readonly Extract<Replayed, { kind: 'skipped' }>[];
  /** The number of leads that were not examined, because the operator interrupted. */
  readonly left: number;
}

const PAGE = 500;
const AT_ONCE = 16;
const GIVE_UP_WITHIN_MS = 45_000;
const LOOK_EVERY_MS = 1_000;

/** Replays the leads that `options` select. */
export async function replayLeads(
  core: IntakeDeps & ReportsFor<'forTenant'>,
  options: ReplayOptions,
): Promise<Replays> {
  const { tenantId, dryRun, interrupt, progress, giveUpWithinMs = GIVE_UP_WITHIN_MS } = options;
  const leadIds = options.among ?? (await candidates(core, options));
  const outcomes: Replayed[] = [];
  let givingUp: string[] = [];
  let looked = 0;
  progress?.begin(leadIds.length);

  const examine = async (leadId: string): Promise<void> => {
    if (interrupt.aborted) return;
    const outcome = await replayOrSkip(core, leadId, options);
    if (outcome.kind === 'giving_up') return void givingUp.push(leadId);
    looked += 1;
    if (outcome.kind !== 'other') outcomes.push(outcome);
    progress?.look(outcome.kind === 'other' ? undefined : outcome);
  };
  const atOnce = { concurrency: AT_ONCE };

  await pMap(leadIds, examine, atOnce);
  const until = performance.now() + (dryRun ? 0 : giveUpWithinMs);
  while (givingUp.length > 0 && performance.now() < until && !interrupt.aborted) {
    await pause(LOOK_EVERY_MS);
    const again = givingUp;
    givingUp = [];
    await pMap(again, examine, atOnce);
  }
  for (const leadId of givingUp) {
    const waits = await waitsForItsEnd(core, tenantId, leadId);
    outcomes.push(waits);
    progress?.look(waits);
  }
  return {
    tenantId,
    dryRun,
    replayed: outcomes.filter((outcome) => outcome.kind === 'replayed'),
    skipped: outcomes.filter((outcome) => outcome.kind === 'skipped'),
    left: leadIds.length - looked - givingUp.length,
  };
}

// A lead that fails holds up no other lead. If the database is unavailable, the replay ends.
async function replayOrSkip(core: IntakeDeps, leadId: string, options: ReplayOptions): Promise<Outcome> {
  try {
    return await replayLead(core, leadId, options, options.dryRun);
  } catch (error) {
    if (isStoreUnavailable(error)) throw error;
    core.log.error('lead could not be replayed', {
      tenantId: options.tenantId,
      leadId,
      ...errorFields(error),
    });
    const because = 'it cannot be replayed; see the log';
    return { kind: 'skipped', leadId, submissionId: '', because };
  }
}

async function waitsForItsEnd(
  core: StoresFor<'forTenant'>,
  tenantId: string,
  leadId: string,
): Promise<Replayed> {
  const lead = await core.stores.forTenant(tenantId).leads.find(leadId);
  const because = 'an interrupted replay of it has not ended yet: try again in 30 s';
  return { kind: 'skipped', leadId, submissionId: lead?.lastSubmissionId ?? '', because };
}

// Only ids are kept in memory, so that a hundred thousand leads are no burden. A lead that ended after `since` was also
// last changed after it, so leads unchanged since then are left out.
async function candidates(
  { reports }: ReportsFor<'forTenant'>,
  { tenantId, statuses, campaignId, since, interrupt }: ReplayOptions,
): Promise<readonly string[]> {
  const { leads } = reports.forTenant(tenantId);
  const filter = { statuses, campaignIds: campaignId === undefined ? undefined : [campaignId] };
  const found: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null && !interrupt.aborted;) {
    const page = await leads.page(filter, PAGE, cursor);
    found.push(
      ...page.leads.filter(({ updatedAt }) => !since || updatedAt >= since).map(({ leadId }) => leadId),
    );
    cursor = page.nextCursor;
  }
  // Oldest first, in the order of their arrival.
  return found.reverse();
}
