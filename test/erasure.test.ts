import { everythingIn, type RunSluice, eventually, redisAsText } from '@sluice/testing';
import type { Receipt } from './installation/affiliate.js';
import { leadServices } from './installation/installation.js';
import { startTenant, type TestTenant } from './installation/tenant.js';

const rule = {
  platform: 'facebook',
  pixelId: 'PX',
  triggerPoint: 'lead_delivered',
  eventName: 'Lead',
  fireOnce: true,
};
const endpoint = {
  deliveryEndpointId: 'end_v',
  url: '${SINK_URL}/buyers/vine',
  responseRules: [
    { when: { status: 200 }, outcome: 'accepted', price: '$.price', reference: '$.ref' },
    { when: { status: '400-499' }, outcome: 'rejected', reason: '$.message' },
  ],
};

let tenant: TestTenant;
let sluice: RunSluice;
beforeAll(async () => {
  tenant = await startTenant(
    {
      deliveryEndpoints: [endpoint],
      campaigns: [
        {
          campaignId: 'VINE',
          deliveryEndpointId: 'end_v',
          settings: { dedupeEnabled: true, dedupeFields: ['phone', 'email'] },
          pixelRules: [rule],
          deliveryLimits: [{ cap: 50, type: 'daily', action: 'queue' }],
          revenueMilestones: [{ leadStatus: 'delivered', amount: 250, currency: 'USD' }],
          documents: [{ documentId: 'retainer', name: 'Retainer', isActive: true, autoSend: true }],
          disqualificationConditionals: [
            {
              logicalOperator: 'AND',
              subRules: [
                {
                  logicalOperator: 'AND',
                  conditions: [{ field: 'dateOfBirth', operator: 'equals', value: ['1900-01-01'] }],
                },
              ],
            },
          ],
        },
        {
          campaignId: 'HELD',
          deliveryEndpointId: 'end_v',
          deliveryLimits: [{ cap: 1, type: 'daily', action: 'queue' }],
        },
      ],
    },
    { apart: ['delivery'] },
  );
  ({ sluice } = tenant.installation);
}, 120_000);
afterAll(() => tenant.stop(), 60_000);

const person = {
  firstName: 'Canarina',
  lastName: 'Zwitscher',
  email: 'canarina.zwitscher@example.org',
  phone: '+14155550188',
  dateOfBirth: '1971-03-09',
  address: { street: '7 Birdcage Walk', city: 'Oakland', state: 'CA', zip: '94607' },
  questionnaire: { injury: 'yes', story: 'fell off the Birdcage perch' },
};
const traces = [
  'Canarina',
  'Zwitscher',
  'canarina.zwitscher',
  '4155550188',
  '1971-03-09',
  '1971…',
  'Birdcage',
];

const hitsIn = (text: string) => traces.filter((trace) => text.toLowerCase().includes(trace.toLowerCase()));
const databaseText = async () => JSON.stringify(await everythingIn(tenant.installation.backends.mongodbUrl));

/** Everything that can happen to a lead, so that every collection contains data about it. */
async function wholeLife(): Promise<Receipt> {
  const { installation } = tenant;
  // A buyer that quotes the lead wherever possible.
  const quoting = {
    ref: `ref ${person.email}`,
    message: `no thanks, ${person.firstName}`,
    echo: person,
    price: 40,
  };
  installation.sink.script({ path: '/buyers/vine', status: 422, body: JSON.stringify(quoting), times: 1 });
  installation.sink.script({ path: '/webhooks', status: 200, body: JSON.stringify(person) });
  const receipt = await tenant.submit('VINE', person);
  expect(await tenant.fate(receipt)).toBe('rejected');
  installation.sink.script({ path: '/buyers/vine', status: 200, body: JSON.stringify(quoting), times: 1 });
  const { leadId } = receipt;
  const reposted = await tenant.call('POST', `/leads/${leadId}/repost`, {
    deliveryInfo: {
      url: `${installation.sink.url}/buyers/vine?email=${person.email}`,
      body: { about: person.lastName },
    },
  });
  expect(reposted.status).toBe(202);
  const again = { leadId, submissionId: reposted.data['newSubmissionId'] as string };
  expect(await tenant.fate(again)).toBe('delivered');
  for (const [path, body] of [
    ['/sms/send', { leadId, message: `Hello ${person.firstName}` }],
    ['/interactions', { leadId, type: 'call', phone: person.phone, summary: `Rang ${person.firstName}` }],
    ['/pixels/fire', { leadId, pixelId: 'PX', platform: 'facebook', eventName: 'Talked' }],
    [
      '/files',
      {
        leadId,
        fileKey: 'id_card',
        fileName: 'Zwitscher.pdf',
        fileType: 'pdf',
        documentUrl: 'https://files.example/Zwitscher.pdf',
      },
    ],
  ] as const) {
    expect((await tenant.call('POST', path, body)).status).toBeLessThan(300);
  }
  // A submission ends after its lead's final status is set, and other workers carry out its effects.
  await eventually('no submission or effect is due', async () => {
    const { effects, submissions } = (await everythingIn(installation.backends.mongodbUrl)) as {
      effects: { status: string }[];
      submissions: { endedAt?: Date }[];
    };
    return (
      effects.length > 5 &&
      effects.every(({ status }) => status !== 'due') &&
      submissions.every(({ endedAt }) => endedAt !== undefined)
    );
  });
  return again;
}

