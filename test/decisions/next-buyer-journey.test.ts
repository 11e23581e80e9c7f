import type { WebhookMessage } from '@sluice/contracts';
import { eventually } from '@sluice/testing';
import type { Receipt } from '../installation/affiliate.js';
import { startTenant, type TestTenant } from '../installation/tenant.js';

const buyers = ['aa', 'bb', 'cc'] as const;
const members = (...ids: readonly string[]) => ids.map((id) => ({ campaignId: `BUY${id.toUpperCase()}` }));
const group = (...ids: readonly string[]) => ({ groups: [{ name: 'all', members: members(...ids) }] });

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await startTenant({
    clients: buyers.map((id) => ({ clientId: `cli_${id}`, name: id, abbrev: id.toUpperCase() })),
    offers: [{ offerId: 'off_1', name: 'Talc', abbrev: 'TA', category: 'mass_tort' }],
    deliveryEndpoints: buyers.map((id) => ({
      deliveryEndpointId: id,
      url: `\${SINK_URL}/buyers/${id}`,
      timeoutSeconds: 1,
      retries: 0,
      responseRules: [
        { when: { jsonPath: '$.is', equals: 'duplicate' }, outcome: 'duplicate', reason: '$.why' },
        { when: { jsonPath: '$.is', equals: 'refused' }, outcome: 'rejected', reason: '$.why' },
      ],
    })),
    campaigns: buyers.map((id) => ({
      campaignId: `BUY${id.toUpperCase()}`,
      name: id,
      clientId: `cli_${id}`,
      offerId: 'off_1',
      deliveryEndpointId: id,
      deliveryLimits: [{ cap: 100, type: 'lifetime' }],
    })),
  });
  await tenant.campaign({
    campaignId: 'ALL',
    clientId: 'cli_aa',
    offerId: 'off_1',
    distribution: group(...buyers),
    webhooks: { url: `${tenant.installation.sink.url}/hooks/all` },
  });
}, 120_000);
afterAll(() => tenant.stop(), 60_000);

const says = (id: string, is: 'refused' | 'duplicate', why: string) =>
  tenant.installation.sink.script({ path: `/buyers/${id}`, body: { is, why }, times: 1 });
const postsOf = (id: string, { leadId }: Receipt) =>
  tenant.received(`/buyers/${id}`).filter(({ body }) => body.includes(leadId));
const stages = async (receipt: Receipt) =>
  (await tenant.decisions(receipt)).map(({ stage, generation, decision }) =>
    [stage, generation, decision.kind].join(' '),
  );
const events = ({ leadId }: Receipt) =>
  tenant
    .received('/hooks/all')
    .map(({ body }) => JSON.parse(body) as WebhookMessage)
    .filter((event) => event.leadId === leadId);

describe('a lead that its first buyers refuse', () => {
  let receipt: Receipt;
  beforeAll(async () => {
    says('aa', 'refused', 'not in Ohio');
    says('bb', 'duplicate', 'known since May');
    receipt = await tenant.submit('ALL');
    await tenant.atRest(receipt);
  });

  it('is sold to the next one, each buyer being asked once under a key of its own', async () => {
    expect(await tenant.fate(receipt)).toBe('delivered');
    const keys = buyers.map((id) => postsOf(id, receipt).map(({ headers }) => headers['idempotency-key']));
    const key = `${receipt.submissionId}.delivery`;
    expect(keys).toEqual([[key], [`${key}.2`], [`${key}.3`]]);
    expect(await stages(receipt)).toEqual([
      'qualification 0 qualified',
      'routing 0 routed',
      'delivery 0 passed_on',
      'routing 1 routed',
      'delivery 1 passed_on',
      'routing 2 routed',
      'delivery 2 delivered',
    ]);
  });

  it('says in its trace who was asked, and what each answered', async () => {
    const last = (await tenant.decisions(receipt)).findLast(({ stage }) => stage === 'routing');
    expect(last?.decision.trace.map(({ at, verdict, values }) => [at, verdict, values?.['reason']])).toEqual([
      ['BUYBB', 'failed', 'known since May'],
      ['BUYAA', 'passed_over', 'not in Ohio'],
      ['BUYBB', 'passed_over', 'known since May'],
      ['BUYCC', 'chosen', undefined],
    ]);
  });

  it('tells by lead.refused of each no, and by lead.delivered of the sale', async () => {
    await eventually('the sale is told', () => events(receipt).some(({ type }) => type === 'lead.delivered'));
    await eventually(
      'both noes are told',
      () => events(receipt).filter(({ type }) => type === 'lead.refused').length > 1,
    );
    const told = events(receipt).filter(({ type }) => type === 'lead.refused' || type === 'lead.rejected');
    expect(told.map(({ data: { lead: _lead, ...data } }) => data)).toEqual(
      expect.arrayContaining([
        {
          campaignId: 'BUYAA',
          clientId: 'cli_aa',
          outcome: 'refused',
          reason: 'not in Ohio',
          buyersAsked: 1,
        },
        {
          campaignId: 'BUYBB',
          clientId: 'cli_bb',
          outcome: 'duplicate',
          reason: 'known since May',
          buyersAsked: 2,
        },
      ]),
    );
    expect(told).toHaveLength(2);
  });

  it('counts for the buyer that took it only', async () => {
    const used = await Promise.all(
      buyers.map((id) =>
        tenant.stores.counts.used([
          {
            name: `campaign.BUY${id.toUpperCase()}`,
            zone: 'UTC',
            starts: { hourly: new Date(0), daily: new Date(0), weekly: new Date(0), monthly: new Date(0) },
            limits: [{ name: 'all', type: 'lifetime', cap: 100 }],
          },
        ]),
      ),
    );
    expect(used.map((limits) => limits.get('all'))).toEqual([0, 0, 1]);
  });
});

it('a lead that every buyer refuses is rejected once, and can be reposted to the last of them', async () => {
  for (const id of buyers) says(id, 'refused', `no ${id}`);
  const receipt = await tenant.submit('ALL');
  expect(await tenant.atRest(receipt)).toMatchObject({ status: 'rejected', reason: 'no cc' });
  expect(await stages(receipt)).toContain('delivery 2 rejected');
  const again = await tenant.call('POST', `/leads/${receipt.leadId}/repost`, { skipQualification: true });
  expect(again.status).toBe(202);
  const reposted = { ...receipt, submissionId: again.data['newSubmissionId'] as string };
  expect(await tenant.fate(reposted)).toBe('delivered');
  expect(buyers.map((id) => postsOf(id, receipt).length)).toEqual([1, 1, 2]);
});
