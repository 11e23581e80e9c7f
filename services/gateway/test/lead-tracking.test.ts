import { duringTests } from '@sluice/testing';
import fc from 'fast-check';
import { aLead, openGateway } from './gateway.js';

const world = duringTests(openGateway);

const fields = ['fbclid', 'fbp', 'fbc', 'ttclid', 'ttp', 'captureUrl', 'ipAddress', 'userAgent', 'params'];
const junk = fc.oneof(
  fc.constantFrom(
    ...[
      '{{fbclid}}',
      '%%CLICKID%%',
      '__CLICKID__',
      '${x}',
      'undefined',
      '[object Object]',
      '203.0.113.7:51234',
    ],
    ...['fb.1.1763700000000.', 'lp.example.com/a', '', ' ', 'x'.repeat(30_000)],
    ...[null, true, 0, -1.5, [], {}, ['a', 'b'], [['a']], { fbclid: ['a', 'b'] }, [{ fbclid: 5 }]],
  ),
);
const tracking = fc.record(Object.fromEntries(fields.map((field) => [field, junk])), { requiredKeys: [] });
const stored = async (leadId: string) => (await world.alpha.stores.leads.find(leadId))!.data;

describe('tracking that cannot be right', () => {
  it('refuses no lead at any entrance, and is stored as it came', async () => {
    await fc.assert(
      fc.asyncProperty(tracking, tracking, async (attribution, compliance) => {
        const sent = { attribution, compliance };
        const submitted = await world.call('submitLead', { body: aLead(sent) });
        expect([submitted.status, submitted.error]).toEqual([202, undefined]);
        expect(await stored(submitted.data.leadId)).toMatchObject(sent);

        const created = await world.call('createLead', { body: aLead(sent) });
        expect([created.status, created.error]).toEqual([201, undefined]);
        expect(await stored(created.data.leadId)).toMatchObject(sent);

        const { leadId } = (await world.call('createLead', { body: aLead() })).data;
        const updates = { ...sent, status: 'failed' };
        const updated = await world.call('bulkUpdateLeads', { body: { leadIds: [leadId], updates } });
        expect([updated.status, updated.error]).toEqual([200, undefined]);
        expect(await stored(leadId)).toMatchObject(sent);

        const body = { campaignId: world.alpha.campaign.campaignId, modifiedPayload: sent };
        const reposted = await world.call('repostLead', { params: { leadId }, body });
        expect([reposted.status, reposted.error]).toEqual([202, undefined]);
        expect(await stored(leadId)).toMatchObject(sent);
      }),
      { numRuns: 25 },
    );
  });

  it.each([null, []])('is absent where a form sends %j for it', async (none) => {
    const sent = { attribution: none, compliance: none };
    const { status, data } = await world.call('submitLead', { body: aLead(sent) });
    expect(status).toBe(202);
    expect(Object.keys(await stored(data.leadId))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/attribution|compliance/)]),
    );
  });
});
