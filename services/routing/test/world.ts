/** The routing stage on real stores, and helpers that prepare its input. */
import type { Campaign, SubmissionRecord } from '@sluice/contracts';
import { now, type Core } from '@sluice/pipeline';
import { newId } from '@sluice/process';
import type { StageOutcome, StageRun } from '@sluice/queue';
import type { TenantStores } from '@sluice/store';
import { accepted, aSubmission, zoneAtNoon } from '@sluice/testing';
import { openTestCore } from '@sluice/testing/core';
import { GroupTurns } from '../src/group-turns.js';
import { routingStage } from '../src/routing-stage.js';

/** A routing worker of one test file; its tenant's clock shows about noon. */
export interface World {
  readonly core: Core;
  readonly stores: TenantStores;
  /** The tenant's time zone. */
  readonly timezone: string;
  /** Writes a campaign under these limits, with a client of its own. */
  putCampaign(campaignId: string, limits: readonly object[], more?: Partial<Campaign>): Promise<void>;
  /** Accepts a qualified submission, the first of its lead. */
  qualified(campaignId: string, more?: Partial<SubmissionRecord>): Promise<SubmissionRecord>;
  /** Runs the stage on a submission. */
  route(
    submission: Pick<SubmissionRecord, 'submissionId'>,
    generation?: number,
    run?: StageRun,
    turns?: GroupTurns,
  ): Promise<StageOutcome>;
  close(): Promise<void>;
}

const tenantId = 'demo';
const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };

export async function openWorld(): Promise<World> {
  const { core, close } = await openTestCore({
    backends: { privateRedis: true },
    stores: { counts: { knownEverywhereMs: 0 } },
  });
  const root = core.stores;
  const ownTurns = new GroupTurns();
  const timezone = zoneAtNoon(now(core));
  await root.tenants.put({ tenantId, name: 'Demo', settings: { timezone } });
  const stores = root.forTenant(tenantId);
  return {
    core,
    stores,
    timezone,
    async putCampaign(campaignId, limits, more = {}) {
      const settings = { defaultPostingUrl: 'https://buyer.example/leads' };
      const client = { clientId: campaignId, name: 'C', abbrev: 'C', active: true, settings };
      await stores.clients.put(campaignId, { ...client, ...times });
      await stores.campaigns.put(campaignId, {
        campaignId,
        name: 'C',
        clientId: campaignId,
        offerId: 'off_1',
        active: true,
        ...times,
        deliveryLimits: limits.map((limit) => ({ active: true, ...limit })) as Campaign['deliveryLimits'],
        ...more,
      });
    },
    async qualified(campaignId, more = {}) {
      const made = { submissionId: newId('submission'), campaignId, acceptedAt: now(core), ...more };
      const submission = aSubmission(made);
      await root.accept(accepted(submission));
      const decision = { kind: 'qualified', trace: [] } as const;
      await stores.journal.record(submission, 'qualification', 0, decision, now(core));
      return submission;
    },
    route: ({ submissionId }, generation = 0, run = { first: true }, turns = ownTurns) =>
      routingStage.run({ tenantId, submissionId, generation }, { ...core, turns }, run),
    close,
  };
}
