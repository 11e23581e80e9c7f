import { endpoints } from '@sluice/contracts';
import { eventually, redisAsText } from '@sluice/testing';
import { buyerServices as services, type ServiceName } from '@sluice/local';
import type { Receipt } from './installation/affiliate.js';
import { startTenant, type TestTenant } from './installation/tenant.js';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await startTenant({ campaigns: [{ campaignId: 'VINE' }] }, { services });
}, 120_000);
afterAll(() => tenant.stop(), 60_000);

const metricsOf = async (service: ServiceName) =>
  (await fetch(`${tenant.installation.healthUrl(service)}/metrics`)).text();

describe('personal data', () => {
  const person = {
    firstName: 'Canarina',
    lastName: 'Zwitscher',
    email: 'canarina.zwitscher@example.org',
    phone: '+14155550188',
    dateOfBirth: '1971-03-09',
  };
  const traces = ['Canarina', 'Zwitscher', '4155550188', '555-0188', '1971-03-09', '1971-3-9'];
  const hitsIn = (text: string) => traces.filter((trace) => text.toLowerCase().includes(trace.toLowerCase()));

  // Invalid in ways that tempt an error message to quote the value.
  const wrong: readonly Record<string, unknown>[] = [
    { ...person, email: 'canarina.zwitscher@' },
    { ...person, phone: '555-0188' },
    { ...person, dateOfBirth: '1971-3-9' },
    { ...person, firstName: { was: 'Canarina' }, lastName: ['Zwitscher'] },
    { ...person, campaignId: 'canarina.zwitscher@example.org' },
    { ...person, country: 'Canarina', timezone: 'Zwitscher', isTest: '1971-03-09' },
    { ...person, leadId: '4155550188', campaignId: 'VINE' },
    { ...person, customFields: { $where: 'Canarina' }, campaignId: 'VINE' },
    { leadIds: ['Zwitscher'], updates: { email: 'Canarina', status: 'Zwitscher', phone: '555-0188' } },
    { leadId: '4155550188', message: 7, to: '555-0188', from: ['Canarina'] },
    { leadId: '4155550188', fileKey: 'Zwitscher', fileName: 1, documentUrl: 'Canarina' },
    {
      modifiedPayload: person,
      deliveryInfo: { url: 'http://127.0.0.1/Canarina', headers: { a: 'Zwitscher\n' } },
    },
  ];

  let delivered: Receipt;
  // Submitted first, so that its second attempt is waited for while others are refused.
  beforeAll(async () => {
    const quoting = { message: `no, ${person.firstName}`, person };
    const failing = { path: '/buyers/vine', status: 500, body: JSON.stringify(quoting), times: 1 };
    tenant.installation.sink.script(failing);
    delivered = await tenant.submit('VINE', person);
  });

  it('is in no error answer, whatever is wrong with the request', async () => {
    let refused = 0;
    for (const { method, path } of endpoints.filter(({ method: how }) => how !== 'GET')) {
      const target = path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, 'nobody');
      for (const body of wrong) {
        const { status, error } = await tenant.call(method, target, body);
        if (status < 400) continue;
        refused += 1;
        expect({ method, path, hits: hitsIn(JSON.stringify(error)) }).toEqual({ method, path, hits: [] });
      }
    }
    expect(refused).toBeGreaterThan(60);
    const unreadable = await fetch(`${tenant.installation.url}/api/v1/leads/submit`, {
      method: 'POST',
      headers: { 'X-API-Key': tenant.installation.apiKey, 'Content-Type': 'application/json' },
      body: `{"email": canarina.zwitscher@example.org, "phone": 4155550188`,
    });
    expect([unreadable.status, hitsIn(await unreadable.text())]).toEqual([400, []]);
  });

  it('is in no log, metric or queue, neither of refused leads nor of a delivered one', async () => {
    const { installation } = tenant;
    expect(await tenant.fate(delivered)).toBe('delivered');
    // A stage logs its line after all its work, which may be after the lead's final status is set.
    await eventually('both attempts are in the log', () => {
      const lines = installation.log('delivery').split('\n');
      return lines.filter((line) => line.includes(delivered.submissionId)).length >= 2;
    });
    const metrics = await Promise.all(services.map(metricsOf));
    const seen = [...services.map(installation.log), ...metrics];
    expect(seen.join('\n')).toContain(delivered.submissionId);
    expect(hitsIn(seen.join('\n'))).toEqual([]);
    expect(hitsIn(await redisAsText(installation.backends.redisUrl))).toEqual([]);
  }, 60_000);
});
