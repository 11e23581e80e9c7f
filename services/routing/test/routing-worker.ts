/** The routing stage on real stores, and helpers that prepare its input. */
import type { Campaign, SubmissionRecord } from '@sluice/contracts';
import { now } from '@sluice/pipeline';
import { newId } from '@sluice/process';
import type { StageOutcome, StageRun } from '@sluice/queue';
import type { TenantStores } from '@sluice/store';
import {
  accepted,
  aStoredCampaign,
  aStoredClient,
  aSubmission,
  putItem,
  putTenant,
  zoneAtNoon,
} from '@sluice/testing';
import { openWorld, type World, type WorldOptions } from '@sluice/testing/core';
import { GroupTurns } from '../src/group-turns.js';
import { OnTheWay } from '../src/on-the-way.js';
import { Openings } from '@sluice/pipeline';
import { routingStage } from '../src/routing-stage.js';

/** A routing worker of one test file; its tenant's clock shows about noon, unless the test moves its own. */
export interface RoutingWorker extends World {
  /** The stores of the tenant. */
  readonly mine: TenantStores;
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
}

const tenantId = 'demo';

export async function openRoutingWorker(
  options: Pick<WorldOptions, 'reached' | 'clock'> = {},
): Promise<RoutingWorker> {
  const world = await openWorld({
    privateRedis: true,
    stores: { counts: { knownEverywhereMs: 0 } },
    ...options,
  });
  const { core, stores } = world;
  const ownTurns = new GroupTurns();
  const openings = new Openings();
  const onTheWay = new OnTheWay();
  const timezone = zoneAtNoon(now(core));
  await putTenant(stores.tenants, { tenantId, name: 'Demo', settings: { timezone } });
  const mine = stores.forTenant(tenantId);
  const worker: Omit<RoutingWorker, keyof World> = {
    mine,
    timezone,
    async putCampaign(campaignId, limits, more = {}) {
      const settings = { defaultPostingUrl: 'https://buyer.example/leads' };
      await putItem(mine.clients, campaignId, aStoredClient({ clientId: campaignId, settings }));
      const deliveryLimits = limits.map((limit) => ({
        active: true,
        ...limit,
      })) as Campaign['deliveryLimits'];
      const campaign = { campaignId, clientId: campaignId, deliveryLimits, ...more };
      await putItem(mine.campaigns, campaignId, aStoredCampaign(campaign));
    },
    async qualified(campaignId, more = {}) {
      const made = { submissionId: newId('submission'), campaignId, acceptedAt: now(core), ...more };
      const submission = aSubmission(made);
      await stores.accept(accepted(submission));
      const decision = { kind: 'qualified', trace: [] } as const;
      await mine.journal.record(submission, 'qualification', 0, decision, now(core));
      return submission;
    },
    route: ({ submissionId }, generation = 0, run = { first: true }, turns = ownTurns) =>
      routingStage.run({ tenantId, submissionId, generation }, { ...core, turns, openings, onTheWay }, run),
  };
  return Object.assign(world, worker);
}
