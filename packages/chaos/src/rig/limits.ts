/** Changes the limits of a campaign and its client during the run, as an operator does: by another tenant file. */
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { applyTenantFile } from '@sluice/cli';
import { zoneAtNoon } from '@sluice/testing';
import type { Random } from '../random.js';
import { findIn } from './find-in.js';
import { LIMITED_CAMPAIGN, tenantFile, type ChaosTenant, type LimitChange } from './tenants.js';

/** The limits of a run. */
export interface Limits {
  /** Every change so far, in order. */
  readonly changes: readonly LimitChange[];
  /** Sets other limits, or none, and says which. Rejects if that is not known to have been stored. */
  change(tenant: ChaosTenant, chance: Random): Promise<string>;
}

/** The settings of the limits. */
export interface LimitsSetup {
  /** The folder of the tenants' files. */
  readonly folder: string;
  readonly databaseUrl: string;
  readonly encryptionKey: string;
  readonly env: NodeJS.ProcessEnv;
  readonly sinkUrl: string;
  /** When the run began. */
  readonly now: Date;
}

const clientId = `cli_${LIMITED_CAMPAIGN.toLowerCase()}`;
/** How many leads more than were placed before a cap lets in, at most. */
const ROOM = 60;

/** No limit is changed yet. */
export function openLimits({ folder, databaseUrl, encryptionKey, env, sinkUrl, now }: LimitsSetup): Limits {
  const changes: LimitChange[] = [];
  return {
    changes,
    async change(tenant, chance) {
      const { tenantId } = tenant;
      const [count] = await findIn(databaseUrl, 'counts', [`${tenantId}/campaign.${LIMITED_CAMPAIGN}`]);
      const { placed } = (count?.['lifetime'] ?? { placed: 0 }) as { placed: number };
      const cap = () => Math.max(1, placed + chance.between(-ROOM / 4, ROOM));
      const type = chance.pick(['hourly', 'daily', 'lifetime'] as const);
      const wanted = {
        ...(chance.next() < 0.7 && { campaign: { type, cap: cap(), active: chance.next() < 0.85 } }),
        ...(chance.next() < 0.4 && { client: { type: 'daily' as const, cap: cap() } }),
        zone: zoneAtNoon(now, chance.pick([0, 1, 2] as const)),
      };
      const file = join(folder, `${tenantId}-limits.json`);
      writeFileSync(file, tenantFile(tenant, sinkUrl, zoneAtNoon(now), wanted));
      const { campaign, ...others } = wanted;
      const change: LimitChange = {
        ...{ tenantId, campaignId: LIMITED_CAMPAIGN, clientId, begunAt: new Date().toISOString() },
        ...others,
        // A paused limit is none.
        ...(campaign?.active && { campaign: { type: campaign.type, cap: campaign.cap } }),
      };
      changes.push(change);
      await applyTenantFile(file, { mongoUrl: databaseUrl, encryptionKey, env });
      changes[changes.indexOf(change)] = { ...change, madeAt: new Date().toISOString() };
      const { client, zone } = wanted;
      return `${JSON.stringify(campaign ?? 'no limit')}, client ${client?.cap ?? 'without'}, ${zone}`;
    },
  };
}
