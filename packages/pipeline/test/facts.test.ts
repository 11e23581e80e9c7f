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
});
