import { deliveryQueue, type StagePayload } from '@sluice/contracts';
import { createProducer } from '@sluice/queue';
import { duringTests, putTenant } from '@sluice/testing';
import { loggedIn, openDashboards, pages } from './dashboards.js';

const world = duringTests(openDashboards);
beforeAll(() => disqualifiedLead());

const contact = { firstName: 'Canary', email: 'canary@example.com', phone: '+14155550132' };

async function disqualifiedLead(): Promise<void> {
  const { tenants, accept, forTenant, clock } = world.stores;
  await putTenant(tenants, { tenantId: 'demo', name: 'Demo <Leads>', settings: {} });
  const { journal } = forTenant('demo');
  const now = clock.now();
  const lead = { tenantId: 'demo', leadId: 'lead_1', campaignId: 'ACMRU', data: contact, isTest: false };
  const submission = {
    ...lead,
    submissionId: 'sub_1',
    kind: 'submit',
    acceptedAt: now,
    first: true,
    status: 'pending',
  } as const;
  await accept({
    submission,
    newLead: {
      lead: { ...lead, status: 'pending', createdAt: now, updatedAt: now, lastSubmissionId: 'sub_1' },
      search: [],
    },
  });
  const trace = [
    { looked: 'condition', at: '<b>injury</b>', verdict: 'matched' as const, because: 'equals' },
  ];
  await journal.record(
    submission,
    'qualification',
    0,
    { kind: 'disqualified', reason: 'not_injured', trace },
    now,
  );
}

describe('the dashboard pages', () => {
  it('load nothing from other hosts and cannot be framed by them', async () => {
    const { person } = await loggedIn(world.url);
    for (const path of pages) {
      const { headers } = await person.get(path);
      const board = path.startsWith('/board');
      const frames = board
        ? /default-src 'self'.*frame-ancestors 'self'/
        : /default-src 'self'.*frame-ancestors 'none'/;
      expect(headers.get('Content-Security-Policy')).toMatch(frames);
      expect(headers.get('Content-Security-Policy')).not.toMatch(/script-src|https:/);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(headers.get('X-Frame-Options')).toBe(board ? 'SAMEORIGIN' : 'DENY');
      expect(headers.get('Referrer-Policy')).toBe('same-origin');
      expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
    }
  });

  it('have files whose names change with their content, which browsers keep for a year', async () => {
    const { person } = await loggedIn(world.url);
    const [file = ''] = /\/assets\/[^"]+\.js/.exec((await person.get('/')).text) ?? [];
    const found = await person.get(file);
    expect([found.status, found.headers.get('Cache-Control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    expect(found.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(found.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    const missing = await person.get('/assets/none.js');
    expect(missing.headers.get('Cache-Control')).toBe('no-store');
  });

  it('include the queue board, with every queue under its own prefix and only ids in its jobs', async () => {
    const producer = createProducer(world.redis);
    const payload: StagePayload = { tenantId: 'demo', submissionId: 'sub_1', generation: 0 };
    const since = new Date();
    const at = since.getTime();
    await producer.add(deliveryQueue, { payload, since, lane: 'endpoint.end_1' });
    const { person } = await loggedIn(world.url);
    const { text } = await person.get('/board/api/queues?activeQueue=delivery&status=prioritized');
    const { queues } = JSON.parse(text) as { queues: { name: string; jobs: { data: unknown }[] }[] };
    expect(queues.map(({ name }) => name)).toEqual([
      'qualification',
      'routing',
      'delivery',
      'sms',
      'pixel',
      'webhook',
      'checks',
      'email',
    ]);
    expect(queues.flatMap(({ jobs }) => jobs).map(({ data }) => data)).toEqual([
      { tenantId: 'demo', lane: 'endpoint.end_1', items: ['sub_1.0'], since: at, latest: at },
    ]);
    await producer.close();
  });

  it('show the journey of each without contact data', async () => {
    const { person: operator } = await loggedIn(world.url);
    const timeline = (tenantId: string, leadId: string) =>
      operator.get(`/admin/v1/tenants/${tenantId}/leads/${leadId}/timeline`);
    const { status, text } = await timeline('demo', 'lead_1');
    expect(status).toBe(200);
    for (const shown of ['sub_1', 'Disqualified: not injured.', '<b>injury</b>'])
      expect(text).toContain(shown);
    for (const hidden of Object.values(contact)) expect(text).not.toContain(hidden);
    expect((await timeline('other', 'lead_1')).status).toBe(404);
    expect((await timeline('demo', 'lead_2')).status).toBe(404);
  });

  it('report that MongoDB is away instead of failing', async () => {
    const losing = await world.losing();
    const { person } = await loggedIn(losing.url);
    await losing.takeAway();
    const now = await person.get('/admin/v1/now', { Accept: 'application/json' });
    const { data } = JSON.parse(now.text) as { data: { away: string[]; findings: { text: string }[] } };
    expect([data.away, data.findings.map(({ text }) => text)]).toEqual([
      ['mongodb'],
      expect.arrayContaining(['MongoDB does not answer.']),
    ]);
    const pause = '/admin/v1/queues/sms/pause';
    expect((await person.post(pause, {})).status).toBe(403);
    const headers = { 'X-XSRF-TOKEN': await person.token() };
    const refused = await person.post(pause, {}, headers);
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
      503,
      { error: { code: 'SERVICE_UNAVAILABLE' } },
    ]);
  });
});
