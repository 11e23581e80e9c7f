import { createCampaign, readSettings } from '@sluice/contracts';
import { patternProblem } from '@sluice/domain';
import { duringTests, eventually } from '@sluice/testing';
import { aLead, openGateway, type Gateway } from './gateway.js';

const world = duringTests(openGateway);

const minimal = () => ({
  name: 'Acme - Roundup',
  clientId: world.alpha.client.clientId,
  offerId: world.alpha.offer.offerId,
});

describe('POST /campaigns', () => {
  it('creates a campaign with the given code and fills in the names of client and offer', async () => {
    const { status, data } = await world.call('createCampaign', {
      body: { ...minimal(), campaignId: 'NEW1' },
    });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      campaignId: 'NEW1',
      active: true,
      clientName: 'Acme Injury Law',
      clientAbbrev: 'ACM',
      offerName: 'Roundup',
      offerAbbrev: 'RU',
    });
    expect(data.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const { data: got } = await world.call('getCampaign', { params: { campaignId: 'NEW1' } });
    expect(got).toEqual(data);
  });

  it('generates a code from the abbreviations when none is given, and another when that is in use', async () => {
    const first = await world.call('createCampaign', { body: minimal() });
    const second = await world.call('createCampaign', { body: minimal() });
    // Every test begins with a campaign named ACMRU, so that code is in use.
    expect([first.data.campaignId, second.data.campaignId]).toEqual(['ACMR2', 'ACMR3']);
  });

  it('never generates a code that the campaign itself names as where its leads go next', async () => {
    const body = {
      ...minimal(),
      fallbackCampaigns: ['ACMR2'],
      deliveryLimits: [{ cap: 1, action: 'route', routeToCampaignId: 'ACMR3' }],
      deliverySchedule: { action: 'route', routeToCampaignId: 'ACMR4' },
    };
    const { status, data } = await world.call('createCampaign', { body });
    expect([status, data.campaignId]).toEqual([201, 'ACMR5']);
  });

  it('gives campaigns that are created at the same moment different codes', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, () => world.call('createCampaign', { body: minimal() })),
    );
    expect(new Set(made.map(({ data }) => data.campaignId)).size).toBe(8);
  });

  it('refuses to name what is archived, in the words of a form', async () => {
    const { data: offer } = await world.call('createOffer', {
      body: { name: 'Over', abbrev: 'OV', category: 'mass_tort' },
    });
    const { offerId } = offer;
    const body = { ...minimal(), offerId };
    const before = await world.call('createCampaign', { body: { ...body, campaignId: 'BEFOR' } });
    expect([before.status, before.error]).toEqual([201, undefined]);
    const archivedAt = world.stores.clock.now().toISOString();
    // By another process: what this one has cached is in use.
    const offers = world.db.collection('offers');
    await offers.updateOne({ 'item.offerId': offerId }, { $set: { 'item.archivedAt': archivedAt } });
    const { status, error } = await world.call('createCampaign', { body: { ...body, campaignId: 'AFTER' } });
    expect([status, error?.details]).toEqual([400, [`offerId: offer ${offerId} is archived`]]);
    expect((await world.call('getCampaign', { params: { campaignId: 'BEFOR' } })).status).toBe(200);
  });

  it('returns nested shapes as they were sent', async () => {
    const body = { ...createCampaign.examples.body, ...minimal(), campaignId: 'NEST' };
    const { data } = await world.call('createCampaign', { body });
    expect(data).toMatchObject(body);
  });

  it('accepts and refuses by the settings of the gateway, not by those of another in the same process', async () => {
    const reads = readSettings({ outboundAllow: ['127.0.0.0/8'], patternProblem });
    const other = await openGateway({ reads });
    const matching = (value: readonly string[]) => ({
      disqualificationConditionals: [
        { subRules: [{ conditions: [{ field: 'a', operator: 'matches', value }] }] },
      ],
    });
    const atHome = { webhooks: { url: 'http://127.0.0.1:4800/' } };
    const unknownClass = matching(['\\p{Nonsense}']);
    const tooMany = matching(Array.from({ length: 90 }, (_, n) => `\\pL{0,240}${n}`));
    const answers = async (at: Gateway, changes: object) => {
      const { clientId } = at.alpha.client;
      const { offerId } = at.alpha.offer;
      const body = { name: 'n', clientId, offerId, ...changes };
      const { status, error } = await at.call('createCampaign', { body });
      return [status, error?.details.join()];
    };
    try {
      expect(await answers(other, atHome)).toEqual([201, undefined]);
      expect(await answers(world, atHome)).toEqual([400, expect.stringContaining('private address')]);
      expect(await answers(other, unknownClass)).toEqual([400, expect.stringContaining('RE2 syntax')]);
      expect(await answers(world, unknownClass)).toEqual([201, undefined]);
      for (const at of [world, other])
        expect(await answers(at, tooMany)).toEqual([400, expect.stringContaining('one pattern too many')]);
    } finally {
      await other.close();
    }
  });
});

describe('GET /campaigns/{campaignId}', () => {
  it('answers NOT_FOUND alike for an unknown code and for a code of another tenant', async () => {
    const nobody = await world.call('getCampaign', { params: { campaignId: 'NONE' } });
    const others = await world.call('getCampaign', {
      params: { campaignId: world.beta.campaign.campaignId },
    });
    expect(nobody.status).toBe(404);
    expect(others.text).toBe(nobody.text);
  });

  it('returns when the campaign last received a lead', async () => {
    await world.call('submitLead', { body: aLead() });
    const receivedAt = async () =>
      (await world.call('getCampaign', { params: { campaignId: 'ACMRU' } })).data.lastLeadReceivedAt;
    // The date is written after the lead's answer.
    const at = await eventually('the date is written', async () => (await receivedAt()) ?? undefined, 5_000);
    expect(Date.now() - Date.parse(at)).toBeLessThan(10_000);
  });
});
