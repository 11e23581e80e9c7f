import type { Campaign } from '@sluice/contracts';
import {
  aStoredCampaign,
  aStoredClient,
  aSubmission,
  duringTests,
  putItem,
  putTenant,
} from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { leadFacts } from '../src/index.js';

const world = duringTests(openWorld);
beforeAll(async () => {
  const { stores } = world;
  await putTenant(stores.tenants, {
    tenantId: 'demo',
    name: 'Demo',
    settings: { timezone: 'America/Los_Angeles' },
  });
  const { clients, files } = stores.forTenant('demo');
  const settings = { timezone: 'America/Chicago' };
  await putItem(clients, 'cli_1', aStoredClient({ clientId: 'cli_1', settings }));
  const beginnings = { fileId: 'file_1', provider: 'manual_upload', status: 'signed' } as const;
  await files.upsert({ leadId: 'lead_1', fileKey: 'retainer' }, {}, beginnings, new Date());
});

const campaign = (clientId: string, more: Partial<Campaign> = {}): Campaign =>
  aStoredCampaign({ campaignId: 'C1', clientId, ...more });
const facts = (...campaigns: (Campaign | undefined)[]) =>
  leadFacts(world.core, aSubmission({ submissionId: 'sub_1', campaignId: 'C1', data: {} }), campaigns);

describe('the facts that conditions are evaluated on', () => {
  it('use the time zone of the campaign’s schedule, else of the client, else of the tenant', async () => {
    const deliverySchedule = { timezone: 'America/New_York', action: 'queue', specificDays: [] } as const;
    const own = campaign('cli_1', { deliverySchedule: { ...deliverySchedule, specificDays: [] } });
    expect((await facts(own)).timezone).toBe('America/New_York');
    expect((await facts(campaign('cli_1'))).timezone).toBe('America/Chicago');
    expect((await facts(campaign('cli_gone'))).timezone).toBe('America/Los_Angeles');
    expect((await facts(undefined)).timezone).toBe('America/Los_Angeles');
  });

  it("include the lead's files when any campaign in question has a condition on files", async () => {
    const conditions = [{ field: 'file.retainer', operator: 'exists' as const, value: [] }];
    const picky = campaign('cli_1', {
      campaignId: 'C2',
      disqualificationConditionals: [
        { logicalOperator: 'AND', subRules: [{ logicalOperator: 'AND', conditions }] },
      ],
    });
    expect((await facts(campaign('cli_1'))).files).toEqual([]);
    expect((await facts(campaign('cli_1'), picky)).files).toMatchObject([
      { fileKey: 'retainer', status: 'signed' },
    ]);
  });

  it('include the value sets that the campaigns in question name, and read no other', async () => {
    const { valueSets } = world.stores.forTenant('demo');
    const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
    for (const [valueSetId, value] of [
      ['vs_west', 'CA'],
      ['vs_other', 'NY'],
    ] as const)
      await putItem(valueSets, valueSetId, { valueSetId, name: valueSetId, values: [value], ...times });
    const naming = (valueSetId: string) => {
      const conditions = [{ field: 'state', operator: 'in_value_set' as const, value: [], valueSetId }];
      const subRules = [{ logicalOperator: 'AND' as const, conditions }];
      return campaign('cli_1', {
        campaignId: 'C2',
        routingRules: [{ logicalOperator: 'AND', subRules, routeTo: { campaignId: 'C1' } }],
      });
    };
    const found = async (...campaigns: Campaign[]) =>
      Object.fromEntries((await facts(...campaigns)).valueSets);
    expect(await found(campaign('cli_1'))).toEqual({});
    expect(await found(campaign('cli_1'), naming('vs_west'))).toEqual({ vs_west: ['CA'] });
    expect(await found(naming('vs_gone'))).toEqual({});
  });
});
