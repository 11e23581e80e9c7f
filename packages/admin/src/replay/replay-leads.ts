/** Replays every lead that a filter means, some at a time; interrupted and repeated it goes on where it was. */
import type { Core } from '@sluice/pipeline';
import { errorFields } from '@sluice/runtime';
import { isStoreUnavailable } from '@sluice/store';
import { setTimeout as pause } from 'node:timers/promises';
import type { ReplayFilter } from './examine.js';
import { replayLead, type Outcome, type Replayed } from './replay-lead.js';

/** How a replay is made. */
export interface ReplayOptions extends ReplayFilter {
  readonly dryRun: boolean;
  readonly interrupt: AbortSignal;
  /** How long to wait for interrupted replays to end by themselves. */
  readonly giveUpWithinMs?: number;
  /** The leads to look at; without them, all of the statuses and the campaign. */
  readonly among?: readonly string[];
  readonly progress?: ReplayProgress;
}

/** Is told how a replay goes on. */
export interface ReplayProgress {
  /** So many leads are looked at in all. */
  begin(total: number): void;
  /** One more was looked at; without an outcome it was not meant. */
  look(outcome?: Replayed): void;
}

/** What a replay came to. */
export interface Replays {
  readonly tenantId: string;
  readonly dryRun: boolean;
  readonly replayed: readonly Extract<Replayed, { kind: 'replayed' }>[];
  readonly skipped: readonly Extract<Replayed, { kind: 'skipped' }>[];
  /** Leads that were not looked at any more, because the person interrupted. */
  readonly left: number;
}

const PAGE = 500;
const AT_ONCE = 16;
const GIVE_UP_WITHIN_MS = 45_000;
const LOOK_EVERY_MS = 1_000;

/** Replays what `options` mean. */
export async function replayLeads(
  core: Pick<Core, 'stores' | 'producer' | 'log'>,
  options: ReplayOptions,
): Promise<Replays> {
  const { tenantId, dryRun, interrupt, progress, giveUpWithinMs = GIVE_UP_WITHIN_MS } = options;
  const leadIds = options.among ?? (await candidates(core, options));
  const outcomes: Replayed[] = [];
  let givingUp: string[] = [];
  let looked = 0;
  progress?.begin(leadIds.length);

  const round = async (waiting: string[]): Promise<void> => {
    const worker = async (): Promise<void> => {
      for (let leadId = next(waiting, interrupt); leadId !== undefined; leadId = next(waiting, interrupt)) {
        const outcome = await replayOrSkip(core, leadId, options);
        if (outcome.kind === 'giving_up') {
          givingUp.push(leadId);
          continue;
        }
        looked += 1;
        if (outcome.kind !== 'other') outcomes.push(outcome);
        progress?.look(outcome.kind === 'other' ? undefined : outcome);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  };

  await round([...leadIds]);
  const until = performance.now() + (dryRun ? 0 : giveUpWithinMs);
  while (givingUp.length > 0 && performance.now() < until && !interrupt.aborted) {
    await pause(LOOK_EVERY_MS);
    const again = givingUp;
    givingUp = [];
    await round(again);
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

// A lead that something is wrong with holds up no other. Without a database there is nothing left to try.
async function replayOrSkip(
  core: Pick<Core, 'stores' | 'producer' | 'log'>,
  leadId: string,
  options: ReplayOptions,
): Promise<Outcome> {
  try {
    return await replayLead(core, leadId, options, options.dryRun);
  } catch (error) {
    if (isStoreUnavailable(error)) throw error;
    core.log.error('a lead cannot be replayed', {
      tenantId: options.tenantId,
      leadId,
      ...errorFields(error),
    });
    const because = 'it cannot be replayed; the log says why';
    return { kind: 'skipped', leadId, submissionId: '', because };
  }
}

function next(waiting: string[], interrupt: AbortSignal): string | undefined {
  return interrupt.aborted ? undefined : waiting.shift();
}

async function waitsForItsEnd(
  core: Pick<Core, 'stores'>,
  tenantId: string,
  leadId: string,
): Promise<Replayed> {
  const lead = await core.stores.forTenant(tenantId).leads.find(leadId);
  const because = 'an interrupted replay of it has not ended yet: repeat this in half a minute';
  return { kind: 'skipped', leadId, submissionId: lead?.lastSubmissionId ?? '', because };
}

// Only ids are kept, so that a hundred thousand leads are no burden. What came to rest since is later than its lead's
// last change.
async function candidates(
  core: Pick<Core, 'stores'>,
  { tenantId, statuses, campaignId, since, interrupt }: ReplayOptions,
): Promise<readonly string[]> {
  const { leads } = core.stores.forTenant(tenantId);
  const filter = { statuses, ...(campaignId !== undefined && { campaignIds: [campaignId] }) };
  const found: string[] = [];
  for (let cursor: string | undefined; !interrupt.aborted;) {
    const page = await leads.page(filter, PAGE, cursor);
    found.push(
      ...page.leads.filter(({ updatedAt }) => !since || updatedAt >= since).map(({ leadId }) => leadId),
    );
    if (!page.hasMore) break;
    cursor = page.leads.at(-1)?.leadId;
  }
  // The oldest first, as they came.
  return found.reverse();
}