describe('sluice erase', () => {
  it('removes the personal data of a lead from every collection, queue, log and metric, and keeps every count', async () => {
    const { installation, stores } = tenant;
    const receipt = await wholeLife();
    const before = (await everythingIn(installation.backends.mongodbUrl)) as Record<
      string,
      Record<string, unknown>[]
    >;
    expect(hitsIn(JSON.stringify(before))).toEqual(traces);
    const holding = Object.entries(before).filter(
      ([, documents]) => hitsIn(JSON.stringify(documents)).length > 0,
    );
    expect(holding.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'attempts',
        'effects',
        'files',
        'interactions',
        'leads',
        'messages',
        'submissions',
      ]),
    );

    const ended = await sluice(['erase', '--tenant', 'acme', receipt.leadId, '--json']);
    expect(ended).toMatchObject({ code: 0, errors: '' });
    expect(hitsIn(ended.output)).toEqual([]);

    const after = (await everythingIn(installation.backends.mongodbUrl)) as typeof before;
    expect(hitsIn(JSON.stringify(after))).toEqual([]);
    expect(hitsIn(await redisAsText(installation.backends.redisUrl))).toEqual([]);
    const metrics = leadServices.map(async (service) =>
      (await fetch(`${installation.healthUrl(service)}/metrics`)).text(),
    );
    expect(
      hitsIn([...leadServices.map(installation.log), ...(await Promise.all(metrics))].join('\n')),
    ).toEqual([]);

    // All counts are unchanged.
    expect(after['counters']).toEqual(before['counters']);
    const placements = (all: typeof before) => all['submissions']?.map(({ placement }) => placement);
    expect(placements(after)).toEqual(placements(before));
    const milestones = (all: typeof before) => all['effects']?.filter(({ kind }) => kind === 'milestone');
    expect(milestones(after)).toEqual(milestones(before));
    expect(milestones(after)).toMatchObject([{ body: { amount: 250, currency: 'USD' } }]);
    const delivered = await stores.journal.find(receipt.submissionId, 'delivery', 0);
    expect(delivered).toMatchObject({ kind: 'delivered', price: 40, campaignId: 'VINE' });
    expect(await stores.leads.find(receipt.leadId)).toMatchObject({ status: 'delivered', data: {} });
    for (const collection of ['leads', 'submissions', 'decisions', 'attempts', 'effects']) {
      expect([collection, after[collection]?.length]).toEqual([collection, before[collection]?.length]);
    }
    expect(await installation.stores.audit.page({}, 1)).toMatchObject([
      { what: `POST /admin/v1/tenants/acme/leads/${receipt.leadId}/erasure`, outcome: 'done' },
    ]);

    // The interface still answers about the lead, and its journey can still be read.
    const { data } = await tenant.call('GET', '/leads?limit=1');
    expect(data['leads']).toMatchObject([{ leadId: receipt.leadId, status: 'delivered' }]);
    const shown = (await sluice(['leads', 'show', receipt.leadId, '--tenant', 'acme'])).output;
    expect(shown).toMatch(/Delivered: the buyer of campaign VINE accepted it/);
    expect(shown).not.toContain('undefined');
    expect(shown).toMatch(/Its personal data was erased, \d{4}-/);
    expect((await sluice(['erase', '--tenant', 'acme', receipt.leadId])).output).toBe(
      `Tenant acme: ${receipt.leadId} had no personal data left.\n`,
    );
    // The erased lead is sent to no receiver.
    for (const path of ['deliver', 'move-to-campaign']) {
      const answer = await tenant.call('POST', `/leads/${receipt.leadId}/${path}`, { campaignId: 'VINE' });
      expect([answer.status, answer.error?.details]).toEqual([
        400,
        ['leadId: the personal data of this lead was erased'],
      ]);
    }
    // The same person is no longer a duplicate.
    expect(await tenant.fate(await tenant.submit('VINE', person))).toBe('delivered');
  }, 120_000);

  it('ends a lead that only waits, and refuses one in progress until it has ended', async () => {
    const { installation, stores } = tenant;
    expect(await tenant.fate(await tenant.submit('HELD'))).toBe('delivered');
    const waiting = await tenant.submit('HELD', { email: 'waits@example.org' });
    expect(await tenant.fate(waiting)).toBe('queued');
    const { output } = await sluice(['erase', '--tenant', 'acme', waiting.leadId]);
    expect(output).toContain(`ended ${waiting.submissionId}, which was waiting`);
    expect(await stores.leads.find(waiting.leadId)).toMatchObject({
      status: 'rejected',
      reason: 'erased',
      data: {},
    });

    installation.signal('delivery', 'SIGSTOP');
    const moving = await tenant.submit('VINE', { email: 'moves@example.org' });
    const refused = await sluice(['erase', '--tenant', 'acme', moving.leadId, '--wait', '0']);
    expect(refused).toMatchObject({
      code: 1,
      errors: expect.stringMatching(
        /is still in progress \(sub_\w+, pending\), so nothing was erased/,
      ) as string,
    });
    expect(await databaseText()).toContain('moves@example.org');
    const erasing = sluice(['erase', '--tenant', 'acme', moving.leadId]);
    installation.signal('delivery', 'SIGCONT');
    expect(await erasing).toMatchObject({ code: 0 });
    expect(await stores.leads.find(moving.leadId)).toMatchObject({ status: 'delivered', data: {} });
    expect(await databaseText()).not.toContain('moves@example.org');
  }, 90_000);
});
