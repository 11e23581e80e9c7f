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
  /** Sets limits of this kind instead of those before, and says which. Rejects if that is not known to have been stored. */
  change(tenant: ChaosTenant, kind: LimitKind, chance: Random): Promise<string>;
}

/** The period of the campaign's limit; a limit of its client; one that is paused, or full at once; or none. */
export type LimitKind = 'hourly' | 'daily' | 'lifetime' | 'client' | 'paused' | 'full' | 'none';

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
/**
 * How many leads a cap lets in beside those that are placed or on their way: more than are posted while it becomes
 * known, and fewer than are posted until the next change.
 */
const ROOM = { least: 45, most: 100 };
/** How far a cap lies below what is placed, if it lets nobody in. */
const BELOW = 15;

/** No limit is changed yet. */
export function openLimits({ folder, databaseUrl, encryptionKey, env, sinkUrl, now }: LimitsSetup): Limits {
  const changes: LimitChange[] = [];
  return {
    changes,
    async change(tenant, kind, chance) {
      const { tenantId } = tenant;
      const live = { status: { $nin: ['rejected', 'duplicate', 'superseded'] } };
      const placed = await findIn(databaseUrl, 'submissions', {
        tenantId,
        campaignId: LIMITED_CAMPAIGN,
        ...live,
      });
      const room = kind === 'full' ? -chance.between(1, BELOW) : chance.between(ROOM.least, ROOM.most);
      const cap = Math.max(1, placed.length + room);
      const type = kind === 'hourly' || kind === 'lifetime' ? kind : ('daily' as const);
      const wanted = {
        ...(kind !== 'client' && kind !== 'none' && { campaign: { type, cap, active: kind !== 'paused' } }),
        ...(kind === 'client' && { client: { type: 'daily' as const, cap } }),
        zone: zoneAtNoon(now, chance.pick([0, 1, 2] as const)),
      };
      const file = join(folder, `${tenantId}-limits.json`);
      writeFileSync(file, tenantFile(tenant, sinkUrl, zoneAtNoon(now), wanted));
      const { campaign, ...others } = wanted;
      const change: LimitChange = {
        tenantId,
        campaignId: LIMITED_CAMPAIGN,
        clientId,
        begunAt: new Date().toISOString(),
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
