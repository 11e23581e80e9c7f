/** A dashboard that is killed while it applies a tenant file: the file is applied whole, without anybody's help. */
import { newKey } from '@sluice/store';
import { eventually } from '@sluice/testing';
import type { ServiceName } from '@sluice/local';
import { startTenant, type TestTenant } from '../installation/tenant.js';

const services: readonly ServiceName[] = ['gateway', 'routing', 'dashboard'];
const CODES = ['ONE', 'TWO', 'THREE', 'FOUR'];
const owner = { clientId: 'cli_v', offerId: 'off_v' };
const campaigns = (name: string) => CODES.map((campaignId) => ({ campaignId, ...owner, name }));

let tenant: TestTenant;
let adminKey: string;
beforeAll(async () => {
  tenant = await startTenant(
    { campaigns: campaigns('before') },
    { services, apart: ['dashboard'], env: { SWEEP_AFTER_SECONDS: '5' } },
  );
  adminKey = newKey('sla_');
  const { adminKeys, clock } = tenant.installation.stores;
  await adminKeys.add(adminKey, { role: 'administer', name: 'pipeline', createdAt: clock.now() });
}, 120_000);
afterAll(() => tenant.stop(), 60_000);

const namesOf = async () => new Set((await tenant.stores.campaigns.all()).map(({ name }) => name));

it.each(['after-plan-before-writes', 'between-planned-writes:2'])(
  'killed at %s',
  async (point) => {
    const { installation } = tenant;
    const name = `after ${point}`;
    installation.signal('dashboard', 'SIGTERM');
    await installation.ended('dashboard');
    await installation.restart('dashboard', { FAILPOINT: point });
    const file = JSON.stringify({ tenantId: 'acme', name, campaigns: campaigns(name) });
    const request = fetch(`${installation.dashboardUrl}/admin/v1/tenants/acme/catalog/apply`, {
      method: 'POST',
      headers: { 'X-Admin-Key': adminKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ file }),
    });
    await expect(request).rejects.toThrow();
    expect((await installation.ended('dashboard')).signal).toBe('SIGKILL');
    expect(await namesOf()).not.toEqual(new Set([name]));
    // The routing worker sweeps.
    await eventually('the file is applied', async () => {
      const [names, found] = [await namesOf(), await installation.stores.tenants.find('acme')];
      return names.size === 1 && names.has(name) && found?.name === name;
    });
    await eventually('nothing of it is left to do', async () => {
      const pending = await installation.stores.configurations.pending('acme');
      return pending.length === 0;
    });
    await installation.restart('dashboard');
  },
  120_000,
);
