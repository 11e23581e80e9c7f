import { adminExportRecords, adminGetRetention, type ExportLine } from '@sluice/contracts';
import { accepted, aSubmission, duringTests, putTenant } from '@sluice/testing';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);

const params = { tenantId: 'alpha' };

describe('the retention of a tenant', () => {
  it('is shown as configured, with the number of records deleted so far', async () => {
    const settings = { retention: { leads: 400, messages: 90 } };
    await putTenant(world.stores.tenants, { tenantId: 'alpha', name: 'Alpha', settings });
    const { data } = await world.call(adminGetRetention, { params, key: world.keys.view });
    expect(data).toEqual({ days: { leads: 400, messages: 90 }, deleted: {}, lastDeletedAt: null });
  });
});

describe('an export', () => {
  const ask = (query: string, key = world.keys.administer) =>
    fetch(`${world.url}${adminExportRecords.path.replace('{tenantId}', 'alpha')}${query}`, {
      headers: { 'X-Admin-Key': key },
    });

  it("answers a line for each of the tenant's records, and its audit entry names their kinds", async () => {
    for (const tenantId of ['alpha', 'beta'])
      await world.stores.accept(accepted(aSubmission({ tenantId, submissionId: `sub_${tenantId}` })));
    const answer = await ask('?kinds=leads,submissions');
    expect(answer.headers.get('content-type')).toContain('application/x-ndjson');
    const lines = (await answer.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ExportLine);
    expect(lines.map(({ record }) => record)).toEqual(['export', 'leads', 'submissions', 'end']);
    expect(JSON.stringify(lines)).not.toContain('beta');
    const [entry] = await world.stores.audit.page({}, 1);
    expect(entry).toMatchObject({
      about: { tenantId: 'alpha', kinds: 'leads,submissions' },
      outcome: 'done',
    });
  });

  it('is refused to the role operate, and for unknown kinds', async () => {
    expect((await ask('', world.keys.operate)).status).toBe(403);
    expect((await ask('?kinds=leads,people')).status).toBe(400);
  });
});
